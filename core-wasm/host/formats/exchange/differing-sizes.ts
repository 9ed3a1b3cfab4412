/**
 * Pictures whose size is another in the file than in the dataset: boxes were then drawn on a picture that was turned or
 * scaled since, and are read as they are.
 */
import { readerProblem } from "../problems/reader-problems.ts";
import type { ImageSize, Problem } from "../../types.ts";

interface SizesByFrame {
  readonly imageNames?: readonly string[];
  readonly imageSizes?: readonly (ImageSize | undefined)[];
}

/** @param stated by the file, by frame */
export function differingSizes(
  stated: readonly (ImageSize | undefined)[],
  { imageNames = [], imageSizes = [] }: SizesByFrame,
): readonly Problem[] {
  const other = imageSizes.flatMap((size, frame) => {
    const said = stated[frame];
    if (size === undefined || said === undefined || textOf(size) === textOf(said)) return [];
    const isTurned = size.width === said.height && size.height === said.width;
    return [{ isTurned, words: `${imageNames[frame] ?? `frame ${frame}`} is ${textOf(size)}, not ${textOf(said)}` }];
  });
  const [first] = other;
  if (first === undefined) return [];
  const how = other.every(({ isTurned }) => isTurned) ? "turned" : "scaled or cut";
  return [readerProblem("picture-size-stated", [String(other.length), first.words, how])];
}

const textOf = ({ width, height }: ImageSize): string => `${width}x${height}`;
