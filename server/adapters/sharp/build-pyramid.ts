/** Starts the program that makes tiles of an image, and reports its outcome. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { ImageError } from "../../ports/image-decoder.ts";
import type { BuiltPyramid, LargeImageSource, PyramidRun, PyramidTargets } from "../../ports/large-image.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";

/** Input of the program. */
export interface PyramidJob {
  readonly source: string;
  readonly target: string;
  readonly mapTarget: string;
  readonly maxPixels: number;
  /** Limit for intermediate files. */
  readonly maxBytes: number;
  /** For files that GDAL reads: their name and parts, placed as the file expects them. */
  readonly layout?: { readonly name: string; readonly parts: LargeImageSource["parts"] };
}

/** Output of the program, one per line. */
export type PyramidLine =
  | { readonly done: number; readonly total: number }
  | { readonly note: string }
  | { readonly refusal: string }
  | { readonly isBuilt: true; readonly hasMap: boolean };

const program = fileURLToPath(new URL("./pyramid.worker.ts", import.meta.url));

/** @throws ImageError; the signal's reason */
export async function buildPyramid(
  { path, ending, parts }: LargeImageSource,
  { pixels: target, map: mapTarget }: PyramidTargets,
  { signal, onProgress }: PyramidRun,
  limits: ProcessLimits & { readonly pixels: number },
): Promise<BuiltPyramid> {
  let refusal: string | undefined;
  let built: { readonly hasMap: boolean } | undefined;
  const notes: string[] = [];
  const onLine = (text: string): void => {
    const line = JSON.parse(text) as PyramidLine;
    if ("done" in line) onProgress(line.done, line.total);
    else if ("note" in line) notes.push(line.note);
    else if ("refusal" in line) refusal = line.refusal;
    else built = line;
  };
  const work = `${target}.work`;
  const job: PyramidJob = {
    source: path,
    target,
    mapTarget,
    maxPixels: limits.pixels,
    maxBytes: limits.outputBytes,
    ...(readByGdal.test(ending) && { layout: { name: `picture.${ending}`, parts } }),
  };
  try {
    await mkdir(work);
    await writeFile(join(work, "job.json"), JSON.stringify(job));
    const args = ["--disable-warning=ExperimentalWarning", program, join(work, "job.json")];
    const { code, log } = await runLimited({ command: process.execPath, args, limits, signal, output: target, onLine });
    if (refusal !== undefined) throw new ImageError(refusal);
    if (built === undefined) {
      throw new ImageError(`cannot be decoded: the decoder ended with code ${code}.`, {
        cause: new Error(log.join("\n")),
      });
    }
    return { hasMap: built.hasMap, notes };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    throw new ImageError(`cannot be tiled: this ${error.message}.`, { cause: error });
  } finally {
    const left = [work, `${target}.tiles`, `${mapTarget}.tiles`];
    await Promise.all(left.map((one) => rm(one, { recursive: true, force: true })));
  }
}

/** Extensions of formats that libvips does not read. */
const readByGdal = /^(nitf|ntf|vrt|r[0-6])$/;
