/** Lends a video as a local file to get one picture of it; of a video on another machine, only that part is copied. */
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { makeWorkFolder } from "../../base/work-folder.ts";
import type { Ports } from "../../ports/index.ts";
import { VideoConversionError } from "../../ports/video-converter.ts";
import { VideoProbeError } from "../../ports/video-probe.ts";
import type { OpenContent } from "./open-content.ts";

/** A video that does without tables is copied as a whole for one picture up to this size. */
const maxCopied = 256 * 1024 * 1024;

/**
 * @param seconds the picture shown at this time; absent: the first one
 * @param work throws VideoConversionError if there is no such picture
 */
export async function withVideoAround<T>(
  { videoProbe }: Pick<Ports, "videoProbe">,
  { isLocal, size, read, withLocalFile }: OpenContent,
  seconds: number | undefined,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (isLocal) return await withLocalFile(work);
  const folder = await makeWorkFolder("part");
  try {
    const path = join(folder, "part");
    await videoProbe.copyAround({ size, read }, path, seconds);
    return await work(path);
  } catch (error) {
    const mayNeedAll = error instanceof VideoProbeError || error instanceof VideoConversionError;
    if (!mayNeedAll || size > maxCopied) throw error;
    return await withLocalFile(work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
