/**
 * Makes and decodes videos for tests with the system's ffmpeg: it needs a tenth of the processor time of the product's
 * WebAssembly one, which has its own tests.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { FfmpegInput } from "../../server/adapters/ffmpeg/run-ffmpeg.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";

interface SystemRun {
  readonly inputs: readonly FfmpegInput[];
  /** Everything after the inputs: filters, codecs, output names. */
  readonly args: readonly string[];
  /** Codecs that encode better knowing the whole video read it once before. */
  readonly twoPasses?: boolean;
  readonly outputs: readonly string[];
}

/** @returns the outputs by name. @throws Error with ffmpeg's output */
export async function runSystemFfmpeg({
  inputs,
  args,
  twoPasses = false,
  outputs,
}: SystemRun): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const folder = await mkdtemp(join(tmpdir(), "wakeline-ffmpeg-"));
  try {
    for (const { name, bytes } of inputs) await writeFile(join(folder, name), bytes);
    const reading = inputs.flatMap(({ name, options = [] }) => [...options, "-i", name]);
    const program = join(ensureFfmpeg(), "ffmpeg");
    for (const pass of twoPasses
      ? [
          ["-pass", "1"],
          ["-pass", "2"],
        ]
      : [[]]) {
      await promisify(execFile)(program, ["-v", "error", "-y", ...reading, ...pass, ...args], { cwd: folder });
    }
    const made = outputs.map(async (name) => [name, new Uint8Array(await readFile(join(folder, name)))] as const);
    return new Map(await Promise.all(made));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
