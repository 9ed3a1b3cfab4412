/**
 * The two programs that convert videos: those of the system if found, else the same as WebAssembly, which every
 * installation has. The latter take about ten times as long, and accept the same arguments.
 */
import { fileURLToPath } from "node:url";

import type { FoundFfmpeg } from "../../../core-wasm/programs/find-ffmpeg.ts";

export interface FfmpegProgram {
  readonly command: string;
  /** @param files all files it may open; `args` contain their paths */
  argsFor(args: readonly string[], files: FfmpegFiles): readonly string[];
}

export interface FfmpegFiles {
  readonly source: string;
  /** The file it writes. */
  readonly target?: string;
}

export interface FfmpegPrograms {
  readonly ffmpeg: FfmpegProgram;
  readonly ffprobe: FfmpegProgram;
}

export function systemPrograms({ ffmpeg, ffprobe }: FoundFfmpeg): FfmpegPrograms {
  const program = (command: string): FfmpegProgram => ({ command, argsFor: (args) => args });
  return { ffmpeg: program(ffmpeg), ffprobe: program(ffprobe) };
}

/** `undefined` if the package was removed, which its license may require. */
export function wasmPrograms(): FfmpegPrograms | undefined {
  try {
    import.meta.resolve("@ffmpeg/core");
  } catch {
    return undefined;
  }
  return { ffmpeg: wasmProgram("ffmpeg"), ffprobe: wasmProgram("ffprobe") };
}

const wasmScript = fileURLToPath(new URL("./wasm-program.ts", import.meta.url));

const wasmProgram = (name: string): FfmpegProgram => ({
  command: process.execPath,
  argsFor: (args, { source, target = "" }) => [
    ...["--disable-warning=ExperimentalWarning", wasmScript],
    ...[name, source, target, ...args],
  ],
});
