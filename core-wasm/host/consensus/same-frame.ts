/** Which boxes of a frame are of the same object: at most one box of each person, and those that overlap most first. */
import { rowsIou } from "../queries/iou.ts";
import type { TrackBoxes } from "../types.ts";

/** A box of a frame: whose it is, its track, and its position in that. */
export interface PlacedBox {
  readonly side: number;
  /** Position in the list of tracks of the person. */
  readonly track: number;
  readonly at: number;
}

/** The boxes of one object on one frame, by person; at most one each. */
export type BoxCluster = readonly PlacedBox[];

/** Two tracks that overlap on this share of the frames of both may be apart on a few. */
const sameTrackShare = 0.5;

export type FrameBoxes = ReadonlyMap<number, readonly PlacedBox[]>;

export function boxesByFrame(sides: readonly (readonly TrackBoxes[])[]): FrameBoxes {
  const frames = new Map<number, PlacedBox[]>();
  for (const [side, tracks] of sides.entries())
    for (const [track, { frames: own }] of tracks.entries())
      for (let at = 0; at < own.length; at++) {
        const known = frames.get(own[at]!);
        if (known === undefined) frames.set(own[at]!, [{ side, track, at }]);
        else known.push({ side, track, at });
      }
  return new Map([...frames].toSorted(([a], [b]) => a - b));
}

/** Frame by frame, ascending. */
export function clusterFrames(
  sides: readonly (readonly TrackBoxes[])[],
  minIou: number,
): ReadonlyMap<number, readonly BoxCluster[]> {
  const frames = boxesByFrame(sides);
  const shareOf = sharesOf(sides, frames, minIou);
  return new Map(
    [...frames].map(([frame, boxes]) => [frame, clusterBoxes(boxes, edgesOf(sides, boxes, minIou, shareOf))]),
  );
}

interface Edge {
  readonly a: PlacedBox;
  readonly b: PlacedBox;
  readonly weight: number;
}

type Shares = (a: PlacedBox, b: PlacedBox) => number;

const iouOf = (sides: readonly (readonly TrackBoxes[])[], a: PlacedBox, b: PlacedBox): number =>
  rowsIou(sides[a.side]![a.track]!.bounds, a.at * 4, sides[b.side]![b.track]!.bounds, b.at * 4);

const keyOf = (a: PlacedBox, b: PlacedBox): string => `${a.side} ${a.track} ${b.side} ${b.track}`;

/** On which share of the frames that both tracks have do they overlap? */
function sharesOf(sides: readonly (readonly TrackBoxes[])[], frames: FrameBoxes, minIou: number): Shares {
  const counts = new Map<string, { both: number; overlapping: number }>();
  for (const boxes of frames.values())
    for (const [a, b] of pairsOf(boxes)) {
      const iou = iouOf(sides, a, b);
      const key = keyOf(a, b);
      const known = counts.get(key);
      if (known === undefined && iou === 0) continue;
      const own = known ?? { both: 0, overlapping: 0 };
      own.both++;
      if (iou >= minIou) own.overlapping++;
      counts.set(key, own);
    }
  return (a, b) => {
    const known = counts.get(keyOf(a, b));
    return known === undefined ? 0 : known.overlapping / known.both;
  };
}

/** Of different people, in the order of the list. */
function* pairsOf(boxes: readonly PlacedBox[]): Generator<readonly [PlacedBox, PlacedBox]> {
  for (let i = 0; i < boxes.length; i++)
    for (let j = i + 1; j < boxes.length; j++) if (boxes[i]!.side !== boxes[j]!.side) yield [boxes[i]!, boxes[j]!];
}

function edgesOf(
  sides: readonly (readonly TrackBoxes[])[],
  boxes: readonly PlacedBox[],
  minIou: number,
  shareOf: Shares,
): readonly Edge[] {
  const edges: Edge[] = [];
  for (const [a, b] of pairsOf(boxes)) {
    const iou = iouOf(sides, a, b);
    if (iou === 0) continue;
    const share = shareOf(a, b);
    if (iou >= minIou || share >= sameTrackShare) edges.push({ a, b, weight: iou + share });
  }
  return edges.toSorted((a, b) => b.weight - a.weight);
}

/** Joins along the edges, the heaviest first, as long as no person has two boxes in one cluster. */
function clusterBoxes(boxes: readonly PlacedBox[], edges: readonly Edge[]): readonly BoxCluster[] {
  const clusters = new Map<PlacedBox, PlacedBox[]>(boxes.map((box) => [box, [box]]));
  for (const { a, b } of edges) {
    const [own, other] = [clusters.get(a)!, clusters.get(b)!];
    if (own === other || own.some(({ side }) => other.some((each) => each.side === side))) continue;
    own.push(...other);
    for (const box of other) clusters.set(box, own);
  }
  return [...new Set(clusters.values())];
}
