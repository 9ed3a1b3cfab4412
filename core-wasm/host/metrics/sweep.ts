/**
 * Precision, recall, MOTA and IDF1 if only tracks from a confidence on were kept, for many confidences. Connected
 * components of tracks with matching boxes are measured separately, and only once for each confidence in them: a pass
 * over everything at each threshold would take many times as long.
 *
 * At every threshold, frames are those of the whole comparison.
 */
import { measureClear } from "./clear.ts";
import { measureDetections } from "./detection.ts";
import { OverlapRows, type ComparedTracks } from "./frames.ts";
import { measureIdentity } from "./identity.ts";
import type { TrackBoxes } from "../types.ts";

/** One entry per threshold. */
export interface SweepMeasures {
  readonly precision: number[];
  readonly recall: number[];
  readonly f1: number[];
  readonly mota?: number[];
  readonly idf1?: number[];
}

export interface Sweep {
  /** 0 .. 1, ascending. */
  readonly thresholds: readonly number[];
  readonly all: SweepMeasures;
  /** For the types in the truth. */
  readonly types: ReadonlyMap<string, SweepMeasures>;
}

export interface SweepOptions {
  readonly minIou: number;
  /** Number of steps between 0 and 1, at least 1. */
  readonly steps: number;
  readonly tracking: boolean;
}

/** Counts by threshold. */
interface Counts {
  truth: number;
  readonly found: Float64Array;
  readonly matched: Float64Array;
  /** Matches of CLEAR, which may keep other pairs. */
  readonly kept: Float64Array;
  readonly switches: Float64Array;
  readonly agreed: Float64Array;
}

/** Tracks that no match connects with others, and their overlaps: in the order of frames, with tracks of the part. */
interface Part {
  readonly truth: TrackBoxes[];
  readonly found: TrackBoxes[];
  /** Of each computed track: the last threshold that it passes. */
  readonly reach: number[];
  readonly frames: number[];
  readonly pairs: { readonly truth: number[]; readonly found: number[]; readonly ious: number[] };
}

/** @param compared without pairs that must not match */
export function sweepThresholds(compared: ComparedTracks, { minIou, steps, tracking }: SweepOptions): Sweep {
  const thresholds = Array.from({ length: steps + 1 }, (_, step) => step / steps);
  // The last threshold that each track passes; -1: none.
  const reach = compared.found.map(({ confidence }) => thresholds.findLastIndex((min) => confidence >= min));
  const byType = new Map<string, Counts>();
  const countsOf = (type: string): Counts => {
    let counts = byType.get(type);
    if (counts === undefined) byType.set(type, (counts = noCounts(thresholds.length)));
    return counts;
  };
  for (const { type, frames } of compared.truth) countsOf(type).truth += frames.length;
  for (const [index, { type, frames }] of compared.found.entries()) {
    const { found } = countsOf(type);
    for (let step = 0; step <= reach[index]!; step++) found[step]! += frames.length;
  }
  for (const part of connect(compared, minIou, reach)) {
    const counts = countsOf(part.truth[0]!.type);
    let from = 0;
    for (const last of [...new Set(part.reach)].sort((a, b) => a - b)) {
      if (last < from) continue;
      const measured = measure(part, last, { minIou, tracking });
      for (; from <= last; from++) {
        counts.matched[from]! += measured.matched;
        counts.kept[from]! += measured.kept;
        counts.switches[from]! += measured.switches;
        counts.agreed[from]! += measured.agreed;
      }
    }
  }
  const all = noCounts(thresholds.length);
  for (const counts of byType.values()) {
    all.truth += counts.truth;
    for (const key of ["found", "matched", "kept", "switches", "agreed"] as const)
      for (const [step, value] of counts[key].entries()) all[key][step]! += value;
  }
  const types = [...byType].filter(([, { truth }]) => truth > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    thresholds,
    all: measuresOf(all, tracking),
    types: new Map(types.map(([type, counts]) => [type, measuresOf(counts, tracking)])),
  };
}

/**
 * The best threshold, the lowest of several equally good ones; `min`: the lower of the best thresholds for IDF1 and
 * MOTA.
 */
export function recommendThreshold(
  { thresholds }: Pick<Sweep, "thresholds">,
  measures: SweepMeasures,
  by: "min" | "idf1" | "mota" | "f1",
): number {
  const best = (values: readonly number[]): number => {
    const max = Math.max(...values);
    return thresholds[values.findIndex((value) => value >= max - 1e-12)] ?? 0;
  };
  const { f1, idf1 = f1, mota = f1 } = measures;
  if (by === "min") return Math.min(best(idf1), best(mota));
  return best({ f1, idf1, mota }[by]);
}

function noCounts(length: number): Counts {
  const zeros = (): Float64Array => new Float64Array(length);
  return { truth: 0, found: zeros(), matched: zeros(), kept: zeros(), switches: zeros(), agreed: zeros() };
}

/** Connected components through matching boxes. */
function connect(
  { truth, found, frames, overlaps }: ComparedTracks,
  minIou: number,
  reach: readonly number[],
): Iterable<Part> {
  // The computed tracks after those of the truth.
  const parent = Uint32Array.from({ length: truth.length + found.length }, (_, index) => index);
  const rootOf = (of: number): number => {
    let at = of;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!;
    return at;
  };
  for (let at = 0; at < overlaps.ious.length; at++)
    if (overlaps.ious[at]! >= minIou) parent[rootOf(overlaps.truth[at]!)] = rootOf(truth.length + overlaps.found[at]!);
  const parts = new Map<number, Part>();
  /** By track: its position in its part, after it was seen. */
  const places = new Int32Array(parent.length).fill(-1);
  for (let n = 0; n < frames.length; n++) {
    for (let at = overlaps.starts[n]!; at < overlaps.starts[n + 1]!; at++) {
      if (!(overlaps.ious[at]! >= minIou)) continue;
      const [a, b] = [overlaps.truth[at]!, overlaps.found[at]!];
      const root = rootOf(a);
      let part = parts.get(root);
      if (part === undefined) parts.set(root, (part = emptyPart()));
      if (places[a]! < 0) places[a] = part.truth.push(truth[a]!) - 1;
      if (places[truth.length + b]! < 0) {
        places[truth.length + b] = part.found.push(found[b]!) - 1;
        part.reach.push(reach[b]!);
      }
      part.frames.push(n);
      part.pairs.truth.push(places[a]!);
      part.pairs.found.push(places[truth.length + b]!);
      part.pairs.ious.push(overlaps.ious[at]!);
    }
  }
  return parts.values();
}

function emptyPart(): Part {
  return { truth: [], found: [], reach: [], frames: [], pairs: { truth: [], found: [], ious: [] } };
}

/** Of the tracks that pass the threshold; boxes without overlaps do not matter for these counts. */
function measure(
  { truth, found, reach, frames: frameOf, pairs }: Part,
  threshold: number,
  { minIou, tracking }: Omit<SweepOptions, "steps">,
): { matched: number; kept: number; switches: number; agreed: number } {
  const frames: number[] = [];
  // A frame without matches ends the matches before it.
  for (let at = 0; at < frameOf.length; at++) {
    const frame = frameOf[at]!;
    if (frame === frames.at(-1)) continue;
    if (frames.length > 0 && frame !== frames.at(-1)! + 1) frames.push(frame - 1);
    frames.push(frame);
  }
  const overlaps = new OverlapRows(frames.length, pairs.ious.length);
  let at = 0;
  for (const [n, frame] of frames.entries()) {
    for (; frameOf[at] === frame; at++)
      if (reach[pairs.found[at]!]! >= threshold) overlaps.add(pairs.truth[at]!, pairs.found[at]!, pairs.ious[at]!);
    overlaps.endFrame(n);
  }
  const none = { starts: new Uint32Array(frames.length + 1), tracks: new Uint32Array() };
  const compared: ComparedTracks = {
    truth,
    found,
    frames: Uint32Array.from(frames),
    truthBoxes: none,
    foundBoxes: none,
    overlaps: overlaps.finish(),
  };
  const { matched } = measureDetections(compared, minIou);
  if (!tracking) return { matched, kept: 0, switches: 0, agreed: 0 };
  const clear = measureClear(compared, minIou);
  const { agreed } = measureIdentity(compared, minIou);
  return { matched, kept: clear.matched, switches: clear.switchCount, agreed };
}

function measuresOf({ truth, found, matched, kept, switches, agreed }: Counts, tracking: boolean): SweepMeasures {
  const each = (value: (step: number) => number): number[] => Array.from(found, (_, step) => value(step));
  const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
  return {
    precision: each((step) => ratio(matched[step]!, found[step]!)),
    recall: each((step) => ratio(matched[step]!, truth)),
    f1: each((step) => ratio(2 * matched[step]!, truth + found[step]!)),
    ...(tracking && {
      mota: each((step) => (truth === 0 ? 0 : 1 - (truth + found[step]! - 2 * kept[step]! + switches[step]!) / truth)),
      idf1: each((step) => ratio(2 * agreed[step]!, truth + found[step]!)),
    }),
  };
}
