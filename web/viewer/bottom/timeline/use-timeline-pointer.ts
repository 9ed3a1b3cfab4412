/**
 * The pointer on a timeline: a press or a drag seeks or moves what a lane lets it grab; the middle button or Shift+drag
 * pans the window. Next to the pointer is a readout.
 */

import type { ReadonlySignal } from "@preact/signals-core";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import type { SlotNumber } from "../../../media/alignment.ts";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";
import { cameraScale, frameScale } from "./frame-scale.ts";
import { placesOf } from "./frames-of-camera.ts";
import { gripLanes, hitLanes, placeLanes, type Lane, type LaneGrip, type LaneHit } from "./lane.ts";

/** Delay before the text next to the pointer appears. */
const readoutDelayMs = 50;

type Drag =
  | { readonly kind: "seek" }
  | { readonly kind: "grip"; readonly grip: LaneGrip }
  | { readonly kind: "pan"; readonly atX: number };

/** CSS pixels: `x` relative to the timeline, the others to the window. */
export interface Readout extends LaneHit {
  readonly x: number;
  readonly clientX: number;
  readonly topPx: number;
}

/** @param scrolledPx how far the rows are scrolled, CSS pixels */
export function useTimelinePointer(lanes: (viewer: OpenViewer) => readonly Lane[], scrolledPx: ReadonlySignal<number>) {
  const viewer = useViewer();
  const { editor, timeView } = viewer;
  const drag = useRef<Drag>(undefined);
  const [readout, setReadout] = useReadout();

  /** The pointer's position in the coordinates that lanes expect. */
  function placeAt(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const boxes = placeLanes(lanes(viewer), box.height, scrolledPx.peek());
    const scale = cameraScale(timeView.window.peek(), box.width, placesOf(viewer));
    return [boxes, event.clientX - box.left, event.clientY - box.top, scale] as const;
  }

  function hitAt(event: PointerEvent<HTMLDivElement>): Readout {
    const at = placeAt(event);
    const { top } = event.currentTarget.getBoundingClientRect();
    return { ...hitLanes(...at), x: at[1], clientX: event.clientX, topPx: top };
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button === 2 || isOnScrollBar(event)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Prevents middle-button scrolling, focus changes and text selection.
    event.preventDefault();
    if (event.button === 1 || event.shiftKey) {
      drag.current = { kind: "pan", atX: event.clientX };
      return;
    }
    const grip = gripLanes(...placeAt(event));
    if (grip !== undefined) {
      drag.current = { kind: "grip", grip };
      return;
    }
    drag.current = { kind: "seek" };
    const { frame, track } = hitAt(event);
    if (track !== undefined) editor.lists.selectAndShow(track);
    editor.player.seek(frame);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    const hit = hitAt(event);
    setReadout(hit);
    editor.pointer.pointAt(hit.track);
    switch (drag.current?.kind) {
      case undefined:
        event.currentTarget.style.cursor = gripLanes(...placeAt(event)) === undefined ? "" : "ew-resize";
        return;
      case "grip":
        drag.current.grip.move(hit.frame);
        editor.player.seek(hit.frame);
        return;
      case "seek":
        editor.player.seek(hit.frame);
        return;
      case "pan": {
        const { width } = event.currentTarget.getBoundingClientRect();
        const { pxPerFrame } = frameScale<SlotNumber>(timeView.window.peek(), width);
        timeView.pan((drag.current.atX - event.clientX) / pxPerFrame);
        drag.current = { kind: "pan", atX: event.clientX };
      }
    }
  }

  function endDrag(isDropped: boolean): void {
    if (drag.current?.kind === "grip") drag.current.grip[isDropped ? "drop" : "cancel"]();
    drag.current = undefined;
  }

  function onPointerLeave(): void {
    editor.pointer.pointAt(undefined);
    setReadout(undefined);
  }

  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp: () => endDrag(true),
    onPointerCancel: () => endDrag(false),
    onPointerLeave,
  };
  return { readout, handlers };
}

/** The readout next to the pointer: the first appears after a delay, later ones immediately. */
function useReadout(): readonly [Readout | undefined, (next: Readout | undefined) => void] {
  const [shown, setShown] = useState<Readout>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    shown,
    (next) => {
      clearTimeout(timer.current);
      if (next === undefined || shown !== undefined) setShown(next);
      else timer.current = setTimeout(() => setShown(next), readoutDelayMs);
    },
  ];
}

function isOnScrollBar({ target, clientX }: PointerEvent<HTMLDivElement>): boolean {
  if (!(target instanceof HTMLElement) || target.dataset["scroller"] === undefined) return false;
  return clientX > target.getBoundingClientRect().left + target.clientWidth;
}
