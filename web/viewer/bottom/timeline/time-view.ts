/** The part of the dataset that the timelines show: a window of slots that zooms, moves and follows the playhead. */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber, PlainOr } from "#core/types";
import type { SlotNumber } from "../../../media/alignment.ts";

/** First and last position shown: slots of the playhead, or frames of a camera. */
export interface TimeWindow<Place extends SlotNumber | FrameNumber = SlotNumber> {
  readonly first: PlainOr<Place>;
  readonly last: PlainOr<Place>;
}

type Slot = PlainOr<SlotNumber>;

/** Zooming stops before a window of this many frames or fewer. */
export const minFrames = 10;
/** Share of the window that one zoom step adds or removes. */
const zoomStep = 0.2;
/** How far the window grows when the playhead leaves it: frames ahead of it, and behind it. */
const growAfter = 200;
const growBefore = 100;

/** Frames are points: a window of one frame has a span of 0. */
const spanOf = ({ first, last }: TimeWindow): number => last - first;

/**
 * Zooms by `steps` about a frame, which keeps its position; positive steps zoom in. A step that would leave ten frames
 * or fewer is ignored.
 */
export function zoomed(window: TimeWindow, maxFrame: number, steps: number, about: Slot): TimeWindow {
  const span = Math.min(maxFrame, spanOf(window) * (1 - zoomStep * Math.sign(steps)) ** Math.abs(steps));
  if (span <= minFrames && steps > 0) return window;
  const share = spanOf(window) === 0 ? 0.5 : (about - window.first) / spanOf(window);
  return inside({ first: about - share * span, last: about + (1 - share) * span }, maxFrame);
}

export function panned(window: TimeWindow, maxFrame: number, frames: number): TimeWindow {
  return inside({ first: window.first + frames, last: window.last + frames }, maxFrame);
}

/** The window after seeking to a frame: if the frame is outside, the window grows on that side. */
export function followed(window: TimeWindow, maxFrame: number, frame: Slot): TimeWindow {
  if (frame > window.last) return { first: window.first, last: Math.min(maxFrame, frame + growAfter) };
  if (frame < window.first) return { first: Math.max(0, frame - growBefore), last: window.last };
  return window;
}

/** Shifts a window into the dataset; its span is kept unless the dataset has fewer frames. */
function inside({ first, last }: TimeWindow, maxFrame: number): TimeWindow {
  const span = Math.min(maxFrame, last - first);
  const from = Math.min(Math.max(0, first), maxFrame - span);
  return { first: from, last: from + span };
}

export interface TimeView {
  readonly window: ReadonlySignal<TimeWindow>;
  readonly maxFrame: number;
  zoom(steps: number, about: Slot): void;
  pan(frames: number): void;
  follow(frame: Slot): void;
  showAll(): void;
}

export function createTimeView(maxFrame: number): TimeView {
  const window = signal<TimeWindow>({ first: 0, last: maxFrame });
  const set = (next: TimeWindow) => {
    const { first, last } = window.peek();
    if (next.first !== first || next.last !== last) window.value = next;
  };
  return {
    window,
    maxFrame,
    zoom: (steps, about) => set(zoomed(window.peek(), maxFrame, steps, about)),
    pan: (frames) => set(panned(window.peek(), maxFrame, frames)),
    follow: (frame) => set(followed(window.peek(), maxFrame, frame)),
    showAll: () => set({ first: 0, last: maxFrame }),
  };
}
