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
  readonly input?: string;
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

/**
 * A part of a line: a command of ours that runs in this process, with what a shell pipes it through, or a shell
 * command.
 */
export interface Part {
  readonly plain?: PlainCommand;
  readonly shell?: string;
}

/**
 * Splits a line into parts that run one after the other as long as they succeed (`a && b`). `undefined`: it needs a
 * shell, or a command of ours reads from a pipe.
 */
export function partsOf(line: string): readonly Part[] | undefined {
  const parts = outsideQuotes(line, " && ").map((part): Part | undefined => {
    const [first = "", ...rest] = outsideQuotes(part, " | ");
    const plain = plainCommand(first);
    const shell = plain === undefined ? part : rest.join(" | ");
    if (/wakeline|\bcd\b|[;&]|^\w+=/.test(shell)) return undefined;
    return { ...(plain && { plain }), ...(shell !== "" && { shell }) };
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
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
