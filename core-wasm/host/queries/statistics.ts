/** Statistics of the annotations: counts, lengths and areas, in one pass over the columns. */
import { attributeUses } from "../formats/exchange/attributes.ts";
import type { CoreInstance } from "../instance.ts";
import {
  unknownType,
  type AttributeStatistics,
  type Distribution,
  type FrameNumber,
  type Statistics,
  type TypeStatistics,
} from "../types.ts";
import { RowFlag } from "../border.ts";
import { bestType, detectionColumns, tracksWithRows, visitStretches } from "./columns.ts";

export function computeStatistics(core: CoreInstance, types: readonly string[]): Statistics {
  const { exports } = core;
  // May grow memory, so it must precede the views.
  const attributes = countAttributes(core);
  const columns = detectionColumns(core);
  const detectionCount = exports.detection_count.value;
  const areas = new Float64Array(detectionCount);
  const begins: number[] = [];
  const ends: number[] = [];
  const lengths: number[] = [];
  const byType = new Map<string, { trackCount: number; detectionCount: number }>();
  let stored = 0;
  let shownCount = 0;
  let keyframeCount = 0;
  let geometryCount = 0;
  for (const rows of tracksWithRows(core)) {
    const { track, first, end } = rows;
    const type = types[bestType(core, track) ?? -1] ?? unknownType;
    const uses = byType.get(type) ?? { trackCount: 0, detectionCount: 0 };
    byType.set(type, uses);
    uses.trackCount++;
    uses.detectionCount += end - first;
    for (let row = first; row < end; row++) {
      const flags = columns.flags[row]!;
      if ((flags & RowFlag.notKeyframe) === 0) keyframeCount++;
      if ((flags & RowFlag.hasGeometry) !== 0) geometryCount++;
      areas[stored++] = areaOf(columns.bounds, row);
    }
    if (end > first) lengths.push(columns.frames[end - 1]! - columns.frames[first]! + 1);
    visitStretches(columns, rows, (from, to) => {
      begins.push(from);
      ends.push(to);
      shownCount += to - from;
    });
  }
  return {
    trackCount: exports.track_count.value,
    groupCount: exports.group_count.value,
    detectionCount,
    keyframeCount,
    interpolatedCount: shownCount - detectionCount,
    geometryCount,
    frames: coveredFrames(Float64Array.from(begins), Float64Array.from(ends)),
    types: [...byType]
      .map(([type, uses]): TypeStatistics => ({ type, ...uses }))
      .toSorted((a, b) => b.trackCount - a.trackCount || compareTexts(a.type, b.type)),
    trackLengths: distribution(Float64Array.from(lengths)),
    singleFrameTrackCount: lengths.filter((length) => length === 1).length,
    areas: distribution(areas),
    attributes,
  };
}

function areaOf(bounds: Float64Array, row: number): number {
  const at = row * 4;
  return Math.abs((bounds[at + 2]! - bounds[at]!) * (bounds[at + 3]! - bounds[at + 1]!));
}

/** First, last and number of frames in at least one of the ranges; sorts both lists. */
function coveredFrames(begins: Float64Array, ends: Float64Array): Statistics["frames"] {
  if (begins.length === 0) return undefined;
  begins.sort();
  ends.sort();
  let count = 0;
  let next = 0;
  for (let closed = 0; closed < ends.length; closed++) {
    // A covered section ends where as many ranges have ended as have begun.
    if (closed + 1 < ends.length && begins[closed + 1]! <= ends[closed]!) continue;
    count += ends[closed]! - begins[next]!;
    next = closed + 1;
  }
  return { first: begins[0]! as FrameNumber, last: (ends.at(-1)! - 1) as FrameNumber, count };
}

/** Sorts the numbers. */
function distribution(numbers: Float64Array): Distribution {
  const { length } = numbers;
  if (length === 0) return { min: 0, median: 0, mean: 0, max: 0 };
  numbers.sort();
  const middle = length >> 1;
  const median = length % 2 === 1 ? numbers[middle]! : (numbers[middle - 1]! + numbers[middle]!) / 2;
  return {
    min: numbers[0]!,
    median,
    mean: numbers.reduce((sum, n) => sum + n, 0) / length,
    max: numbers[length - 1]!,
  };
}

function countAttributes(core: CoreInstance): readonly AttributeStatistics[] {
  core.exports.attribute_count_all();
  return attributeUses(core)
    .map(({ name, belongs, numbers, booleans, texts }): AttributeStatistics => {
      const counts = { numberCount: numbers, booleanCount: booleans, textCount: texts };
      return { name, belongs, useCount: numbers + booleans + texts, ...counts };
    })
    .filter(({ useCount }) => useCount > 0)
    .toSorted((a, b) => b.useCount - a.useCount || compareTexts(a.belongs, b.belongs) || compareTexts(a.name, b.name));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
