/** A lane of a timeline: a strip that paints itself and knows what is at a position. Lanes are stacked vertically. */

import type { TrackId } from "#core/types";
import type { FrameScale } from "./frame-scale.ts";

export interface LaneColors {
  readonly area: string;
  readonly line: string;
  readonly grid: string;
  readonly text: string;
  /** What everything is painted on. */
  readonly ground: string;
}

/** CSS pixels, from the top of the timeline. */
export interface LaneBox {
  readonly topPx: number;
  readonly heightPx: number;
  /** How far what it holds is scrolled. */
  readonly scrollPx: number;
}

export interface LaneHit {
  readonly frame: number;
  readonly track?: TrackId;
  /** The text next to the pointer. */
  readonly text?: string;
}

/** Something of a lane that was taken hold of. */
export interface LaneGrip {
  /** It is at this frame now. */
  move(frame: number): void;
  drop(): void;
  cancel(): void;
}

/**
 * What a lane holds as rows and columns, for those who cannot see it, or would rather read. Rows are asked for one by
 * one.
 */
export interface LaneTable {
  readonly columns: readonly string[];
  readonly rowCount: number;
  row(index: number): LaneRow;
}

export interface LaneRow {
  /** Where it is: to go there. */
  readonly frame: number;
  /** To be selected. */
  readonly track?: TrackId;
  readonly isSelected?: boolean;
  /** One a column. */
  readonly cells: readonly string[];
}

export interface Lane {
  readonly id: string;
  readonly table?: LaneTable;
  /** CSS pixels; the lane that `fills` takes what the others leave. */
  readonly heightPx: number | "fills";
  /** CSS pixels of all that it holds, where that may be more than its height: it scrolls. */
  readonly contentPx?: number;
  paint(context: CanvasRenderingContext2D, scale: FrameScale, box: LaneBox, colors: LaneColors): void;
  hitTest?(x: number, y: number, scale: FrameScale, box: LaneBox): LaneHit | undefined;
  /** What there is to say of a frame. */
  textAt?(frame: number): string;
  /** What a drag that begins here grabs. */
  gripAt?(x: number, y: number, scale: FrameScale, box: LaneBox): LaneGrip | undefined;
}

/** Where each lane is in a timeline of this height. */
export function placeLanes(lanes: readonly Lane[], heightPx: number, scrolledPx = 0): ReadonlyMap<Lane, LaneBox> {
  const fixed = lanes.reduce((sum, lane) => sum + (lane.heightPx === "fills" ? 0 : lane.heightPx), 0);
  const boxes = new Map<Lane, LaneBox>();
  let topPx = 0;
  for (const lane of lanes) {
    const height = lane.heightPx === "fills" ? Math.max(0, heightPx - fixed) : lane.heightPx;
    const scrollPx = Math.max(0, Math.min(scrolledPx, (lane.contentPx ?? 0) - height));
    boxes.set(lane, { topPx, heightPx: height, scrollPx });
    topPx += height;
  }
  return boxes;
}

/** What is at a position: the answer of the lane there, else the frame. */
export function hitLanes(boxes: ReadonlyMap<Lane, LaneBox>, x: number, y: number, scale: FrameScale): LaneHit {
  for (const [lane, box] of boxes) {
    if (y < box.topPx || y >= box.topPx + box.heightPx) continue;
    const hit = lane.hitTest?.(x, y, scale, box);
    if (hit !== undefined) return hit;
  }
  return { frame: scale.toFrame(x) };
}

/** What a drag that begins at a position grabs. */
export function gripLanes(
  boxes: ReadonlyMap<Lane, LaneBox>,
  x: number,
  y: number,
  scale: FrameScale,
): LaneGrip | undefined {
  for (const [lane, box] of boxes) {
    if (y >= box.topPx && y < box.topPx + box.heightPx) return lane.gripAt?.(x, y, scale, box);
  }
  return undefined;
}
