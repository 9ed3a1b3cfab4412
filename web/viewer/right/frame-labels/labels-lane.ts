/** One row per frame label, with a bar for each of its intervals. The ends of a bar can be dragged. */

import type { FrameScale } from "../../bottom/timeline/frame-scale.ts";
import type { Lane, LaneBox, LaneColors, LaneGrip, LaneHit } from "../../bottom/timeline/lane.ts";

/** CSS pixels. */
export const labelRowPx = 20;
const barHeightPx = 13;
/** Keeps an interval of one frame visible and draggable. */
const minBarPx = 8;
/** On both sides of the end of a bar. */
const gripPx = 5;
const maxNamePx = 120;

export interface LabelBar {
  readonly begin: number;
  readonly end: number;
}

export interface LabelRow<Bar extends LabelBar = LabelBar> {
  readonly name: string;
  readonly color: string;
  readonly bars: readonly Bar[];
  /** An unfinished interval reaches up to the playhead. */
  readonly openTo?: LabelBar | undefined;
}

export interface LabelsLaneParts<Bar extends LabelBar> {
  readonly rows: readonly LabelRow<Bar>[];
  readonly textOf: (row: LabelRow<Bar>, bar: Bar) => string;
  /** `undefined` when read-only. */
  readonly grip: ((bar: Bar, end: "begin" | "end") => LaneGrip) | undefined;
}

export function labelsLane<Bar extends LabelBar>({ rows, textOf, grip }: LabelsLaneParts<Bar>): Lane {
  const rowAt = (y: number, box: LaneBox) => rows[Math.floor((y - box.topPx + box.scrollPx) / labelRowPx)];
  return {
    id: "frame-labels",
    heightPx: "fills",
    contentPx: rows.length * labelRowPx,
    paint(context, scale, box, colors) {
      context.save();
      context.beginPath();
      context.rect(0, box.topPx, scale.widthPx, box.heightPx);
      context.clip();
      for (const [at, row] of rows.entries()) {
        const middle = box.topPx + at * labelRowPx + labelRowPx / 2 - box.scrollPx;
        context.fillStyle = colors.grid;
        context.fillRect(0, middle + labelRowPx / 2 - 1, scale.widthPx, 1);
        context.fillStyle = row.color;
        if (row.openTo !== undefined) {
          const [left, right] = edges(row.openTo, scale);
          context.globalAlpha = 0.3;
          context.fillRect(left, middle - barHeightPx / 2, right - left, barHeightPx);
        }
        for (const bar of row.bars) {
          const [left, right] = edges(bar, scale);
          context.globalAlpha = 0.6;
          context.fillRect(left, middle - barHeightPx / 2, right - left, barHeightPx);
          context.globalAlpha = 1;
          context.fillRect(left, middle - barHeightPx / 2, 2, barHeightPx);
          context.fillRect(right - 2, middle - barHeightPx / 2, 2, barHeightPx);
        }
        paintName(context, row.name, middle, colors);
      }
      context.restore();
    },
    hitTest(x, y, scale, box): LaneHit | undefined {
      const row = rowAt(y, box);
      if (row === undefined) return undefined;
      const frame = scale.toFrame(x);
      const bar = row.bars.find((each) => {
        const [left, right] = edges(each, scale);
        return x >= left && x <= right;
      });
      return bar === undefined ? { frame, text: row.name } : { frame, text: textOf(row, bar) };
    },
    gripAt(x, y, scale, box) {
      const row = rowAt(y, box);
      if (row === undefined || grip === undefined) return undefined;
      // If two ends are at the same place, prefer the last: an interval of one frame grows to the right.
      for (const bar of row.bars.toReversed()) {
        const [left, right] = edges(bar, scale);
        if (Math.abs(x - right) <= gripPx) return grip(bar, "end");
        if (Math.abs(x - left) <= gripPx) return grip(bar, "begin");
      }
      return undefined;
    },
  };
}

/** Frames are points, so a bar extends half of its minimum width beyond both ends. */
function edges({ begin, end }: LabelBar, scale: FrameScale): readonly [left: number, right: number] {
  return [scale.toX(begin) - minBarPx / 2, scale.toX(end) + minBarPx / 2];
}

/** At the left edge, on top of the bars. */
function paintName(
  context: CanvasRenderingContext2D,
  name: string,
  middle: number,
  { ground, text }: LaneColors,
): void {
  context.globalAlpha = 0.85;
  context.fillStyle = ground;
  const width = Math.min(maxNamePx, context.measureText(name).width);
  context.fillRect(4, middle - barHeightPx / 2, width + 6, barHeightPx);
  context.globalAlpha = 1;
  context.textAlign = "start";
  context.textBaseline = "middle";
  context.fillStyle = text;
  context.fillText(name, 7, middle, maxNamePx);
}
