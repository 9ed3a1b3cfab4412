/**
 * Loads the WebAssembly ffmpeg. An instance that has run several commands may crash, so each command gets a new one.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The part of `@ffmpeg/core` that is used; the package has no types. */
export interface FfmpegCore {
  /** @returns 0 on success */
  exec(...args: string[]): number;
  /** The return value is meaningless. */
  ffprobe(...args: string[]): number;
  setLogger(logger: (line: { type: string; message: string }) => void): void;
  readonly FS: EmscriptenFiles;
}

export interface EmscriptenFiles {
  writeFile(path: string, bytes: Uint8Array): void;
  readFile(path: string): Uint8Array<ArrayBuffer>;
  readdir(path: string): string[];
  stat(path: string): { size: number };
  mkdir(path: string): void;
  mount(type: object, options: object, path: string): void;
  createNode(parent: object | null, name: string, mode: number, device: number): object;
  readonly ErrnoError: new (errno: number) => Error;
}

/** Printed at every exit of the program, successful or not. */
const endMessage = "Aborted()";

export async function loadCore(onLine: (line: { type: string; message: string }) => void): Promise<FfmpegCore> {
  // The package is made for browser workers and expects these two.
  Object.assign(globalThis, { self: globalThis, location: { href: import.meta.url } });
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve("@ffmpeg/core/wasm")));
  const { default: create } = (await import(import.meta.resolve("@ffmpeg/core"))) as {
    default: (options: object) => Promise<FfmpegCore>;
  };
  const core = await create({ wasmBinary });
  core.setLogger((line) => {
    if (line.message !== endMessage) onLine(line);
  });
  return core;
}
