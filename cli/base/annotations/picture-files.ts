/** The displayed sizes of pictures in a folder, read from the beginning of each file. */
import { open } from "node:fs/promises";
import { join } from "node:path";

import { imageSize } from "image-size";

import type { ImageSize } from "#core/types";
import { systemPath } from "../files/system-path.ts";

/** Nearly all pictures have their size there. */
const headBytes = 512 * 1024;

/** `undefined` for pictures without one. */
export async function readPictureSizes(
  folder: string,
  names: readonly string[],
): Promise<readonly (ImageSize | undefined)[]> {
  const sizes: (ImageSize | undefined)[] = [];
  for (const name of names) sizes.push(await readPictureSize(join(folder, name)));
  return sizes;
}

async function readPictureSize(path: string): Promise<ImageSize | undefined> {
  const file = await open(systemPath(path));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const { width, height, orientation = 1 } = imageSize(buffer.subarray(0, bytesRead));
    if (!(width > 0 && height > 0)) return undefined;
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
