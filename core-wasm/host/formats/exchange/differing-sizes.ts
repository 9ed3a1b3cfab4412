/**
 * Pictures whose size is another in the file than in the dataset: boxes were then drawn on a picture that was turned or
 * scaled since, and are read as they are.
 */
import { readerProblem } from "../problems/reader-problems.ts";
import type { ImageSize, Problem, ReadOptions } from "../../types.ts";

type SizesOfDataset = Pick<ReadOptions, "imageNames" | "imageSize" | "imageSizes">;

/** @param stated by the file, by frame */
export function differingSizes(
  stated: readonly (ImageSize | undefined)[],
  { imageNames = [], imageSize, imageSizes }: SizesOfDataset,
): readonly Problem[] {
  const isVideo = imageSizes === undefined;
  const other = (imageSizes ?? stated.map(() => imageSize)).flatMap((size, frame) => {
    const said = stated[frame];
    if (size === undefined || said === undefined || textOf(size) === textOf(said)) return [];
    const isTurned = size.width === said.height && size.height === said.width;
    const name = isVideo ? "it" : (imageNames[frame] ?? `frame ${frame}`);
    return [{ isTurned, words: `${name} is ${textOf(size)}, not ${textOf(said)}` }];
  });
  const [first] = other;
  if (first === undefined) return [];
  const how = other.every(({ isTurned }) => isTurned) ? "turned" : "scaled or cut";
  return [readerProblem("picture-size-stated", [isVideo ? "" : String(other.length), first.words, how])];
}

const textOf = ({ width, height }: ImageSize): string => `${width}x${height}`;
