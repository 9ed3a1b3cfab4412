/** A line drawn around tracks to select them: those whose box centers are inside. */

import { signal } from "@preact/signals-core";
import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint, ScreenPoint } from "../../base/brand.ts";
import type { Overlay } from "../../base/overlay.ts";
import { clickTolerancePx } from "../tools/tool.ts";

export class Lasso {
  readonly #line = signal<{ readonly from: ScreenPoint; readonly path: readonly ImagePoint[] } | undefined>(undefined);

  get isOpen(): boolean {
    return this.#line.peek() !== undefined;
  }

  /** The line as drawn so far, closed; `undefined` until it has two points. */
  get overlay(): Overlay | undefined {
    const path = this.#line.value?.path ?? [];
    if (path.length < 2) return undefined;
    return { shapes: [{ kind: "polyline", points: [...path, ...path.slice(0, 1)] }] };
  }

  start(from: ScreenPoint, at: ImagePoint): void {
    this.#line.value = { from, path: [at] };
  }

  extend(at: ImagePoint): void {
    const line = this.#line.peek();
    if (line !== undefined) this.#line.value = { ...line, path: [...line.path, at] };
  }

  /** Ends the line. Returns its path, or the one point of a click. */
  close(at: ScreenPoint): readonly ImagePoint[] {
    const { from = at, path = [] } = this.#line.peek() ?? {};
    this.drop();
    const isClick = path.length < 3 || Math.hypot(at.x - from.x, at.y - from.y) < clickTolerancePx;
    return isClick ? path.slice(0, 1) : path;
  }

  drop(): void {
    this.#line.value = undefined;
  }
}

/** Visible tracks of a frame, ascending. The line is closed automatically. */
export function tracksInside(
  core: AnnotationCore,
  frame: FrameNumber,
  path: readonly ImagePoint[],
  hidden: ReadonlySet<TrackId>,
): readonly TrackId[] {
  const { count, bounds, trackIds, originX, originY } = core.shown.frameQuery(frame);
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
