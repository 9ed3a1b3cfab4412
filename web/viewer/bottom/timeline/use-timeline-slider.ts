/** A timeline as a slider: its value for screen readers, its keys, the wheel, and following the playhead. */

import { useEffect, type KeyboardEvent, type RefObject } from "react";
import { effect } from "../../../base/effect.ts";
import { t } from "../../../base/texts/index.ts";
import type { SlotNumber } from "../../../media/alignment.ts";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";
import { frameScale, wholeFrames } from "./frame-scale.ts";
import { placesOf } from "./frames-of-camera.ts";
import type { Lane } from "./lane.ts";
import { keyedFrame } from "./timeline-keys.ts";
import { rowHeightPx } from "./track-lane.ts";

type Place = RefObject<HTMLDivElement | null>;

/** Scrolls the window along with the playhead, if the user has chosen that. */
export function useFollowPlayhead(): void {
  const { playback, timeView, workspace } = useViewer();
  useEffect(() => {
    const { settings } = workspace.settings;
    return effect(() => {
      if (settings.value.layout.timelineFollows) timeView.follow(playback.frame.value);
    });
  }, [playback, timeView, workspace]);
}

/** The wheel zooms about the pointer; with Alt it scrolls the rows. */
export function useTimelineWheel(place: Place): void {
  const { timeView } = useViewer();
  useEffect(() => {
    const element = place.current;
    // React registers passive wheel listeners, which cannot prevent the page from scrolling.
    function onWheel(event: WheelEvent): void {
      if (event.altKey) return;
      event.preventDefault();
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const scale = frameScale<SlotNumber>(timeView.window.peek(), box.width);
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) timeView.pan(event.deltaX / scale.pxPerFrame);
      else timeView.zoom(-Math.sign(event.deltaY), scale.toFrame(event.clientX - box.left));
    }
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [place, timeView]);
}

/** Announces the playhead's frame as the slider's value. */
export function useSliderValue(place: Place, lanes: (viewer: OpenViewer) => readonly Lane[]): void {
  const viewer = useViewer();
  const { editor, timeView } = viewer;
  useEffect(() => {
    return effect(() => {
      const { frame, maxFrame } = editor.player;
      const { first, last } = wholeFrames(timeView.window.value, placesOf(viewer));
      const element = place.current;
      const now = frame.value;
      element?.setAttribute("aria-valuemin", String(Math.min(now, Math.max(0, first))));
      element?.setAttribute("aria-valuemax", String(Math.max(now, Math.min(maxFrame, last))));
      element?.setAttribute("aria-valuenow", String(now));
      element?.setAttribute("aria-valuetext", textAtPlayhead(lanes(viewer), now));
    });
  }, [editor, lanes, place, timeView, viewer]);
}

export function useTimelineKeys(): (event: KeyboardEvent<HTMLDivElement>) => void {
  const viewer = useViewer();
  const { editor, playback, timeView } = viewer;
  return (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const frame = editor.player.frame.peek();
    const window = wholeFrames(timeView.window.peek(), placesOf(viewer));
    const to = keyedFrame(event.key, event.shiftKey, frame, window);
    const rows = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const zoom = event.key === "+" ? 1 : event.key === "-" ? -1 : 0;
    if (to === undefined && rows === 0 && zoom === 0) return;
    event.preventDefault();
    if (to !== undefined) editor.player.seek(to);
    if (rows !== 0) event.currentTarget.querySelector("[data-scroller]")?.scrollBy(0, rows * rowHeightPx);
    if (zoom !== 0) timeView.zoom(zoom, playback.frame.peek());
  };
}

/** The readout for the playhead's frame, if there is one for the frame as a whole. */
function textAtPlayhead(lanes: readonly Lane[], frame: number): string {
  const counted = lanes.find(({ textAt }) => textAt !== undefined);
  return counted?.textAt?.(frame) ?? t("viewer.frameNumber", { frame });
}
