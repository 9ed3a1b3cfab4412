/** The keys of a timeline, the same as those of any slider. */

import type { FrameNumber, PlainOr } from "#core/types";
import type { TimeWindow } from "./time-view.ts";

const fast = 10;

/** The frame of the camera that a key seeks to, possibly outside its frames; undefined for any other key. */
export function keyedFrame(
  key: string,
  isFast: boolean,
  frame: PlainOr<FrameNumber>,
  window: TimeWindow<FrameNumber>,
): number | undefined {
  const step = isFast ? fast : 1;
  const page = Math.max(1, Math.round((window.last - window.first) / fast));
  switch (key) {
    case "ArrowLeft":
      return frame - step;
    case "ArrowRight":
      return frame + step;
    case "PageDown":
      return frame - page;
    case "PageUp":
      return frame + page;
    case "Home":
      return Math.ceil(window.first);
    case "End":
      return Math.floor(window.last);
    default:
      return undefined;
  }
}
