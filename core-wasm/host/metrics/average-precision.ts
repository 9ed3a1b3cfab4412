/**
 * Mean average precision as defined by COCO (Lin et al. 2014, and its evaluation code): for each type and each IoU from
 * 0.5 to 0.95 in steps of 0.05, boxes in the order of confidence take the best remaining box of the truth on their
 * frame; the precision, made non-increasing in recall, is averaged over 101 recalls. At most 100 boxes per frame and
 * type count.
 */
import { splitTypes, type ComparedTracks } from "./frames.ts";

export interface AveragePrecision {
  /** Mean over all IoUs and types; `undefined` when the truth has no box. */
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
const maxBoxes = 100;

/** The boxes of one type in the order of confidence, and the boxes of the truth that each of them overlaps. */
export interface Ranking {
  readonly truthCount: number;
  /** Descending. */
  readonly confidences: Float64Array;
  /** The overlaps of the n-th box are at `starts[n]` .. `starts[n + 1]` - 1. */
  readonly starts: Uint32Array;
  /** Index of the box of the truth, counted over all frames. */
  readonly boxes: Uint32Array;
  readonly ious: Float64Array;
}

export function averagePrecision(compared: ComparedTracks): AveragePrecision {
  return averagePrecisionOf(rankTypes(splitTypes(compared)));
}

/** Average precision from boxes already ranked, by type in their order. */
export function averagePrecisionOf(rankings: ReadonlyMap<string, Ranking>): AveragePrecision {
  const tables = [...rankings].flatMap(([type, ranking]) => {
    if (ranking.truthCount === 0) return [];
    return [{ type, values: precisionsByIou(ranking) }];
  });
  const meanAt = (step: number): number | undefined => mean(tables.map(({ values }) => values[step] ?? 0));
  return {
    mean: mean(tables.flatMap(({ values }) => values)),
    at50: meanAt(0),
    at75: meanAt(5),
    types: tables.map(({ type, values }) => ({ type, mean: mean(values) ?? 0, at50: values[0]!, at75: values[5]! })),
  };
}

/** Kept, because a scoring asks for all types together and for each of them. */
const known = new WeakMap<Ranking, readonly number[]>();

function precisionsByIou(ranking: Ranking): readonly number[] {
  let values = known.get(ranking);
  if (values === undefined) {
    values = ious.map((iou) => interpolated(precisionsOf(ranking, iou)));
    known.set(ranking, values);
  }
  return values;
}

/** By type, in their order; includes types that were only found. */
export function rankTypes(split: ReturnType<typeof splitTypes>): ReadonlyMap<string, Ranking> {
  return new Map([...split].map(([type, own]) => [type, rank(own)]));
}

/**
 * Most confident first; equal ones by frame and position. Types are ignored.
 * @param max boxes of a frame that count
 */
export function rank({ truth, found, frames }: ComparedTracks, max = maxBoxes): Ranking {
  const [confidences, firsts, ends]: [number[], number[], number[]] = [[], [], []];
  const [boxes, overlapIous]: [number[], number[]] = [[], []];
  const placeOf = new Uint32Array(truth.length);
  /**
   * By computed track, a linked list of the overlaps of its box on the frame: the first one, and the next one after
   * each.
   */
  const first = new Int32Array(found.length).fill(-1);
  let truthCount = 0;
  for (const { truth: own, found: present, overlaps } of frames) {
    for (const index of own) placeOf[index] = truthCount++;
    const next = new Int32Array(overlaps.length);
    for (let at = overlaps.length - 1; at >= 0; at--) {
      const { found: index } = overlaps[at]!;
      next[at] = first[index]!;
      first[index] = at;
    }
    // In the order of tracks; sorting keeps that order among equal confidences.
    const surest =
      present.length <= max
        ? present
        : present.toSorted((a, b) => found[b]!.confidence - found[a]!.confidence).slice(0, max);
    for (const index of surest) {
      confidences.push(found[index]!.confidence);
      firsts.push(boxes.length);
      for (let at = first[index]!; at >= 0; at = next[at]!) {
        boxes.push(placeOf[overlaps[at]!.truth]!);
        overlapIous.push(overlaps[at]!.iou);
      }
      ends.push(boxes.length);
    }
    for (const { found: index } of overlaps) first[index] = -1;
  }
  const order = byConfidence(confidences);
  const starts = new Uint32Array(order.length + 1);
  const sorted = { boxes: new Uint32Array(boxes.length), ious: new Float64Array(boxes.length) };
  let end = 0;
  for (const [n, box] of order.entries()) {
    for (let at = firsts[box]!; at < ends[box]!; at++, end++) {
      sorted.boxes[end] = boxes[at]!;
      sorted.ious[end] = overlapIous[at]!;
    }
    starts[n + 1] = end;
  }
  return { truthCount, confidences: Float64Array.from(order, (box) => confidences[box]!), starts, ...sorted };
}

/**
 * Positions of the highest confidence first; equal ones in their order. There are far fewer confidences than boxes, since
 * the boxes of a track share one: counting them takes a fraction of the time of sorting.
 */
function byConfidence(confidences: readonly number[]): Uint32Array {
  const counts = new Map<number, number>();
  for (const confidence of confidences) counts.set(confidence, (counts.get(confidence) ?? 0) + 1);
  let start = 0;
  const next = new Map<number, number>();
  for (const confidence of Float64Array.from(counts.keys()).sort().reverse()) {
    next.set(confidence, start);
    start += counts.get(confidence)!;
  }
  const order = new Uint32Array(confidences.length);
  for (let at = 0; at < confidences.length; at++) {
    const place = next.get(confidences[at]!)!;
    order[place] = at;
    next.set(confidences[at]!, place + 1);
  }
  return order;
}

/** Precision and recall after each box of the ranking. */
export interface PrecisionRecall {
  readonly precisions: Float64Array;
  readonly recalls: Float64Array;
}

/** Each box takes the best remaining box of the truth on its frame. */
export function precisionsOf({ truthCount, starts, boxes, ious }: Ranking, minIou: number): PrecisionRecall {
  const isMatched = new Uint8Array(truthCount);
  const count = starts.length - 1;
  const [precisions, recalls] = [new Float64Array(count), new Float64Array(count)];
  let right = 0;
  for (let n = 0; n < count; n++) {
    let best = -1;
    for (let at = starts[n]!; at < starts[n + 1]!; at++) {
      if (ious[at]! < minIou - 1e-10 || isMatched[boxes[at]!] === 1) continue;
      if (best < 0 || ious[at]! > ious[best]!) best = at;
    }
    if (best >= 0) {
      isMatched[boxes[best]!] = 1;
      right++;
    }
    precisions[n] = right / (n + 1);
    recalls[n] = truthCount === 0 ? 0 : right / truthCount;
  }
  return { precisions, recalls };
}

/** The precision, made non-increasing in recall, averaged over 101 recalls. */
export function interpolated({ precisions, recalls: reached }: PrecisionRecall): number {
  const falling = precisions.slice();
  for (let at = falling.length - 2; at >= 0; at--) if (falling[at]! < falling[at + 1]!) falling[at] = falling[at + 1]!;
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
