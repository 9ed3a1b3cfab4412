/** A lane of a timeline: a strip that paints itself and does its own hit testing. Lanes are stacked vertically. */

import type { FrameNumber, PlainOr, TrackId } from "#core/types";
import type { FrameScale } from "./frame-scale.ts";
import type { Inks } from "./ink.ts";

export interface LaneColors extends Inks {
  readonly area: string;
  readonly line: string;
  readonly grid: string;
  readonly text: string;
  /** Background color. */
  readonly ground: string;
}

/** CSS pixels, from the top of the timeline. */
export interface LaneBox {
  readonly topPx: number;
  readonly heightPx: number;
  /** Scroll offset of the lane's content. */
  readonly scrollPx: number;
}

export interface LaneHit {
  readonly frame: PlainOr<FrameNumber>;
  readonly track?: TrackId;
  /** Readout next to the pointer. */
  readonly text?: string;
}

/** Something in a lane that is being dragged. */
export interface LaneGrip {
  /** Dragged to this frame. */
  move(frame: number): void;
  drop(): void;
  cancel(): void;
}

/**
 * The content of a lane as rows and columns, for screen readers and anyone who prefers a table. Rows are requested one
 * by one.
 */
export interface LaneTable {
  readonly columns: readonly string[];
  readonly rowCount: number;
  row(index: number): LaneRow;
}

export interface LaneRow {
  /** The frame that this row seeks to. */
  readonly frame: PlainOr<FrameNumber>;
  /** The track that this row selects. */
  readonly track?: TrackId;
  readonly isSelected?: boolean;
  /** One per column. */
  readonly cells: readonly string[];
}

export interface Lane {
  readonly id: string;
  readonly table?: LaneTable;
  /** CSS pixels; a lane that `fills` takes the remaining height. */
  readonly heightPx: number | "fills";
  /** Height of the content in CSS pixels, if it may exceed the lane's height: the lane scrolls then. */
  readonly contentPx?: number;
  paint(context: CanvasRenderingContext2D, scale: FrameScale, box: LaneBox, colors: LaneColors): void;
  hitTest?(x: number, y: number, scale: FrameScale, box: LaneBox): LaneHit | undefined;
  /** Readout for a frame as a whole. */
  textAt?(frame: PlainOr<FrameNumber>): string;
  /** The target of a drag that starts here. */
  gripAt?(x: number, y: number, scale: FrameScale, box: LaneBox): LaneGrip | undefined;
}

/** The box of each lane in a timeline of this height. */
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

/** The hit at a position: the lane's own, else the frame. */
export function hitLanes(boxes: ReadonlyMap<Lane, LaneBox>, x: number, y: number, scale: FrameScale): LaneHit {
  for (const [lane, box] of boxes) {
    if (y < box.topPx || y >= box.topPx + box.heightPx) continue;
    const hit = lane.hitTest?.(x, y, scale, box);
    if (hit !== undefined) return hit;
  }
  return { frame: scale.toFrame(x) };
}

/** The target of a drag that starts at a position. */
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
