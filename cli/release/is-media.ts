/** Which files of a release are media: videos by their names, and folders that contain pictures. */
import { stat } from "node:fs/promises";

import { mediaKindOf } from "#schemas/media-files";
import { readImageNames } from "../base/annotations/image-names.ts";
import { systemPath } from "../base/files/system-path.ts";

/** A missing file is not. */
export async function isMediaPath(path: string): Promise<boolean> {
  const facts = await stat(systemPath(path)).catch(() => undefined);
  if (facts?.isDirectory() === true) return (await readImageNames(path)).length > 0;
  return mediaKindOf(path) === "video";
}
