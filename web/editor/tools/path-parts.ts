/**
 * Where polygons and lines can be grabbed: points, places for new points, the inside; and the handles that show them.
 */

import { imagePoint, type ImagePoint } from "../../base/brand.ts";
import type { OverlayHandle } from "../../base/overlay.ts";
import type { Shape } from "../../base/shape.ts";
import { pathsOf } from "./path-points.ts";
import type { Aim, Grip, PartRef } from "./tool.ts";

interface PathFacts {
  readonly isRing: boolean;
  /** At this many points, no more can be added. */
  readonly max?: 2;
}

/** How close a mouse must be, CSS pixels. */
const reachPx = { vertex: 10, edge: 8, line: 6 } as const;
/** Edges shorter than this have no room for a new point: the handles of their ends would cover it. CSS pixels. */
const minEdgePx = 26;

/**
 * Nearest point first, then places for new points, then the inside; of several shapes the last one, which is on top.
 */
export function partAt(shapes: readonly Shape[], facts: PathFacts, at: ImagePoint, aim: Aim): Grip | undefined {
  return (
    nearest("vertex", vertices(shapes), at, aim) ??
    nearest("edge", edges(shapes, facts, aim.scale), at, aim) ??
    insideAt(shapes, facts, at, aim)
  );
}

export function handlesOf(
  shapes: readonly Shape[],
  facts: PathFacts,
  scale: number,
  selected: PartRef | undefined,
): readonly OverlayHandle[] {
  const isActive = ({ shape, ring, point }: PartRef): boolean =>
    shape === selected?.shape && ring === selected.ring && point === selected.point;
  return [
    ...edges(shapes, facts, scale).map(({ at }) => ({ kind: "edge", at }) as const),
    ...vertices(shapes).map(({ at, part }) => ({ kind: "vertex", at, isActive: isActive(part) }) as const),
  ];
}

interface Place {
  readonly at: ImagePoint;
  readonly part: PartRef;
}

function vertices(shapes: readonly Shape[]): readonly Place[] {
  return shapes.flatMap((each, shape) =>
    pathsOf(each).flatMap((path, ring) => path.map((at, point) => ({ at, part: { shape, ring, point } }))),
  );
}

function edges(shapes: readonly Shape[], { isRing, max }: PathFacts, scale: number): readonly Place[] {
  if (max !== undefined) return [];
  return shapes.flatMap((each, shape) =>
    pathsOf(each).flatMap((path, ring) =>
      path.flatMap((from, index) => {
        const to = path[index + 1] ?? (isRing ? path[0] : undefined);
        if (to === undefined || Math.hypot(to.x - from.x, to.y - from.y) * scale < minEdgePx) return [];
        return [{ at: imagePoint((from.x + to.x) / 2, (from.y + to.y) / 2), part: { shape, ring, point: index + 1 } }];
      }),
    ),
  );
}

function nearest(
  kind: "vertex" | "edge",
  places: readonly Place[],
  { x, y }: ImagePoint,
  { scale, reach }: Aim,
): Grip | undefined {
  let [best, min]: [Place | undefined, number] = [undefined, (reachPx[kind] * reach) / scale];
  for (const place of places) {
    const distance = Math.hypot(place.at.x - x, place.at.y - y);
    if (distance <= min) [best, min] = [place, distance];
  }
  return best === undefined ? undefined : { kind, part: best.part };
}

function insideAt(
  shapes: readonly Shape[],
  { isRing }: PathFacts,
  at: ImagePoint,
  { scale, reach }: Aim,
): Grip | undefined {
  const shape = shapes.findLastIndex((each) => {
    const paths = pathsOf(each);
    if (!isRing) return paths.some((path) => isNear(path, at, (reachPx.line * reach) / scale));
    // The inside of a hole is outside.
    return paths.filter((ring) => surrounds(ring, at)).length % 2 === 1;
  });
  return shape < 0 ? undefined : { kind: "inside", part: { shape, ring: 0 } };
}

function isNear(path: readonly ImagePoint[], { x, y }: ImagePoint, reach: number): boolean {
  return path.some((to, index) => {
    const from = path[index - 1] ?? to;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const squared = dx * dx + dy * dy;
    const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / squared));
    return Math.hypot(x - from.x - along * dx, y - from.y - along * dy) <= reach;
  });
}

/** Whether a ray from the point to the right crosses the ring an odd number of times. */
export function surrounds(ring: readonly ImagePoint[], { x, y }: ImagePoint): boolean {
  return (
    ring.filter((to, index) => {
      const from = ring.at(index - 1) ?? to;
      return from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
    }).length %
      2 ===
    1
  );
}
