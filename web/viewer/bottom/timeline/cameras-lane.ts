/**
 * Every camera of the dataset on the ruler of the active one: when it filmed, how many detections or tracks it has, and
 * where the selected track is on it. With cameras aligned by time, each camera's frames are placed at their timestamps.
 */

import { rowNamePx, type FrameScale } from "./frame-scale.ts";
import { stepsOf } from "./counts-lane.ts";
import type { Lane, LaneBox } from "./lane.ts";
import { paintMark, type LaneTrack } from "./track-lane.ts";

/** Height of a camera's row in CSS pixels; with many cameras, rows shrink to the height of a name so that all fit. */
const roomyRowPx = 18;
const lowRowPx = 12;
const roomyRows = 4;
/** Half the size of a keyframe mark, CSS pixels. */
const markPx = 3.5;

/** Height of the ruler plus part of the totals, CSS pixels. */
const othersPx = 34;

const rowPxOf = (cameraCount: number): number => (cameraCount > roomyRows ? lowRowPx : roomyRowPx);

/** The least timeline height at which no camera row is cut off, CSS pixels. */
export const minTimelinePx = (cameraCount: number): number =>
  cameraCount > 1 ? cameraCount * rowPxOf(cameraCount) + othersPx : 0;

export interface CameraRow extends CameraFrames {
  readonly name: string;
  readonly isActive: boolean;
  /** Per frame of this camera. */
  readonly counts: Uint32Array;
  /** The selected track on this camera. */
  readonly track: LaneTrack | undefined;
}

/** Maps a camera's frames to the ruler of the active one. */
export interface CameraFrames {
  /** Converts a frame of the active camera to one of this camera, and back. May be fractional or out of range. */
  fromActive(frame: number): number;
  toActive(frame: number): number;
}

/** @param textOf the readout for a frame of a camera; `frame` is `undefined` where the camera did not film */
export function camerasLane(
  rows: readonly CameraRow[],
  textOf: (name: string, frame: number | undefined, count: number) => string,
): Lane {
  const rowPx = rowPxOf(rows.length);
  const topOf = (index: number, { topPx, scrollPx }: LaneBox): number => topPx + index * rowPx - scrollPx;
  return {
    id: "cameras",
    heightPx: rows.length * rowPx,
    contentPx: rows.length * rowPx,
    paint(context, scale, box, colors) {
      context.save();
      context.beginPath();
      context.rect(0, box.topPx, scale.widthPx, box.heightPx);
      context.clip();
      for (const [index, row] of rows.entries()) {
        const top = topOf(index, box);
        if (top + rowPx < box.topPx || top > box.topPx + box.heightPx) continue;
        const ownScale = rowScale(scale, row);
        const last = row.counts.length - 1;
        const [from, to] = [ownScale.toX(0), ownScale.toX(Math.max(0, last))];
        context.fillStyle = colors.grid;
        context.fillRect(from, top + rowPx - 2, Math.max(2, to - from), 1);
        const steps = stepsOf(row.counts, ownScale);
        const highest = Math.max(1, ...steps.map(({ count }) => count));
        context.fillStyle = colors.area;
        for (const { fromX, toX, count } of steps) {
          const height = (count / highest) * (rowPx - 4);
          context.fillRect(fromX, top + rowPx - 2 - height, Math.max(1, toX - fromX), height);
        }
        if (row.track !== undefined) {
          const middle = top + rowPx / 2;
          const [begin, end] = [ownScale.toX(row.track.begin), ownScale.toX(row.track.end)];
          context.fillStyle = colors.bar(row.track.color);
          context.fillRect(begin, middle - 1.5, Math.max(2, end - begin), 3);
          context.fillStyle = colors.mark(row.track.color);
          for (const keyframe of row.track.keyframes) paintMark(context, ownScale, keyframe, middle, markPx);
        }
        context.textAlign = "left";
        // Names cover part of the lane, so let a little of it show through.
        context.fillStyle = colors.ground;
        context.globalAlpha = 0.7;
        context.fillRect(0, top + 1, context.measureText(row.name).width + 4, rowPx - 2);
        context.globalAlpha = 1;
        context.fillStyle = row.isActive ? colors.line : colors.text;
        context.textBaseline = "middle";
        context.fillText(row.name, rowNamePx, top + rowPx / 2);
      }
      context.restore();
    },
    hitTest(x, y, scale, box) {
      const row = rows[Math.floor((y - box.topPx + box.scrollPx) / rowPx)];
      if (row === undefined) return undefined;
      const frame = scale.toFrame(x);
      const ownFrame = Math.round(row.fromActive(frame));
      const isFilmed = ownFrame >= 0 && ownFrame < row.counts.length;
      const text = textOf(row.name, isFilmed ? ownFrame : undefined, row.counts[ownFrame] ?? 0);
      const isOnTrack = row.track !== undefined && ownFrame >= row.track.begin && ownFrame <= row.track.end;
      return { frame, text, ...(isOnTrack && { track: row.track.id }) };
    },
  };
}

/** Places this camera's frames on a ruler where `scale` places those of the active one. */
export function rowScale(scale: FrameScale, { fromActive, toActive }: CameraFrames): FrameScale {
  const window = { first: fromActive(scale.window.first), last: fromActive(scale.window.last) };
  return {
    window,
    widthPx: scale.widthPx,
    pxPerFrame:
      (scale.pxPerFrame * (scale.window.last - scale.window.first)) / Math.max(1e-9, window.last - window.first),
    toX: (frame) => scale.toX(toActive(frame)),
    toFrame: (x) => Math.round(fromActive(scale.toFrame(x))),
  };
}
