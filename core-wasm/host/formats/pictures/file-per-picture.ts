/**
 * Reading formats with a file for each picture: which frame each file is about, and what the files say of the pictures
 * together.
 */
import { compareNatural, framesOf } from "../yolo/yolo-files.ts";
import { matchPictures, type PictureMatch } from "./match-pictures.ts";
import type { ImageSize } from "../../types.ts";

export interface PictureFile {
  /** Its own name. */
  readonly file: string;
  /** What it says that its picture is called; empty where it does not. */
  readonly fileName: string;
  /** What it says of its picture. */
  readonly size: ImageSize | undefined;
}

export interface PlacedFile<F extends PictureFile> {
  readonly page: F;
  /** By which its picture was looked for. */
  readonly name: string;
  readonly match: PictureMatch;
}

/** By frame; those of no picture come first. */
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

/** What a report says of the pictures. */
export function factsOf(placed: readonly PlacedFile<PictureFile>[]): PictureFacts {
  const own: string[] = [];
  const imageSizes: (ImageSize | undefined)[] = [];
  for (const { page, name, match } of placed) {
    // A list with a place for every frame must not become far longer than the files are many.
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

/** A file whose picture is none of the dataset may have the name of a picture itself. */
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

/** Several files about one picture are about one frame. */
function framesInOrder(names: readonly string[]): readonly PictureMatch[] {
  const sorted = [...new Set(names)].toSorted(compareNatural);
  const frames = framesOf(sorted, []);
  const byName = new Map(sorted.map((name, place) => [name, frames[place] ?? unknown]));
  return names.map((name) => byName.get(name) ?? unknown);
}
