/**
 * Attribute values over the frames of a track: numbers as lines, anything else as colored bands. One row per
 * attribute.
 */

import type { AttributeSeries } from "#core/types";
import type { FrameScale } from "../timeline/frame-scale.ts";
import type { Lane } from "../timeline/lane.ts";

export interface AttributeRow {
  readonly name: string;
  readonly series: AttributeSeries;
  /** Numbers are drawn as a line. */
  readonly isNumber: boolean;
  /** Last frame of the track: a value holds until the next one, or until here. */
  readonly end: number;
  colorOf(value: unknown): string;
}

const lineRowPx = 45;
const bandRowPx = 15;
/** Room for the name above the line. */
const namePx = 11;

export function attributesLane(
  rows: readonly AttributeRow[],
  textOf: (row: AttributeRow, frame: number) => string,
): Lane {
  const tops: number[] = [];
  let contentPx = 0;
  for (const { isNumber } of rows) {
    tops.push(contentPx);
    contentPx += isNumber ? lineRowPx : bandRowPx;
  }
  return {
    id: "attributes",
    heightPx: "fills",
    contentPx,
    paint(context, scale, box, colors) {
      context.save();
      context.beginPath();
      context.rect(0, box.topPx, scale.widthPx, box.heightPx);
      context.clip();
      for (const [at, row] of rows.entries()) {
        const top = box.topPx + (tops[at] ?? 0) - box.scrollPx;
        if (top > box.topPx + box.heightPx || top + lineRowPx < box.topPx) continue;
        if (row.isNumber) paintLine(context, scale, row, top);
        else paintBand(context, scale, row, top);
        context.fillStyle = colors.text;
        context.textAlign = "left";
        context.textBaseline = "top";
        context.fillText(row.name, 3, top + 2);
      }
      context.restore();
    },
    hitTest(x, y, scale, box) {
      const content = y - box.topPx + box.scrollPx;
      const at = tops.findLastIndex((top) => top <= content);
      const row = content < contentPx ? rows[at] : undefined;
      const frame = scale.toFrame(x);
      return row && { frame, text: textOf(row, frame) };
    },
  };
}

/** The value in effect on a frame: the last one stored on or before it. */
export function valueOn({ series, end }: AttributeRow, frame: number): unknown {
  if (frame > end) return undefined;
  const at = series.frames.findLastIndex((each) => each <= frame);
  return at < 0 ? undefined : series.values[at];
}

function paintLine(context: CanvasRenderingContext2D, scale: FrameScale, row: AttributeRow, top: number): void {
  const { frames, values } = row.series;
  const numbers = values.map(Number);
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const room = lineRowPx - namePx - 4;
  const yOf = (value: number) => top + namePx + room - ((value - min) / (max - min || 1)) * room;
  context.beginPath();
  for (const [at, frame] of frames.entries()) context.lineTo(scale.toX(frame), yOf(numbers[at] ?? 0));
  context.strokeStyle = row.colorOf(values[0]);
  context.lineWidth = 1.25;
  context.stroke();
  context.fillStyle = row.colorOf(values[0]);
  for (const [at, frame] of frames.entries()) {
    if (scale.pxPerFrame < 4) break;
    context.fillRect(scale.toX(frame) - 1.5, yOf(numbers[at] ?? 0) - 1.5, 3, 3);
  }
}

function paintBand(context: CanvasRenderingContext2D, scale: FrameScale, row: AttributeRow, top: number): void {
  const { frames, values } = row.series;
  for (const [at, frame] of frames.entries()) {
    const from = scale.toX(frame);
    const next = frames[at + 1];
    const to = next === undefined ? scale.toX(row.end) : scale.toX(next);
    context.fillStyle = row.colorOf(values[at]);
    context.globalAlpha = 0.7;
    context.fillRect(from - 1, top + 2, Math.max(3, to - from + 1), bandRowPx - 4);
    context.globalAlpha = 1;
  }
}
