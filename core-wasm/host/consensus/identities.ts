/**
 * Tracks objects from frame to frame: an object continues where most of the people who boxed it continue with the same
 * track. A single person who merges two objects, or splits one, is outvoted.
 */
import { boundsIou } from "../queries/iou.ts";
import type { Bounds } from "../types.ts";
import { matchBest } from "../metrics/assignment.ts";
import type { BoxCluster, PlacedBox } from "./same-frame.ts";

/** The boxes of one object, by frame, ascending. */
export type FollowedObject = Map<number, BoxCluster>;

const keyOf = ({ side, track }: PlacedBox): string => `${side} ${track}`;

interface Growing {
  readonly frames: FollowedObject;
  /** The track in which each person last had it. */
  readonly last: Map<number, number>;
  box: Bounds;
}

/** @param frames ascending; only clusters that count */
export function followObjects(
  frames: ReadonlyMap<number, readonly BoxCluster[]>,
  boxOf: (cluster: BoxCluster) => Bounds,
): readonly FollowedObject[] {
  const objects: Growing[] = [];
  /** The objects that a track was last part of. */
  const holders = new Map<string, Set<number>>();
  for (const [frame, clusters] of frames) {
    const pairs = clusters.flatMap((cluster, a) => candidatesOf(cluster).map(([b, weight]) => ({ a, b, weight })));
    const matched = new Map(matchBest(pairs).map(({ a, b }) => [a, b]));
    for (const [at, cluster] of clusters.entries()) {
      const known = matched.get(at);
      if (known === undefined) objects.push({ frames: new Map(), last: new Map(), box: boxOf(cluster) });
      add(known ?? objects.length - 1, frame, cluster);
    }
  }
  return objects.map((object) => object.frames);

  /** The objects that it may go on with, and how many people say so. */
  function candidatesOf(cluster: BoxCluster): (readonly [object: number, weight: number])[] {
    const places = new Set(cluster.flatMap((box) => [...(holders.get(keyOf(box)) ?? [])]));
    return [...places].flatMap((place) => {
      const { last, box } = objects[place]!;
      let [agreeing, others] = [0, 0];
      for (const { side, track } of cluster) {
        const lastTrack = last.get(side);
        if (lastTrack === track) agreeing++;
        else if (lastTrack !== undefined) others++;
      }
      // Among equals, the nearest wins.
      const weight = agreeing - others / (others + agreeing + 1) + boundsIou(boxOf(cluster), box) / 10;
      // Half of them are enough: an object that continues is more likely than one that ends where another begins.
      return agreeing > 0 && agreeing >= others ? [[place, weight] as const] : [];
    });
  }

  function add(place: number, frame: number, cluster: BoxCluster): void {
    const object = objects[place]!;
    object.frames.set(frame, cluster);
    object.box = boxOf(cluster);
    for (const box of cluster) {
      const before = object.last.get(box.side);
      if (before === box.track) continue;
      if (before !== undefined) holders.get(`${box.side} ${before}`)?.delete(place);
      object.last.set(box.side, box.track);
      const key = keyOf(box);
      const held = holders.get(key) ?? new Set();
      holders.set(key, held.add(place));
    }
  }
}
