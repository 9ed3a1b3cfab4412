/**
 * Transcripts: what a user types and sees, as text files that are both the test and its expected result.
 *
 *     A title, and remarks for readers.
 *
 *     $ wakeline validate broken.csv
 *     broken.csv:2:1: error: ...
 *     ! 1 file, 1 finding.
 *     [exit 1]
 *
 *     -- broken.csv --
 *     0,a.png,...
 *
 * A line with `$` is run by a shell in an empty folder with the files at the end; the lines below it are its standard
 * output, those with `!` its standard error, and `[exit N]` its exit code if it is not 0. A carriage return is shown as
 * ␍. Texts that differ from run to run are replaced by names in braces, in commands and in results (`{server}`). Run
 * with UPDATE_TRANSCRIPTS=1 to write the actual result into the file, and review the difference.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type CommandResult, partsOf, runInProcess } from "./in-process.ts";

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));
const isUpdating = process.env["UPDATE_TRANSCRIPTS"] === "1";

/** Printed with a difference, for intended changes. */
export const howToAccept =
  "To accept what was printed: UPDATE_TRANSCRIPTS=1 npx vitest run --project programs tests/cli, then read the difference.";

export interface Workspace {
  /** The folder that commands run in. */
  readonly folder: string;
  /** The home folder of the simulated user. */
  readonly home: string;
  /** Runs it with a shell, in processes. */
  run(command: string): Promise<CommandResult>;
  /** Runs it inside this process if it needs no shell, else like `run`. */
  runHere(command: string): Promise<CommandResult>;
  remove(): void;
}

/** An empty folder with its own settings, where `wakeline` is the command of this repository. */
export function createWorkspace(env: Readonly<Record<string, string>> = {}): Workspace {
  const root = mkdtempSync(join(tmpdir(), "wakeline-cli-"));
  const folder = join(root, "work");
  const commands = join(root, "bin");
  mkdirSync(folder);
  mkdirSync(commands);
  symlinkSync(bin, join(commands, "wakeline"));
  symlinkSync(process.execPath, join(commands, "node"));
  const variables = {
    PATH: `${commands}${delimiter}${process.env["PATH"]}`,
    HOME: root,
    XDG_CONFIG_HOME: join(root, "config"),
    TZ: "UTC",
    NO_COLOR: "1",
    ...env,
  };
  const run = async (command: string, input?: string): Promise<CommandResult> => {
    const stdin = input === undefined ? "ignore" : "pipe";
    const child = spawn("sh", ["-c", command], { cwd: folder, env: variables, stdio: [stdin, "pipe", "pipe"] });
    // `head` stops reading early.
    child.stdin?.on("error", () => undefined).end(input);
    const exited = new Promise<number | null>((resolve) => {
      child.on("exit", resolve);
    });
    const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout!), text(child.stderr!), exited]);
    return { stdout, stderr, exitCode };
  };
  return {
    folder,
    home: root,
    run: (command) => run(command),
    runHere: async (command) => {
      const parts = partsOf(command);
      if (parts === undefined) return await run(command);
      let all: CommandResult = { stdout: "", stderr: "", exitCode: 0 };
      for (const { plain, shell } of parts) {
        const env = { ...variables, ...plain?.env };
        const here = plain && (await runInProcess(plain.args, { env, folder }));
        const after = shell === undefined ? undefined : await run(shell, here?.stdout);
        const { stdout, exitCode } = after ?? here!;
        all = {
          stdout: all.stdout + stdout,
          stderr: all.stderr + (here?.stderr ?? "") + (after?.stderr ?? ""),
          exitCode,
        };
        if (exitCode !== 0) break;
      }
      return all;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

interface Transcript {
  readonly head: string;
  readonly steps: readonly { readonly command: string; readonly expected: string }[];
  readonly files: readonly { readonly name: string; readonly content: string }[];
}

function parseTranscript(source: string): Transcript {
  const [script = "", ...sections] = source.split(/^-- (.+) --$/m);
  const [head = "", ...steps] = script.split(/^\$ /m);
  return {
    head,
    steps: steps.map((step) => {
      const [command = "", ...lines] = step.split("\n");
      return { command, expected: lines.join("\n").trimEnd() };
    }),
    files: Array.from({ length: sections.length / 2 }, (_, index) => ({
      name: sections[index * 2] ?? "",
      content: (sections[index * 2 + 1] ?? "").replace(/^\n/, "").replace(/\n\n$/, "\n"),
    })),
  };
}

function printResult({ stdout, stderr, exitCode }: CommandResult): string {
  const lines = [
    ...splitLines(stdout),
    ...splitLines(stderr).map((line) => `! ${line}`.trimEnd()),
    ...(exitCode === 0 ? [] : [`[exit ${exitCode}]`]),
  ];
  return lines.join("\n");
}

function splitLines(output: string): string[] {
  return output === "" ? [] : output.replaceAll("\r", "␍").replace(/\n$/, "").split("\n");
}

interface RunOptions {
  /** Replaces `{name}` in commands by the text, and the text in results by `{name}`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Further texts in results that differ from run to run. */
  readonly volatile?: readonly (readonly [pattern: RegExp, name: string])[];
  readonly env?: Readonly<Record<string, string>>;
  /** Runs what needs no shell inside the test, which is fast; otherwise in processes, as users do. */
  readonly isHere?: boolean;
  /** Adds more to the folder than the transcript itself contains. */
  readonly prepare?: (workspace: Workspace) => Promise<void> | void;
}

/** Expected and actual transcript; a difference is a failure. */
export interface Comparison {
  readonly expected: string;
  readonly actual: string;
}

/** Runs a transcript; `path` is absolute. */
export async function runTranscript(path: string, options: RunOptions = {}): Promise<Comparison> {
  const source = readFileSync(path, "utf8");
  const transcript = parseTranscript(source);
  const workspace = createWorkspace(options.env);
  try {
    for (const { name, content } of transcript.files) {
      mkdirSync(dirname(join(workspace.folder, name)), { recursive: true });
      writeFileSync(join(workspace.folder, name), content);
    }
    await options.prepare?.(workspace);
    const names = Object.entries({ ...options.names, folder: workspace.folder, home: workspace.home });
    const actual: string[] = [];
    for (const { command } of transcript.steps) {
      const filled = names.reduce((all, [name, value]) => all.replaceAll(`{${name}}`, value), command);
      let result = printResult(await (options.isHere === true ? workspace.runHere(filled) : workspace.run(filled)));
      for (const [name, value] of names) result = result.replaceAll(value, `{${name}}`);
      for (const [pattern, name] of options.volatile ?? []) result = result.replaceAll(pattern, name);
      if (result.includes("This is a fault in wakeline")) throw new Error(`${command}\n${result}`);
      actual.push(result);
    }
    if (isUpdating) {
      writeFileSync(path, printTranscript(transcript, actual, source));
      return { expected: "", actual: "" };
    }
    const tell = (results: readonly (string | undefined)[]): string =>
      transcript.steps.map(({ command }, index) => `$ ${command}\n${results[index]}`).join("\n\n");
    return { expected: tell(transcript.steps.map(({ expected }) => expected)), actual: tell(actual) };
  } finally {
    workspace.remove();
  }
}

function printTranscript({ head, steps }: Transcript, actual: readonly string[], source: string): string {
  const files = /^-- .+ --$/m.exec(source);
  const told = steps
    .map(({ command }, index) => `$ ${[command, actual[index]].filter(Boolean).join("\n")}\n`)
    .join("\n");
  return `${head}${told}${files === null ? "" : `\n${source.slice(files.index)}`}`;
}
