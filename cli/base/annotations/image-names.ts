/** The pictures of a dataset by name: which picture is frame n. */

import { readdir, readFile, stat } from "node:fs/promises";
import type { ImageSize } from "#core/types";
import { mediaKindOf } from "#schemas/media-files";
import { compareNatural } from "#schemas/natural-sort";
import { fileError, usageError } from "../process/errors.ts";

function isImageName(name: string): boolean {
  const kind = mediaKindOf(name);
  return kind === "image" || kind === "large-image";
}

export interface ListedPictures {
  readonly imageNames: readonly string[];
  /** Sizes in the same order; absent when only names are known. */
  readonly imageSizes?: readonly (ImageSize | undefined)[];
}

/** Picture names in frame order: those of a folder in natural order, those of a text file as listed. */
export async function readImageNames(path: string): Promise<readonly string[]> {
  try {
    if ((await stat(path)).isDirectory()) return (await readdir(path)).filter(isImageName).toSorted(compareNatural);
    const names = (await readFile(path, "utf8")).split(/\r?\n/).filter((line) => line.trim() !== "");
    if (names.length > 0) return names;
  } catch (error) {
    throw fileError("read", path, error);
  }
  throw usageError(`${path} names no pictures: give a folder of images, or a text file with one name a line.`);
}

/** For a folder, includes the sizes of its pictures. */
export async function readImageList(path: string): Promise<ListedPictures> {
  const imageNames = await readImageNames(path);
  if (!(await stat(path)).isDirectory()) return { imageNames };
  const { readPictureSizes } = await import("./picture-files.ts");
  return { imageNames, imageSizes: await readPictureSizes(path, imageNames) };
}
