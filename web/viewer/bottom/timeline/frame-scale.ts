/** Maps frames to positions on a timeline and back. */

import type { FrameNumber, PlainOr } from "#core/types";
import type { SlotNumber } from "../../../media/alignment.ts";
import type { TimeWindow } from "./time-view.ts";

/** Left and right margin of every timeline, CSS pixels. */
export const timelineMarginPx = 20;

/** Left offset of row names, CSS pixels: next to the playhead when it is on the first frame, not under it. */
export const rowNamePx = timelineMarginPx + 4;

export interface FrameScale<Place extends SlotNumber | FrameNumber = FrameNumber> {
  readonly window: TimeWindow<Place>;
  /** Width of the whole timeline including margins, CSS pixels. */
  readonly widthPx: number;
  readonly pxPerFrame: number;
  /** Frames are points: the first of the window is at the left margin, the last at the right one. */
  toX(frame: PlainOr<Place>): number;
  /** The nearest frame, clamped to the window. */
  toFrame(x: number): PlainOr<Place>;
}

export function frameScale<Place extends SlotNumber | FrameNumber = FrameNumber>(
  window: TimeWindow<Place>,
  widthPx: number,
): FrameScale<Place> {
  const { first, last } = window;
  const roomPx = Math.max(1, widthPx - 2 * timelineMarginPx);
  const pxPerFrame = roomPx / Math.max(1, last - first);
  return {
    window,
    widthPx,
    pxPerFrame,
    toX: (frame) => timelineMarginPx + (frame - first) * pxPerFrame,
    toFrame(x) {
      const frame = Math.round(first + (x - timelineMarginPx) / pxPerFrame);
      return Math.min(Math.floor(last), Math.max(Math.ceil(first), frame));
    },
  };
}

/** Maps the frames of a camera to slots of the playhead. */
export interface FramePlaces {
  positionOf(frame: PlainOr<FrameNumber>): SlotNumber;
  frameOf(position: PlainOr<SlotNumber>): FrameNumber;
}

/** A window of slots in a camera's frames: fractional, and beyond its first or last frame where it has no pictures. */
function cameraWindow(slots: TimeWindow, { frameOf }: FramePlaces): TimeWindow<FrameNumber> {
  return { first: frameOf(slots.first), last: frameOf(slots.last) };
}

/** The camera's frames at the first and last whole slot of a window: whole, though slots are between its pictures. */
export function wholeFrames({ first, last }: TimeWindow, { frameOf }: FramePlaces): TimeWindow<FrameNumber> {
  return { first: Math.round(frameOf(Math.ceil(first))), last: Math.round(frameOf(Math.floor(last))) };
}

/** A scale for a camera's frames, given a window of slots. */
export function cameraScale(slots: TimeWindow, widthPx: number, places: FramePlaces): FrameScale {
  const { positionOf, frameOf } = places;
  const scale = frameScale<SlotNumber>(slots, widthPx);
  const window = cameraWindow(slots, places);
  const whole = wholeFrames(slots, places);
  return {
    window,
    widthPx,
    pxPerFrame: (widthPx - 2 * timelineMarginPx) / Math.max(1, window.last - window.first),
    toX: (frame) => scale.toX(positionOf(frame)),
    toFrame(x) {
      const frame = Math.round(frameOf(slots.first + (x - timelineMarginPx) / scale.pxPerFrame));
      return Math.min(whole.last, Math.max(whole.first, frame));
    },
  };
}

/** A range of frames as text. */
export function frameSpan(first: number, last: number): string {
  return first === last ? String(first) : `${first} – ${last}`;
}

/** A round tick distance in frames that gives at most `max` ticks in a span. */
export function tickStep(spanFrames: number, max: number): number {
  let step = 1;
  while (spanFrames / step > max) {
    const leading = Number(String(step)[0]);
    step *= leading === 2 ? 2.5 : 2;
  }
  return step;
}
