/**
 * Precision, recall, MOTA and IDF1 if only tracks from a confidence on were kept, for many confidences. Connected
 * components of tracks with matching boxes are measured separately, and only once for each confidence in them: a pass
 * over everything at each threshold would take many times as long.
 *
 * At every threshold, frames are those of the whole comparison.
 */
import { measureClear } from "./clear.ts";
import { measureDetections } from "./detection.ts";
import type { ComparedFrame, ComparedTracks, Overlap } from "./frames.ts";
import { measureIdentity } from "./identity.ts";

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

interface Connected {
  readonly type: string;
  readonly found: Set<number>;
  readonly frames: { readonly at: number; readonly overlaps: Overlap[] }[];
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
  for (const part of connect(compared, minIou)) {
    const counts = countsOf(part.type);
    let from = 0;
    for (const last of [...new Set([...part.found].map((index) => reach[index]!))].sort((a, b) => a - b)) {
      if (last < from) continue;
      const measured = measure(compared, part, (index) => reach[index]! >= last, { minIou, tracking });
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
function connect({ truth, frames }: ComparedTracks, minIou: number): Iterable<Connected> {
  const parent: number[] = truth.map((_, index) => index);
  // The computed tracks after those of the truth.
  const placeOf = (found: number): number => truth.length + found;
  const rootOf = (of: number): number => {
    let at = of;
    while ((parent[at] ??= at) !== at) at = parent[at] = parent[parent[at]!] ??= parent[at]!;
    return at;
  };
  for (const { overlaps } of frames)
    for (const { truth: a, found: b, iou } of overlaps) if (iou >= minIou) parent[rootOf(a)] = rootOf(placeOf(b));
  const parts = new Map<number, Connected>();
  for (const [at, { overlaps }] of frames.entries()) {
    for (const overlap of overlaps) {
      if (overlap.iou < minIou) continue;
      const root = rootOf(overlap.truth);
      let part = parts.get(root);
      if (part === undefined)
        parts.set(root, (part = { type: truth[overlap.truth]!.type, found: new Set(), frames: [] }));
      part.found.add(overlap.found);
      if (part.frames.at(-1)?.at !== at) part.frames.push({ at, overlaps: [] });
      part.frames.at(-1)!.overlaps.push(overlap);
    }
  }
  return parts.values();
}

function measure(
  { truth, found }: ComparedTracks,
  part: Connected,
  isKept: (found: number) => boolean,
  { minIou, tracking }: Omit<SweepOptions, "steps">,
): { matched: number; kept: number; switches: number; agreed: number } {
  const frames: ComparedFrame[] = [];
  let next = part.frames[0]?.at;
  for (const { at, overlaps } of part.frames) {
    const left = overlaps.filter((overlap) => isKept(overlap.found));
    // A frame without matches ends the matches before it.
    if (at !== next) frames.push({ frame: at - 1, truth: [], found: [], overlaps: [] });
    frames.push({ frame: at, truth: [], found: [], overlaps: left });
    next = at + 1;
  }
  const compared = { truth, found, frames };
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
