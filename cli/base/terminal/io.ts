/**
 * A command's input and output: streams, variables and the exit code of the process, or those of a caller that runs a
 * command inside its own program, as tests do. The working folder and signals are always the process's.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };
export type Input = Readable & { readonly isTTY?: boolean; readonly fd?: number };

export interface Io {
  readonly out: Output;
  readonly err: Output;
  readonly input: Input;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Commands may only use the configured server: an address in what they are given selects no other. */
  readonly hasOneServer?: boolean;
  exitCode: number;
}

/** Looked up on demand: accessing standard input opens it. */
const processIo: Io = {
  get out() {
    return process.stdout;
  },
  get err() {
    return process.stderr;
  },
  get input() {
    return process.stdin;
  },
  get env() {
    return process.env;
  },
  get exitCode() {
    return Number(process.exitCode ?? 0);
  },
  set exitCode(code) {
    process.exitCode = code;
  },
};

const given = new AsyncLocalStorage<Io>();

export function io(): Io {
  return given.getStore() ?? processIo;
}

/** Runs `work`, including everything it awaits, with streams other than the process's. */
export function withIo<T>(own: Io, work: () => Promise<T>): Promise<T> {
  return given.run(own, work);
}
