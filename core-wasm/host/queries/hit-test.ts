/** Which tracks a point on a frame hits, in their boxes and in their other geometry. */
import { ShapeKind } from "../border.ts";
import { DrawFlag, type FrameNumber, type FrameShapes, type HitShapes, type TrackId } from "../types.ts";
import type { FrameQuery } from "./draw-list.ts";

interface Hit {
  readonly id: TrackId;
  distance: number;
}

export function hitTest(
  frameQuery: FrameQuery,
  frame: FrameNumber,
  [x, y]: readonly [number, number],
  tolerancePx: number,
  { box = true, geometry = true }: HitShapes,
): readonly TrackId[] {
  const { count, bounds, flags, trackIds } = frameQuery.at(frame);
  /** Infinity: the box is not hit, its geometry is still to be tested. */
  const hits: Hit[] = [];
  /** By entry of the list; processed afterwards, since the arrays of the list are invalid after calls of the core. */
  const withGeometry = new Map<number, Hit>();
  for (let index = 0, at = 0; index < count; index++, at += 4) {
    // Signed distances to the edges: positive outside.
    const outsideX = Math.max(bounds[at]! - x, x - bounds[at + 2]!);
    const outsideY = Math.max(bounds[at + 1]! - y, y - bounds[at + 3]!);
    if (outsideX > tolerancePx || outsideY > tolerancePx) continue;
    const isInside = outsideX <= 0 && outsideY <= 0;
    const distance = isInside
      ? -Math.max(outsideX, outsideY)
      : Math.hypot(Math.max(outsideX, 0), Math.max(outsideY, 0));
    const hit = {
      id: trackIds[index]! as TrackId,
      distance: box && (isInside || distance <= tolerancePx) ? distance : Infinity,
    };
    if (geometry && (flags[index]! & DrawFlag.geometry) !== 0) withGeometry.set(index, hit);
    else if (hit.distance === Infinity) continue;
    hits.push(hit);
  }
  if (withGeometry.size > 0) hitTestGeometry(withGeometry, frameQuery.shapesAt(frame), x, y, tolerancePx);
  return hits
    .filter(({ distance }) => distance !== Infinity)
    .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
    .map(({ id }) => id);
}

function hitTestGeometry(
  hits: ReadonlyMap<number, Hit>,
  list: FrameShapes,
  x: number,
  y: number,
  tolerancePx: number,
): void {
  for (let shape = 0; shape < list.count; shape++) {
    const hit = hits.get(list.shapes[shape * 4]!);
    if (hit === undefined) continue;
    const { isInside, distance } = distanceTo(list, shape, x, y);
    if (isInside || distance <= tolerancePx) hit.distance = Math.min(hit.distance, distance);
  }
}

/**
 * The distance of a point from the nearest edge of a shape, and whether it is inside: in a polygon and in none of its
 * holes.
 */
function distanceTo(
  { shapes, paths, points }: FrameShapes,
  shape: number,
  x: number,
  y: number,
): { readonly isInside: boolean; readonly distance: number } {
  const kind = shapes[shape * 4 + 1];
  const isPolygon = kind === ShapeKind.polygon || kind === ShapeKind.rotatedBox;
  const firstPath = shapes[shape * 4 + 2]!;
  let isInside = false;
  let distance = Infinity;
  for (let path = firstPath, last = firstPath + shapes[shape * 4 + 3]!; path < last; path++) {
    const first = paths[path * 2]!;
    const end = first + paths[path * 2 + 1]!;
    // Rings may be closed or open; closing a closed one adds an edge without length.
    let from = isPolygon ? end - 1 : first;
    for (let to = first; to < end; to++) {
      const [x1, y1, x2, y2] = [points[from * 2]!, points[from * 2 + 1]!, points[to * 2]!, points[to * 2 + 1]!];
      distance = Math.min(distance, distanceToSegment(x, y, x1, y1, x2, y2));
      if (isPolygon && crosses(x, y, x1, y1, x2, y2)) isInside = !isInside;
      from = to;
    }
  }
  return { isInside, distance };
}

function distanceToSegment(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / squared));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** Whether a ray from the point to the right crosses the edge. */
function crosses(x: number, y: number, x1: number, y1: number, x2: number, y2: number): boolean {
  return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
}
