/** Which tracks a point on a frame hits, in their boxes and in geometry beyond them. */
import type { CoreInstance } from "../instance.ts";
import { DrawFlag, type DrawList, type FrameNumber, type HitShapes, type TrackId } from "../types.ts";
import { distanceTo, shapesOf } from "./geometry.ts";

interface Hit {
  readonly id: TrackId;
  readonly distance: number;
}

export function hitTest(
  core: CoreInstance,
  list: DrawList,
  frame: FrameNumber,
  [x, y]: readonly [number, number],
  tolerancePx: number,
  { box = true, geometry = true }: HitShapes,
): readonly TrackId[] {
  const { count, bounds, flags, trackIds } = list;
  const hits: Hit[] = [];
  /** Looked at afterwards, since the arrays of the list do not survive calls of the core. */
  const withGeometry: { readonly id: TrackId; readonly boxDistance: number }[] = [];
  for (let index = 0, at = 0; index < count; index++, at += 4) {
    // Signed distances to the edges: positive outside.
    const outsideX = Math.max(bounds[at]! - x, x - bounds[at + 2]!);
    const outsideY = Math.max(bounds[at + 1]! - y, y - bounds[at + 3]!);
    if (outsideX > tolerancePx || outsideY > tolerancePx) continue;
    const isInside = outsideX <= 0 && outsideY <= 0;
    const distance = isInside
      ? -Math.max(outsideX, outsideY)
      : Math.hypot(Math.max(outsideX, 0), Math.max(outsideY, 0));
    const id = trackIds[index]! as TrackId;
    const boxDistance = box && (isInside || distance <= tolerancePx) ? distance : Infinity;
    if (geometry && (flags[index]! & DrawFlag.geometry) !== 0) withGeometry.push({ id, boxDistance });
    else if (boxDistance !== Infinity) hits.push({ id, distance: boxDistance });
  }
  for (const { id, boxDistance } of withGeometry) {
    let nearest = boxDistance;
    for (const shape of shapesOf(core, id, frame)) {
      const { isInside, distance } = distanceTo(shape, x, y);
      if (isInside || distance <= tolerancePx) nearest = Math.min(nearest, distance);
    }
    if (nearest !== Infinity) hits.push({ id, distance: nearest });
  }
  return hits.toSorted((a, b) => a.distance - b.distance || a.id - b.id).map(({ id }) => id);
}
