/** Runs a program alongside another one, and shows its output after the other's. */
import { spawn } from "node:child_process";
import { repository } from "./files.ts";

export type Show = (stream: "stdout" | "stderr", piece: Buffer) => void;

export interface RunInTurn {
  /** The exit code; `null` after a signal, or if it could not be started. */
  readonly ended: Promise<number | null>;
  /** It has ended, and its output has been shown. */
  readonly shown: Promise<void>;
}

const toTerminal: Show = (stream, piece) => void process[stream].write(piece);

/**
 * @param args of Node, in the repository
 * @param before the program's output is held back until then; `undefined`: it writes to the terminal itself
 */
export function runInTurn(
  args: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
  before: Promise<unknown> | undefined,
  show: Show = toTerminal,
): RunInTurn {
  const output = before === undefined ? "inherit" : "pipe";
  const child = spawn(process.execPath, args, { cwd: repository, env, stdio: ["ignore", output, output] });
  // Both streams, in order of arrival.
  let kept: Parameters<Show>[] | undefined = [];
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (piece: Buffer) => {
      if (kept === undefined) show(stream, piece);
      else kept.push([stream, piece]);
    });
  }
  const told = before?.then(() => {
    for (const piece of kept ?? []) show(...piece);
    kept = undefined;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("error", () => resolve(null)).on("close", resolve);
  });
  return { ended, shown: Promise.all([ended, told]).then(() => undefined) };
}
