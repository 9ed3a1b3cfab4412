/**
 * How many detections or tracks each frame has, as step lines: one per type and one for the total. A frame's step
 * reaches from half a frame before it to half a frame after.
 */

import type { FrameScale } from "./frame-scale.ts";
import { timelineMarginPx } from "./frame-scale.ts";
import type { Lane } from "./lane.ts";

/** Room above the highest step, CSS pixels. */
const headPx = 14;

export interface Step {
  readonly fromX: number;
  readonly toX: number;
  readonly count: number;
}

export interface CountLine {
  readonly counts: Uint32Array;
  readonly color: string;
}

/** @param total over all types: shown in the readout and, if enabled, as a line with the area below it filled */
export function countsLane(
  total: Uint32Array,
  types: readonly CountLine[],
  isTotalShown: boolean,
  textOf: (frame: number, count: number) => string,
): Lane {
  return {
    id: "counts",
    heightPx: "fills",
    paint(context, scale, { topPx, heightPx }, colors) {
      const steps = isTotalShown ? stepsOf(total, scale) : [];
      const lines = types.map(({ counts, color }) => ({ color, steps: stepsOf(counts, scale) }));
      const highest = [steps, ...lines.map((line) => line.steps)]
        .flat()
        .reduce((max, { count }) => Math.max(max, count), 0);
      context.fillStyle = colors.text;
      context.textAlign = "left";
      context.textBaseline = "top";
      context.fillText(String(highest), 2, topPx + 3);
      const bottom = topPx + heightPx;
      if (highest === 0) return;
      const yOf = (count: number) => bottom - (count / highest) * Math.max(1, heightPx - headPx);
      const outline = (shown: readonly Step[]) => {
        for (const { fromX, toX, count } of shown) {
          context.lineTo(fromX, yOf(count));
          context.lineTo(toX, yOf(count));
        }
      };
      const stroke = (shown: readonly Step[], color: string) => {
        context.beginPath();
        outline(shown);
        context.strokeStyle = color;
        context.lineWidth = 1.25;
        context.stroke();
      };
      const [first, last] = [steps[0], steps.at(-1)];
      if (first !== undefined && last !== undefined) {
        context.beginPath();
        context.moveTo(first.fromX, bottom);
        outline(steps);
        context.lineTo(last.toX, bottom);
        context.fillStyle = colors.area;
        context.fill();
        stroke(steps, colors.line);
      }
      for (const line of lines) stroke(line.steps, colors.mark(line.color));
    },
    textAt: (frame) => textOf(frame, total[frame] ?? 0),
    hitTest(x, _y, scale) {
      const frame = scale.toFrame(x);
      return { frame, text: textOf(frame, total[frame] ?? 0) };
    },
  };
}

/**
 * The steps in a window, left to right without gaps. Adjacent frames with equal counts share a step; where frames are
 * denser than pixels, a step is at least a pixel wide and shows the highest count in it.
 */
export function stepsOf(counts: Uint32Array, scale: FrameScale): readonly Step[] {
  const { first, last } = scale.window;
  const leftX = timelineMarginPx;
  const rightX = scale.widthPx - timelineMarginPx;
  const steps: { fromX: number; toX: number; count: number }[] = [];
  for (let frame = Math.max(0, Math.floor(first)); frame <= Math.ceil(last) && frame < counts.length; frame += 1) {
    const fromX = Math.max(leftX, scale.toX(frame - 0.5));
    const toX = Math.min(rightX, scale.toX(frame + 0.5));
    const count = counts[frame] ?? 0;
    const before = steps.at(-1);
    if (toX < leftX || fromX > rightX) continue;
    if (before !== undefined && before.count === count) before.toX = toX;
    else if (before !== undefined && toX - before.fromX < 1) {
      before.toX = toX;
      before.count = Math.max(before.count, count);
    } else steps.push({ fromX, toX, count });
  }
  return steps;
}
