/**
 * Runs a command of the command line inside the test, with its own streams and variables: in a fraction of the time
 * that a process takes to start. For what needs a shell or a process, use `transcript.ts`.
 */
import { Readable, Writable } from "node:stream";
import { type Io, withIo } from "../../cli/base/terminal/io.ts";
import { run } from "../../cli/wakeline.ts";

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory; by default the test's own folder. */
  readonly folder?: string;
  readonly input?: string | Uint8Array;
}

export async function runInProcess(
  args: readonly string[],
  { env = {}, folder, input = "" }: RunOptions = {},
): Promise<CommandResult> {
  const [out, err] = [collector(), collector()];
  const io: Io = { out: out.stream, err: err.stream, input: Readable.from([Buffer.from(input)]), env, exitCode: 0 };
  const before = process.cwd();
  if (folder !== undefined) process.chdir(folder);
  try {
    await withIo(io, () => run(args));
  } finally {
    process.chdir(before);
  }
  return { stdout: out.text(), stderr: err.text(), exitCode: io.exitCode };
}

function collector(): { readonly stream: Writable; text(): string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      // A view into memory of the core, which changes after the callback.
      pieces.push(Buffer.from(piece));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString() };
}

export interface PlainCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Parses a line that only consists of variables, `wakeline` and words; `undefined` for anything else. */
export function plainCommand(line: string): PlainCommand | undefined {
  const words: string[] = [];
  const env: Record<string, string> = {};
  const word = /\s*((?:"[^"$`\\]*"|'[^']*'|[^\s"'|<>;&`$*?()#~[\]{}\\!])+)/y;
  while (word.lastIndex < line.trimEnd().length) {
    const [, quoted] = word.exec(line) ?? [];
    if (quoted === undefined) return undefined;
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(quoted) ?? [];
    if (words.length === 0 && name !== undefined) env[name] = unquoted(value ?? "");
    else words.push(unquoted(quoted));
  }
  const [command, ...args] = words;
  return command === "wakeline" ? { args, env } : undefined;
}

/** One of the programs of a pipe: a command of ours that runs in this process, or shell commands. */
export type Stage = { readonly shell: string } | OwnStage;
interface OwnStage {
  readonly plain: PlainCommand;
  /** Name of a file that is its input (`< FILE`), or takes its output (`> FILE`). */
  readonly from?: string;
  readonly to?: string;
  /** The words of its input are further arguments: `xargs wakeline ...`. */
  readonly takesWords?: true;
}

/** A pipe, or a change of the folder for what follows. */
export interface Step {
  /** After `&&`: only if what came before has succeeded. */
  readonly isConditional: boolean;
  readonly folder?: string;
  readonly stages: readonly Stage[];
}

/** Splits a line at `;`, `&&` and `|`. `undefined`: it needs a shell for the commands of ours too. */
export function stepsOf(line: string): readonly Step[] | undefined {
  const steps = outsideQuotes(line, "; ").flatMap((list) =>
    outsideQuotes(list, " && ").map((text, at) => stepOf(text, at > 0)),
  );
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

function stepOf(text: string, isConditional: boolean): Step | undefined {
  const [, folder] = /^cd ([\w./-]+)$/.exec(text) ?? [];
  if (folder !== undefined) return { isConditional, folder, stages: [] };
  const stages: Stage[] = [];
  for (const part of outsideQuotes(text, " | ")) {
    const own = ownStage(part);
    const before = stages.at(-1);
    if (own !== undefined) stages.push(own);
    else if (!isOnlyShell(part)) return undefined;
    else if (before !== undefined && "shell" in before) stages.splice(-1, 1, { shell: `${before.shell} | ${part}` });
    else stages.push({ shell: part });
  }
  return { isConditional, stages };
}

function ownStage(text: string): OwnStage | undefined {
  const [, words, command = "", from, to] =
    /^(xargs )?(.*?)(?: < ([\w./-]+))?(?: > ([\w./-]+))?$/s.exec(text.trimEnd()) ?? [];
  const plain = plainCommand(command);
  if (plain === undefined) return undefined;
  return {
    plain,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(words !== undefined && { takesWords: true }),
  };
}

/** Not a part of a loop or a group, whose other parts it would be run without. */
function isOnlyShell(text: string): boolean {
  const bare = text.replaceAll(/"[^"]*"|'[^']*'/g, "");
  return !/\bwakeline(?: |$)|\bcd\b|[;&()`]|^\s*(?:\w+=|(?:for|while|if|do|done|then|fi)\b)/.test(bare);
}

/** Splits at separators outside of quotes. */
function outsideQuotes(text: string, separator: string): readonly string[] {
  const isClosed = (part: string): boolean => /^(?:[^"']|"[^"]*"|'[^']*')*$/.test(part);
  const parts: string[] = [];
  let open: string | undefined;
  for (const piece of text.split(separator)) {
    const part = open === undefined ? piece : `${open}${separator}${piece}`;
    open = isClosed(part) ? undefined : part;
    if (open === undefined) parts.push(part);
  }
  return open === undefined ? parts : [...parts, open];
}

function unquoted(word: string): string {
  return word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, a: string | undefined, b: string | undefined) => a ?? b ?? "");
}
