/**
 * Runs a program with limits on time, memory, output size and retained log. It is killed if it exceeds one, if the
 * signal is aborted, and if this process exits normally; a program that outlives a killed parent writes into a folder
 * that is never read.
 */
import { spawn } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface ProcessLimits {
  readonly timeoutMs: number;
  /** Resident memory; checked where the system reports it (Linux). */
  readonly memoryBytes: number;
  /** Size of the file it writes. */
  readonly outputBytes: number;
}

export interface ProcessRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  /** The file it writes, or the folder it writes into. */
  readonly output?: string;
  /** Working directory. Default: that of this process. */
  readonly folder?: string;
  /** In addition to what every program gets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** It may start other processes: they are counted and killed with it. */
  readonly startsOthers?: boolean;
  /** Receives each line of its standard output. */
  readonly onLine?: (line: string) => void;
  /** Consumes its standard output instead; the program waits for it. */
  readonly readOutput?: (output: AsyncIterable<Buffer>) => Promise<void>;
}

export interface ProcessEnd {
  readonly code: number | null;
  /** The last lines of its standard error. */
  readonly log: readonly string[];
}

/** The exceeded limit, as the end of a sentence: "took more than 60 seconds". */
export class LimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LimitError";
  }
}

const lookMs = 250;
const maxLogLines = 200;
const maxLineLength = 2000;
const pageBytes = 4096;

/** @throws LimitError; the signal's reason */
export async function runLimited(run: ProcessRun): Promise<ProcessEnd> {
  const { command, args, limits, signal, output, onLine, readOutput, startsOthers = false } = run;
  signal.throwIfAborted();
  // The server's environment variables, which include passwords of the site, are not passed on.
  const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", ...run.environment };
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env,
    detached: startsOthers,
    ...(run.folder !== undefined && { cwd: run.folder }),
  });
  const end = (): void => {
    if (startsOthers && child.pid !== undefined) endGroup(child.pid);
    else child.kill("SIGKILL");
  };
  const log: string[] = [];
  let failure: unknown;
  const kill = (reason: unknown): void => {
    failure ??= reason;
    end();
  };
  const onAbort = (): void => kill(signal.reason);
  const onExit = end;
  signal.addEventListener("abort", onAbort, { once: true });
  process.once("exit", onExit);
  const timer = setTimeout(
    () => kill(new LimitError(`took more than ${limits.timeoutMs / 1000} seconds`)),
    limits.timeoutMs,
  );
  const watch = setInterval(() => void look(), lookMs);
  const look = async (): Promise<void> => {
    const [memory, written] = await Promise.all([
      startsOthers ? residentBytesOfGroup(child.pid) : residentBytes(child.pid),
      output === undefined ? 0 : sizeOf(output),
    ]);
    if (memory > limits.memoryBytes) kill(new LimitError(`used more than ${limits.memoryBytes} bytes of memory`));
    if (written > limits.outputBytes) kill(new LimitError(`wrote more than ${limits.outputBytes} bytes`));
  };
  try {
    createInterface(child.stderr).on("line", (line) => {
      log.push(line.slice(0, maxLineLength));
      if (log.length > maxLogLines) log.shift();
    });
    if (readOutput === undefined) createInterface(child.stdout).on("line", (line) => onLine?.(line));
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    closed.catch(() => undefined);
    await readOutput?.(child.stdout).catch(kill);
    const code = await closed;
    if (failure !== undefined) throw failure;
    // Output written between two checks.
    if (output !== undefined && (await sizeOf(output)) > limits.outputBytes) {
      throw new LimitError(`wrote more than ${limits.outputBytes} bytes`);
    }
    return { code, log };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", onAbort);
    process.removeListener("exit", onExit);
    // Kill processes it has left running.
    if (startsOthers) end();
  }
}

/** Kills a process and everything it has started. */
function endGroup(id: number): void {
  try {
    process.kill(-id, "SIGKILL");
  } catch {
    // All of them have already ended.
  }
}

async function residentBytesOfGroup(id: number | undefined): Promise<number> {
  const all = await readdir("/proc").catch(() => []);
  const sizes = all
    .filter((name) => /^\d+$/.test(name))
    .map(async (name) => {
      const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
      // Fields after the name, which may contain anything: state, parent, group.
      const group = text.slice(text.lastIndexOf(")") + 2).split(" ")[2];
      return group === String(id) ? await residentBytes(Number(name)) : 0;
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const [, pages = "0"] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
    return Number(pages) * pageBytes;
  } catch {
    // It has ended, or the system has no such file.
    return 0;
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    const facts = await stat(path);
    if (!facts.isDirectory()) return facts.size;
    const inside = await readdir(path, { withFileTypes: true });
    const sizes = inside
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => sizeOf(join(path, entry.name)));
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}
