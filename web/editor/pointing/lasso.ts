/** Tracks inside a line drawn around them: those whose box centres are inside. */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";

/** Visible tracks of a frame, ascending. The line is closed automatically. */
export function tracksInside(
  core: AnnotationCore,
  frame: FrameNumber,
  path: readonly ImagePoint[],
  hidden: ReadonlySet<TrackId>,
): readonly TrackId[] {
  const { count, bounds, trackIds, originX, originY } = core.frameQuery(frame);
  const inside: TrackId[] = [];
  for (let row = 0; row < count; row += 1) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = bounds.subarray(row * 4, row * 4 + 4);
    const id = trackIds[row] as TrackId;
    if (!hidden.has(id) && isInside(path, (x1 + x2) / 2 + originX, (y1 + y2) / 2 + originY)) inside.push(id);
  }
  return inside;
}

/** Whether a point is inside, by the even-odd rule. */
export function isInside(path: readonly ImagePoint[], x: number, y: number): boolean {
  let inside = false;
  for (const [index, a] of path.entries()) {
    const b = path.at(index - 1);
    if (b === undefined || a.y > y === b.y > y) continue;
    if (x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}
