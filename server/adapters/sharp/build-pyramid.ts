/** Starts the program that makes tiles of an image, and says what became of it. */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { ImageError } from "../../ports/image-decoder.ts";
import type { PyramidRun } from "../../ports/large-image.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";

/** What the program writes, a line each. */
export type PyramidLine =
  | { readonly done: number; readonly total: number }
  | { readonly refusal: string }
  | { readonly isBuilt: true };

const program = fileURLToPath(new URL("./pyramid.worker.ts", import.meta.url));

/** @throws ImageError; the signal's reason */
export async function buildPyramid(
  source: string,
  target: string,
  { signal, onProgress }: PyramidRun,
  limits: ProcessLimits & { readonly pixels: number },
): Promise<void> {
  let refusal: string | undefined;
  let isBuilt = false;
  const onLine = (text: string): void => {
    const line = JSON.parse(text) as PyramidLine;
    if ("done" in line) onProgress(line.done, line.total);
    else if ("refusal" in line) refusal = line.refusal;
    else isBuilt = true;
  };
  const args = ["--disable-warning=ExperimentalWarning", program, source, target, String(limits.pixels)];
  try {
    const { code, log } = await runLimited({ command: process.execPath, args, limits, signal, output: target, onLine });
    if (refusal !== undefined) throw new ImageError(refusal);
    if (!isBuilt) {
      throw new ImageError(`cannot be decoded: the decoder ended with code ${code}.`, {
        cause: new Error(log.join("\n")),
      });
    }
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    throw new ImageError(`cannot be made into tiles: that ${error.message}.`, { cause: error });
  } finally {
    await rm(`${target}.tiles`, { recursive: true, force: true });
  }
}
