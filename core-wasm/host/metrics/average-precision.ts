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
    values = ious.map((iou) => interpolatedPrecision(ranking, iou));
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
export function rank(
  { truth, found, frames, truthBoxes, foundBoxes, overlaps }: ComparedTracks,
  max = maxBoxes,
): Ranking {
  /** By box that counts, in the order of frames: its track. */
  const tracks = new Uint32Array(foundBoxes.tracks.length);
  let count = 0;
  /** By overlap: the box that counts, or -1; and the box of the truth. */
  const boxOf = new Int32Array(overlaps.ious.length);
  const truthOf = new Uint32Array(overlaps.ious.length);
  /** By track: its box on the frame. */
  const [placeOfFound, placeOfTruth] = [new Int32Array(found.length).fill(-1), new Uint32Array(truth.length)];
  for (let n = 0; n < frames.length; n++) {
    for (let at = truthBoxes.starts[n]!; at < truthBoxes.starts[n + 1]!; at++)
      placeOfTruth[truthBoxes.tracks[at]!] = at;
    const present = foundBoxes.tracks.subarray(foundBoxes.starts[n], foundBoxes.starts[n + 1]);
    for (const index of present.length <= max ? present : surest(present, found, max)) {
      placeOfFound[index] = count;
      tracks[count++] = index;
    }
    for (let at = overlaps.starts[n]!; at < overlaps.starts[n + 1]!; at++) {
      boxOf[at] = placeOfFound[overlaps.found[at]!]!;
      truthOf[at] = placeOfTruth[overlaps.truth[at]!]!;
    }
    for (const index of present) placeOfFound[index] = -1;
  }
  const { places, confidences } = byConfidence(tracks.subarray(0, count), found);
  const starts = new Uint32Array(count + 1);
  for (const box of boxOf) if (box >= 0) starts[places[box]! + 1]!++;
  for (let place = 0; place < count; place++) starts[place + 1]! += starts[place]!;
  const sorted = { boxes: new Uint32Array(starts[count]!), ious: new Float64Array(starts[count]!) };
  const next = starts.slice();
  for (let at = 0; at < boxOf.length; at++) {
    const box = boxOf[at]!;
    if (box < 0) continue;
    const row = next[places[box]!]!++;
    sorted.boxes[row] = truthOf[at]!;
    sorted.ious[row] = overlaps.ious[at]!;
  }
  return { truthCount: truthBoxes.tracks.length, confidences, starts, ...sorted };
}

/** In the order of tracks; sorting keeps that order among equal confidences. */
function surest(present: Uint32Array, found: ComparedTracks["found"], max: number): readonly number[] {
  return [...present].sort((a, b) => found[b]!.confidence - found[a]!.confidence).slice(0, max);
}

/**
 * The place of each box when the highest confidence comes first, and equal ones stay in their order. There are far fewer
 * confidences than boxes, since the boxes of a track share one: counting them takes a fraction of the time of sorting.
 */
function byConfidence(tracks: Uint32Array, found: ComparedTracks["found"]) {
  const levels = Float64Array.from(new Set(found.map(({ confidence }) => confidence)))
    .sort()
    .reverse();
  const numberOf = new Map(Array.from(levels, (confidence, level) => [confidence, level]));
  const levelOf = Uint32Array.from(found, ({ confidence }) => numberOf.get(confidence)!);
  const next = new Uint32Array(levels.length + 1);
  for (const track of tracks) next[levelOf[track]! + 1]!++;
  for (let level = 0; level < levels.length; level++) next[level + 1]! += next[level]!;
  const places = new Uint32Array(tracks.length);
  const confidences = new Float64Array(tracks.length);
  for (let box = 0; box < tracks.length; box++) {
    const level = levelOf[tracks[box]!]!;
    const place = (places[box] = next[level]!++);
    confidences[place] = levels[level]!;
  }
  return { places, confidences };
}

/** Positions in the ranking of the boxes that take one: each takes the best remaining box of the truth on its frame. */
export function hitsOf({ truthCount, starts, boxes, ious }: Ranking, minIou: number): Uint32Array {
  const isMatched = new Uint8Array(truthCount);
  const hits = new Uint32Array(Math.min(truthCount, starts.length - 1));
  let right = 0;
  for (let n = 0; n < starts.length - 1; n++) {
    let best = -1;
    for (let at = starts[n]!; at < starts[n + 1]!; at++) {
      if (ious[at]! < minIou - 1e-10 || isMatched[boxes[at]!] === 1) continue;
      if (best < 0 || ious[at]! > ious[best]!) best = at;
    }
    if (best < 0) continue;
    isMatched[boxes[best]!] = 1;
    hits[right++] = n;
  }
  return hits.subarray(0, right);
}

/** The precision, made non-increasing in recall, averaged over 101 recalls. It only rises at hits. */
export function interpolatedPrecision(ranking: Ranking, minIou: number): number {
  const hits = hitsOf(ranking, minIou);
  const falling = new Float64Array(hits.length);
  let highest = 0;
  for (let at = hits.length - 1; at >= 0; at--) {
    highest = Math.max(highest, (at + 1) / (hits[at]! + 1));
    falling[at] = highest;
  }
  let [sum, at] = [0, 0];
  for (let step = 0; step < recallSteps; step++) {
    while (at < falling.length && (at + 1) / ranking.truthCount < step / (recallSteps - 1)) at++;
    sum += falling[at] ?? 0;
  }
  return sum / recallSteps;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
