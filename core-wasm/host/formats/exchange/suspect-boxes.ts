/**
 * Whether all boxes of a file suggest that its numbers have another meaning: fractions of the picture instead of
 * pixels, corners instead of sizes, or sizes instead of corners. They are read as they are, and the report says so.
 */
import type { CoreInstance } from "../../instance.ts";
import { rowColumns } from "../../queries/columns.ts";
import { hostProblem } from "../problems/host-problems.ts";
import { looksLikeCorners } from "./looks-like-corners.ts";
import type { AnnotationFormat, Problem } from "../../types.ts";

/** Formats whose files have left, top, width and height. */
const formatsOfSizes: ReadonlySet<AnnotationFormat> = new Set<AnnotationFormat>(["coco", "kwcoco", "mot"]);
/** The smallest number of boxes that allows a conclusion. */
const minBoxes = 3;
/** Range of a fraction of a picture, including the 1 subtracted for a first pixel of 1. */
const [minPart, maxPart] = [-1.01, 1.5];

/** @param core with the boxes of one file only */
export function suspectBoxes(core: CoreInstance, format: AnnotationFormat): readonly Problem[] {
  const { bounds } = rowColumns(core);
  if (bounds.length === 0) return [];
  if (areParts(bounds)) return [hostProblem("boxes-like-fractions")];
  const isOfSizes = formatsOfSizes.has(format);
  if (isOfSizes) return areCorners(bounds) ? [hostProblem("boxes-like-corners")] : [];
  const backwards = countBackwards(bounds);
  const count = bounds.length / 4;
  return count >= minBoxes && backwards * 2 > count
    ? [hostProblem("boxes-like-sizes", [String(backwards), String(count)])]
    : [];
}

/** Stops at the first box in pixels, so that it costs nothing in the normal case. */
function areParts(bounds: Float64Array): boolean {
  let isWhole = true;
  for (const side of bounds) {
    if (side < minPart || side > maxPart) return false;
    if (!Number.isInteger(side)) isWhole = false;
  }
  return !isWhole;
}

function areCorners(bounds: Float64Array): boolean {
  if (bounds.length < minBoxes * 4) return false;
  for (let at = 0; at < bounds.length; at += 4) {
    if (bounds[at + 2]! <= 2 * bounds[at]! || bounds[at + 3]! <= 2 * bounds[at + 1]!) return false;
  }
  const side = (from: number): readonly number[] =>
    Array.from({ length: bounds.length / 4 }, (_, row) => bounds[row * 4 + from]!);
  const [lefts, tops, rights, bottoms] = [side(0), side(1), side(2), side(3)];
  return (
    looksLikeCorners(
      lefts,
      rights.map((right, row) => right - lefts[row]!),
    ) &&
    looksLikeCorners(
      tops,
      bottoms.map((bottom, row) => bottom - tops[row]!),
    )
  );
}

function countBackwards(bounds: Float64Array): number {
  let count = 0;
  for (let at = 0; at < bounds.length; at += 4) {
    if (bounds[at + 2]! < bounds[at]! || bounds[at + 3]! < bounds[at + 1]!) count++;
  }
  return count;
}
