/** How well polygons, heads, tails and lengths of matched boxes agree with those of the truth. */
import { boundsAt } from "../bounds-at.ts";
import type { Scoring } from "#schemas";
import type { DetectionMarks, Point, TrackBoxes } from "../types.ts";
import { rowsIou } from "../queries/iou.ts";
import type { ComparedTracks, OverlapMeasure } from "./frames.ts";
import { matchFrames } from "./overlap-matching.ts";
import { polygonIou, type Polygons } from "./polygon-iou.ts";
import type { MarksOf, PooledTracks } from "./pool.ts";

type Marked = Pick<Scoring["summary"], "polygons" | "keypoints" | "lengths">;

/** Compares polygons if either box has some; a box without polygons counts as one. */
export function polygonOverlap(
  { truth, found }: Pick<PooledTracks, "truth" | "found">,
  marksOf: MarksOf,
): OverlapMeasure {
  return (ofTruth, truthAt, ofFound, foundAt) => {
    const [own, other] = [truth[ofTruth]!, found[ofFound]!];
    const frame = own.frames[truthAt]!;
    const [a, b] = [marksOf(own, frame)?.polygons ?? [], marksOf(other, frame)?.polygons ?? []];
    if (a.length === 0 && b.length === 0) return rowsIou(own.bounds, truthAt * 4, other.bounds, foundAt * 4);
    return polygonIou(a.length === 0 ? boxAs(own, truthAt) : a, b.length === 0 ? boxAs(other, foundAt) : b);
  };
}

function boxAs({ bounds }: TrackBoxes, at: number): Polygons {
  const [x1, y1, x2, y2] = boundsAt(bounds, at);
  return [
    [
      [
        [x1, y1],
        [x2, y1],
        [x2, y2],
        [x1, y2],
      ],
    ],
  ];
}

/**
 * A head or tail of the truth counts if the truth has both. It is correct if the computed one is nearer than the
 * tolerance times their distance; a missing one is wrong.
 */
export function measureMarks(
  compared: ComparedTracks,
  marksOf: MarksOf,
  { minIou, tolerance }: { readonly minIou: number; readonly tolerance: number },
): Marked {
  const { truth, found, frames, overlaps } = compared;
  const matches = matchFrames(compared, minIou);
  const ious: number[] = [];
  const off: { readonly by: number; readonly of: number }[] = [];
  const ends = { head: { count: 0, right: 0 }, tail: { count: 0, right: 0 } };
  const distances: number[] = [];
  for (let n = 0; n < frames.length; n++) {
    for (let match = matches.starts[n]!; match < matches.starts[n + 1]!; match++) {
      const at = matches.overlaps[match]!;
      const own = marksOf(truth[overlaps.truth[at]!]!, frames[n]!);
      if (own === undefined) continue;
      const other = marksOf(found[overlaps.found[at]!]!, frames[n]!);
      const { polygons = [], length } = other ?? {};
      if (own.polygons.length > 0 && polygons.length > 0) ious.push(polygonIou(own.polygons, polygons));
      if (own.length !== undefined && length !== undefined) off.push({ by: length - own.length, of: own.length });
      compareEnds(own, other, (end, distance, whole) => {
        ends[end].count++;
        if (distance !== undefined && distance <= tolerance * whole) ends[end].right++;
        if (distance !== undefined) distances.push(distance);
      });
    }
  }
  const { head, tail } = ends;
  const share = ({ count, right }: typeof head): number | null => (count === 0 ? null : right / count);
  const count = head.count + tail.count;
  return {
    ...(ious.length > 0 && { polygons: { count: ious.length, meanIou: mean(ious) } }),
    ...(distances.length > 0 && {
      keypoints: {
        count,
        pck: (head.right + tail.right) / count,
        pckHead: share(head),
        pckTail: share(tail),
        distance: mean(distances),
      },
    }),
    ...(off.length > 0 && {
      lengths: {
        count: off.length,
        mae: mean(off.map(({ by }) => Math.abs(by))),
        mape: mean(off.map(({ by, of }) => Math.abs(by) / of)),
        rmse: Math.sqrt(mean(off.map(({ by }) => by * by))),
        bias: mean(off.map(({ by }) => by)),
      },
    }),
  };
}

function compareEnds(
  own: DetectionMarks,
  other: DetectionMarks | undefined,
  note: (end: "head" | "tail", distance: number | undefined, whole: number) => void,
): void {
  if (own.head === undefined || own.tail === undefined) return;
  const whole = between(own.head, own.tail);
  for (const end of ["head", "tail"] as const) {
    const computed = other?.[end];
    note(end, computed && between(own[end]!, computed), whole);
  }
}

const between = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
