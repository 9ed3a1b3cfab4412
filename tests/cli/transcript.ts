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
import { delimiter, dirname, join, resolve } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type CommandResult, runInProcess, type Step, stepsOf } from "./in-process.ts";

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));
const isUpdating = process.env["UPDATE_TRANSCRIPTS"] === "1";

/** Exit code of `xargs` if its command fails. */
const xargsFailed = 123;

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

type BytesResult = Omit<CommandResult, "stdout"> & { readonly stdout: Buffer };

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
  const run = async (command: string, input?: Uint8Array, cwd = folder): Promise<BytesResult> => {
    const stdin = input === undefined ? "ignore" : "pipe";
    const child = spawn("sh", ["-c", command], { cwd, env: variables, stdio: [stdin, "pipe", "pipe"] });
    // `head` stops reading early.
    child.stdin?.on("error", () => undefined).end(input);
    const exited = new Promise<number | null>((done) => {
      child.on("exit", done);
    });
    const [stdout, stderr, exitCode] = await Promise.all([buffer(child.stdout!), text(child.stderr!), exited]);
    return { stdout, stderr, exitCode };
  };
  const withText = ({ stdout, ...more }: BytesResult): CommandResult => ({ ...more, stdout: stdout.toString() });

  /** Runs the programs of a pipe one after the other, each with all of the output of the one before. */
  const runStages = async (stages: Step["stages"], at: string): Promise<BytesResult> => {
    let piped: Buffer | undefined;
    let stderr = "";
    let exitCode: number | null = 0;
    for (const stage of stages) {
      if ("shell" in stage) {
        const result = await run(stage.shell, piped, at);
        [piped, exitCode] = [result.stdout, result.exitCode];
        stderr += result.stderr;
        continue;
      }
      const { plain, from, to, takesWords = false } = stage;
      const input = from === undefined ? piped : readFileSync(resolve(at, from));
      const words = takesWords ? (input ?? "").toString().split(/\s+/).filter(Boolean) : [];
      const result = await runInProcess([...plain.args, ...words], {
        env: { ...variables, ...plain.env },
        folder: at,
        ...(!takesWords && input !== undefined && { input }),
      });
      if (to !== undefined) writeFileSync(resolve(at, to), result.stdout);
      piped = Buffer.from(to === undefined ? result.stdout : "");
      exitCode = takesWords && result.exitCode !== 0 ? xargsFailed : result.exitCode;
      stderr += result.stderr;
    }
    return { stdout: piped ?? Buffer.alloc(0), stderr, exitCode };
  };
  const runHere = async (command: string): Promise<CommandResult> => {
    const [inserted, inner] = /\$\((wakeline [^()]*)\)/.exec(command) ?? [];
    if (inserted !== undefined && inner !== undefined) {
      const { stdout, stderr } = await runHere(inner);
      const result = await runHere(command.replace(inserted, stdout.trimEnd().replaceAll("\n", " ")));
      return { ...result, stderr: stderr + result.stderr };
    }
    const steps = stepsOf(command);
    if (steps === undefined) return withText(await run(command));
    let all: CommandResult = { stdout: "", stderr: "", exitCode: 0 };
    let at = folder;
    for (const step of steps) {
      if (step.isConditional && all.exitCode !== 0) continue;
      if (step.folder !== undefined) at = resolve(at, step.folder);
      const { stdout, stderr, exitCode } = await runStages(step.stages, at);
      all = { stdout: all.stdout + stdout.toString(), stderr: all.stderr + stderr, exitCode };
    }
    return all;
  };
  return {
    folder,
    home: root,
    run: async (command) => withText(await run(command)),
    runHere,
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
