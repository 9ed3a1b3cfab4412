/** The selected track, from its first to its last frame, with its keyframes. */

import type { TrackId } from "#core/types";
import type { FrameScale } from "./frame-scale.ts";
import type { Lane } from "./lane.ts";

/** Height of a timeline row, CSS pixels. */
export const rowHeightPx = 15;
/** Distance from the center of a keyframe mark to its corners, CSS pixels. */
const markPx = 4.5;

export interface LaneTrack {
  readonly id: TrackId;
  readonly begin: number;
  readonly end: number;
  readonly keyframes: Uint32Array;
  readonly color: string;
}

/** The row stays while nothing is selected, so that the counts keep their height. */
export function trackLane(track: LaneTrack | undefined): Lane {
  return {
    id: "track",
    heightPx: rowHeightPx,
    paint(context, scale, { topPx, heightPx }, colors) {
      if (track === undefined) return;
      const middle = topPx + heightPx / 2;
      const from = scale.toX(track.begin);
      const to = scale.toX(track.end);
      context.fillStyle = colors.bar(track.color);
      context.fillRect(from, middle - 2, Math.max(2, to - from), 4);
      context.fillStyle = colors.mark(track.color);
      for (const keyframe of track.keyframes) paintMark(context, scale, keyframe, middle, markPx);
    },
    hitTest(x, _y, scale) {
      const frame = scale.toFrame(x);
      if (track === undefined || frame < track.begin || frame > track.end) return undefined;
      return { frame, track: track.id };
    },
  };
}

/** Draws a diamond at a frame in the current fill color; draws nothing outside of the window. */
export function paintMark(
  context: CanvasRenderingContext2D,
  scale: FrameScale,
  frame: number,
  middle: number,
  sizePx: number,
): void {
  const x = scale.toX(frame);
  if (x < -sizePx || x > scale.widthPx + sizePx) return;
  context.beginPath();
  context.moveTo(x, middle - sizePx);
  context.lineTo(x + sizePx, middle);
  context.lineTo(x, middle + sizePx);
  context.lineTo(x - sizePx, middle);
  context.closePath();
  context.fill();
}
