/**
 * Mean average precision as COCO defines it (Lin et al. 2014, and its evaluation code): for each type and each IoU from
 * 0.5 to 0.95 in steps of 0.05, boxes in the order of their confidence take the best box of the truth on their frame
 * that is left; the precision, made never to rise with recall, is averaged over 101 recalls. At most 100 boxes a frame
 * and type count.
 */
import { splitTypes, type ComparedTracks } from "./frames.ts";

export interface AveragePrecision {
  /** Mean over all IoUs and types; `undefined` where the truth has no box. */
  readonly mean: number | undefined;
  readonly at50: number | undefined;
  readonly at75: number | undefined;
  /** By type, mean over all IoUs. */
  readonly types: readonly {
    readonly type: string;
    readonly mean: number;
    readonly at50: number;
    readonly at75: number;
  }[];
}

const ious = Array.from({ length: 10 }, (_, step) => 0.5 + step * 0.05);
const recallSteps = 101;
const mostBoxes = 100;

/** The boxes of one type in the order of their confidence, and which boxes of the truth each of them overlaps. */
export interface Ranking {
  readonly truthCount: number;
  /** Descending. */
  readonly confidences: Float64Array;
  /** The overlaps of the n-th box are at `starts[n]` .. `starts[n + 1]` - 1. */
  readonly starts: Uint32Array;
  /** Which box of the truth, counted over all frames. */
  readonly boxes: Uint32Array;
  readonly ious: Float64Array;
}

export function averagePrecision(compared: ComparedTracks): AveragePrecision {
  return averagePrecisionOf(rankTypes(compared));
}

/** The same of boxes that are ranked already, by type in their order. */
export function averagePrecisionOf(rankings: ReadonlyMap<string, Ranking>): AveragePrecision {
  const tables = [...rankings].flatMap(([type, ranking]) => {
    if (ranking.truthCount === 0) return [];
    return [{ type, values: ious.map((iou) => interpolated(precisionsOf(ranking, iou))) }];
  });
  const meanAt = (step: number): number | undefined => mean(tables.map(({ values }) => values[step] ?? 0));
  return {
    mean: mean(tables.flatMap(({ values }) => values)),
    at50: meanAt(0),
    at75: meanAt(5),
    types: tables.map(({ type, values }) => ({ type, mean: mean(values) ?? 0, at50: values[0]!, at75: values[5]! })),
  };
}

/** By type, in their order; types that only what was found has are there too. */
export function rankTypes(compared: ComparedTracks): ReadonlyMap<string, Ranking> {
  return new Map([...splitTypes(compared)].map(([type, own]) => [type, rank(own)]));
}

/**
 * Surest first; of equally sure ones by frame and place. Types are not looked at.
 * @param most boxes of a frame that count
 */
export function rank({ found, frames }: ComparedTracks, most = mostBoxes): Ranking {
  const ranked: { readonly confidence: number; readonly first: number; readonly end: number }[] = [];
  const [boxes, overlapIous]: [number[], number[]] = [[], []];
  let truthCount = 0;
  for (const { truth, found: present, overlaps } of frames) {
    const placeOf = new Map(truth.map((index, at) => [index, truthCount + at]));
    truthCount += truth.length;
    const own = overlaps.length === 0 ? undefined : Map.groupBy(overlaps, (overlap) => overlap.found);
    const surest = present
      .map((index) => ({ index, confidence: found[index]?.confidence ?? 0 }))
      .sort((a, b) => b.confidence - a.confidence || a.index - b.index);
    for (const { index, confidence } of surest.slice(0, most)) {
      const first = boxes.length;
      for (const { truth: ofTruth, iou } of own?.get(index) ?? []) {
        boxes.push(placeOf.get(ofTruth)!);
        overlapIous.push(iou);
      }
      ranked.push({ confidence, first, end: boxes.length });
    }
  }
  // Frames and places are in order already, and sorting keeps that.
  ranked.sort((a, b) => b.confidence - a.confidence);
  const starts = new Uint32Array(ranked.length + 1);
  const sorted = { boxes: new Uint32Array(boxes.length), ious: new Float64Array(boxes.length) };
  let end = 0;
  for (const [n, one] of ranked.entries()) {
    for (let at = one.first; at < one.end; at++, end++) {
      sorted.boxes[end] = boxes[at]!;
      sorted.ious[end] = overlapIous[at]!;
    }
    starts[n + 1] = end;
  }
  return { truthCount, confidences: Float64Array.from(ranked, ({ confidence }) => confidence), starts, ...sorted };
}

/** Precision and recall after each box of the ranking. */
export interface PrecisionRecall {
  readonly precisions: Float64Array;
  readonly recalls: Float64Array;
}

/** Each box takes the best box of the truth on its frame that is left. */
export function precisionsOf({ truthCount, starts, boxes, ious }: Ranking, leastIou: number): PrecisionRecall {
  const isTaken = new Uint8Array(truthCount);
  const count = starts.length - 1;
  const [precisions, recalls] = [new Float64Array(count), new Float64Array(count)];
  let right = 0;
  for (let n = 0; n < count; n++) {
    let best = -1;
    for (let at = starts[n]!; at < starts[n + 1]!; at++) {
      if (ious[at]! < leastIou - 1e-10 || isTaken[boxes[at]!] === 1) continue;
      if (best < 0 || ious[at]! > ious[best]!) best = at;
    }
    if (best >= 0) {
      isTaken[boxes[best]!] = 1;
      right++;
    }
    precisions[n] = right / (n + 1);
    recalls[n] = truthCount === 0 ? 0 : right / truthCount;
  }
  return { precisions, recalls };
}

/** The precision, made never to rise with recall, averaged over 101 recalls. */
export function interpolated({ precisions, recalls: reached }: PrecisionRecall): number {
  const falling = precisions.slice();
  for (let at = falling.length - 2; at >= 0; at--) falling[at] = Math.max(falling[at]!, falling[at + 1]!);
  let [sum, at] = [0, 0];
  for (let step = 0; step < recallSteps; step++) {
    while (at < reached.length && reached[at]! < step / (recallSteps - 1)) at++;
    sum += falling[at] ?? 0;
  }
  return sum / recallSteps;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
