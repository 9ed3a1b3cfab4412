/**
 * HOTA (Luiten et al. 2021): the geometric mean of how well boxes are found and how well they keep their identity,
 * averaged over IoUs from 0.05 to 0.95 in steps of 0.05. Boxes of a frame are matched for the largest sum of IoU times
 * how well the two tracks agree over all frames, as the authors' evaluation does.
 */
import { matchBest } from "./assignment.ts";
import type { ComparedTracks } from "./frames.ts";

export interface HotaMeasures {
  readonly hota: number;
  /** Detection and association, averaged over the same IoUs. */
  readonly detection: number;
  readonly association: number;
}

const alphas = Array.from({ length: 19 }, (_, step) => 0.05 * (step + 1));
/** IoUs are compared with alpha as the authors' evaluation does. */
const tolerance = Number.EPSILON;

export function measureHota({ truth, found, frames }: ComparedTracks): HotaMeasures {
  const truthCounts = truth.map((track) => track.frames.length);
  const foundCounts = found.map((track) => track.frames.length);
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  const [truthCount, foundCount] = [sum(truthCounts), sum(foundCounts)];
  if (truthCount === 0 || foundCount === 0) return { hota: 0, detection: 0, association: 0 };
  const agreement = agreements({ truth, found, frames });
  const matches = frames.flatMap(({ overlaps }) =>
    matchBest(
      overlaps.map(({ truth: a, found: b, iou }) => {
        const shared = agreement.get(keyOf(a, b)) ?? 0;
        return { a, b, iou, weight: iou * (shared / (truthCounts[a]! + foundCounts[b]! - shared)) };
      }),
    ),
  );
  const parts = alphas.map((alpha) => {
    const right = matches.filter(({ iou }) => iou >= alpha - tolerance);
    const pairs = Map.groupBy(right, ({ a, b }) => keyOf(a, b));
    let associated = 0;
    for (const [first, ...rest] of pairs.values()) {
      if (first === undefined) continue;
      const count = rest.length + 1;
      associated += count * (count / (truthCounts[first.a]! + foundCounts[first.b]! - count));
    }
    const detection = right.length / (truthCount + foundCount - right.length);
    const association = right.length === 0 ? 0 : associated / right.length;
    return { detection, association, hota: Math.sqrt(detection * association) };
  });
  const mean = (read: (part: (typeof parts)[number]) => number): number => sum(parts.map(read)) / parts.length;
  return { hota: mean((p) => p.hota), detection: mean((p) => p.detection), association: mean((p) => p.association) };
}

/** Over all frames, the share that each pair has in the IoUs of either. */
function agreements({ frames }: ComparedTracks): ReadonlyMap<string, number> {
  const shared = new Map<string, number>();
  for (const { overlaps } of frames) {
    const [own, other] = [new Map<number, number>(), new Map<number, number>()];
    for (const { truth, found, iou } of overlaps) {
      own.set(truth, (own.get(truth) ?? 0) + iou);
      other.set(found, (other.get(found) ?? 0) + iou);
    }
    for (const { truth, found, iou } of overlaps) {
      const share = iou / (own.get(truth)! + other.get(found)! - iou);
      shared.set(keyOf(truth, found), (shared.get(keyOf(truth, found)) ?? 0) + share);
    }
  }
  return shared;
}

function keyOf(a: number, b: number): string {
  return `${a} ${b}`;
}
