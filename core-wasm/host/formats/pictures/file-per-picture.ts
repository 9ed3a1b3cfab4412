/**
 * Reads formats with one file per picture: which frame each file is about, and what the files together say about the
 * pictures.
 */
import { compareNatural } from "../text/natural-order.ts";
import { framesOf } from "./frames-of-files.ts";
import { matchPictures, type PictureMatch } from "./match-pictures.ts";
import type { ImageSize } from "../../types.ts";

export interface PictureFile {
  /** The name of the file. */
  readonly file: string;
  /** The name of its picture as given in the file; empty if it has none. */
  readonly fileName: string;
  /** Size of its picture as given in the file. */
  readonly size: ImageSize | undefined;
}

export interface PlacedFile<F extends PictureFile> {
  readonly page: F;
  /** The name by which its picture was searched. */
  readonly name: string;
  readonly match: PictureMatch;
}

/** By frame; files without a picture come first. */
export function placeFiles<F extends PictureFile>(
  pages: readonly F[],
  pictures: readonly string[],
): readonly PlacedFile<F>[] {
  const names = pages.map(({ fileName, file }) => fileName || file);
  const matches = pictures.length > 0 ? matched(pages, names, pictures) : framesInOrder(names);
  return pages
    .map((page, index) => ({ page, name: names[index] ?? "", match: matches[index] ?? unknown }))
    .toSorted((a, b) => (a.match.frame ?? -1) - (b.match.frame ?? -1));
}

interface PictureFacts {
  readonly imageNames?: readonly string[];
  readonly imageSize?: ImageSize;
  readonly imageSizes?: readonly (ImageSize | undefined)[];
}

/** Facts about the pictures for a report. */
export function factsOf(placed: readonly PlacedFile<PictureFile>[]): PictureFacts {
  const own: string[] = [];
  const imageSizes: (ImageSize | undefined)[] = [];
  for (const { page, name, match } of placed) {
    // A list with an entry for every frame must not become far longer than the number of files.
    if (match.frame === undefined || match.frame >= placed.length + 100_000) continue;
    if (page.fileName !== "") own[match.frame] = name.replace(/^.*[/\\]/, "");
    if (page.size !== undefined) imageSizes[match.frame] = page.size;
  }
  const imageNames = Array.from(own, (name) => name ?? "");
  const sizes = placed.map(({ page: { size } }) => size);
  const [first] = sizes;
  const areAlike = sizes.every((size) => size?.width === first?.width && size?.height === first?.height);
  return {
    ...(imageNames.length > 0 && { imageNames }),
    ...(first !== undefined && areAlike && { imageSize: first }),
    ...(imageSizes.length > 0 && { imageSizes }),
  };
}

/** If the dataset does not have a file's picture, the file's own name may match a picture. */
function matched(
  pages: readonly PictureFile[],
  names: readonly string[],
  pictures: readonly string[],
): readonly PictureMatch[] {
  const byContent = matchPictures(names, pictures);
  const byFile = matchPictures(
    pages.map(({ file }) => file),
    pictures,
  );
  const taken = new Set(byContent.map(({ frame }) => frame));
  return byContent.map((match, index) => {
    const other = byFile[index] ?? unknown;
    return match.frame === undefined && other.frame !== undefined && !taken.has(other.frame) ? other : match;
  });
}

const unknown: PictureMatch = { frame: undefined, others: [] };

/** Several files about one picture have the same frame. */
function framesInOrder(names: readonly string[]): readonly PictureMatch[] {
  const sorted = [...new Set(names)].toSorted(compareNatural);
  const frames = framesOf(sorted, []);
  const byName = new Map(sorted.map((name, place) => [name, frames[place] ?? unknown]));
  return names.map((name) => byName.get(name) ?? unknown);
}
