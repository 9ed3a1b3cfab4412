/**
 * Mean average precision as COCO defines it (Lin et al. 2014, and its evaluation code): for each type and each IoU from
 * 0.5 to 0.95 in steps of 0.05, boxes in the order of their confidence take the best box of the truth on their frame
 * that is left; the precision, made never to rise with recall, is averaged over 101 recalls. At most 100 boxes a frame
 * and type count.
 */
import type { ComparedTracks, Overlap } from "./frames.ts";

export interface AveragePrecision {
  /** Mean over all IoUs and types; `undefined` where the truth has no box. */
  readonly mean: number | undefined;
  readonly at50: number | undefined;
  readonly at75: number | undefined;
  /** By type, mean over all IoUs. */
  readonly types: readonly { readonly type: string; readonly mean: number }[];
}

const ious = Array.from({ length: 10 }, (_, step) => 0.5 + step * 0.05);
const recalls = 101;
const mostBoxes = 100;

interface Ranked {
  readonly confidence: number;
  readonly frame: number;
  readonly found: number;
  /** Of its type. */
  readonly overlaps: readonly Overlap[];
}

export function averagePrecision(compared: ComparedTracks): AveragePrecision {
  const types = [...new Set(compared.truth.map(({ type }) => type))].toSorted((a, b) => (a < b ? -1 : 1));
  const tables = types.flatMap((type) => {
    const truthCount = compared.frames.reduce(
      (sum, { truth }) => sum + truth.filter((index) => compared.truth[index]?.type === type).length,
      0,
    );
    if (truthCount === 0) return [];
    const ranked = rank(compared, type);
    return [{ type, values: ious.map((iou) => precisionAt(ranked, truthCount, iou)) }];
  });
  const meanAt = (step: number): number | undefined => mean(tables.map(({ values }) => values[step] ?? 0));
  return {
    mean: mean(tables.flatMap(({ values }) => values)),
    at50: meanAt(0),
    at75: meanAt(5),
    types: tables.map(({ type, values }) => ({ type, mean: mean(values) ?? 0 })),
  };
}

/** Surest first; of equally sure ones by frame and place. */
function rank({ found, frames }: ComparedTracks, type: string): readonly Ranked[] {
  const ranked = frames.flatMap(({ frame, found: present, overlaps }) => {
    const own = Map.groupBy(
      overlaps.filter(({ isSameType }) => isSameType),
      (overlap) => overlap.found,
    );
    return present
      .filter((index) => found[index]?.type === type)
      .map((index): Ranked => {
        return { confidence: found[index]?.confidence ?? 0, frame, found: index, overlaps: own.get(index) ?? [] };
      })
      .toSorted((a, b) => b.confidence - a.confidence || a.found - b.found)
      .slice(0, mostBoxes);
  });
  return ranked.toSorted((a, b) => b.confidence - a.confidence || a.frame - b.frame || a.found - b.found);
}

function precisionAt(ranked: readonly Ranked[], truthCount: number, leastIou: number): number {
  const taken = new Map<number, Set<number>>();
  const [precisions, reached]: [number[], number[]] = [[], []];
  let right = 0;
  for (const [place, { frame, overlaps }] of ranked.entries()) {
    const gone = taken.get(frame) ?? new Set();
    taken.set(frame, gone);
    let best: Overlap | undefined;
    for (const overlap of overlaps) {
      if (overlap.iou < leastIou - 1e-10 || gone.has(overlap.truth)) continue;
      if (best === undefined || overlap.iou > best.iou) best = overlap;
    }
    if (best !== undefined) {
      gone.add(best.truth);
      right++;
    }
    precisions.push(right / (place + 1));
    reached.push(right / truthCount);
  }
  for (let at = precisions.length - 2; at >= 0; at--) precisions[at] = Math.max(precisions[at]!, precisions[at + 1]!);
  let sum = 0;
  let at = 0;
  for (let step = 0; step < recalls; step++) {
    while (at < reached.length && reached[at]! < step / (recalls - 1)) at++;
    sum += precisions[at] ?? 0;
  }
  return sum / recalls;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
