/**
 * The locked camera: the view follows the selected track on every frame. It moves when the frame, the selection or the
 * settings change, never because of an edit: a shape must not move away while it is being dragged.
 */

import { untracked, type ReadonlySignal } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import type { FrameScheduler } from "../../base/raf-scheduler.ts";
import { viewportBetween, type Viewport } from "../../base/viewport.ts";
import type { FrameNumber } from "#core/types";
import type { View } from "../../base/view.ts";
import type { Opened } from "../edits/editing.ts";

interface Flight {
  readonly from: Viewport;
  readonly to: Viewport;
  /** In the clock of animation frames; `undefined` before the first one. */
  startMs: number | undefined;
  readonly durationMs: number;
}

export interface LockedCameraParts {
  readonly editor: Opened & {
    /** The active camera's. */
    readonly view: View;
    readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
  };
  readonly scheduler: FrameScheduler;
  /** True if the user asked the system for reduced motion. */
  readonly reducesMotion: () => boolean;
}

/** Returns a function that stops it. */
export function lockCamera({ editor, scheduler, reducesMotion }: LockedCameraParts): () => void {
  const { workspace } = editor;
  let flight: Flight | undefined;
  /** The viewport set last by this code; any other value was set by the user, and wins. */
  let lastSet: Viewport | undefined;

  function fly(to: Viewport, transition: number | false): void {
    const { view } = editor;
    if (transition === false || reducesMotion()) {
      flight = undefined;
      view.moveTo(to);
      return;
    }
    const from = view.viewport.peek();
    flight = { from, to, startMs: undefined, durationMs: transition };
    lastSet = from;
    scheduler.request();
  }

  const stopTicking = scheduler.add("input", (timeMs) => {
    if (flight === undefined) return;
    const { view } = editor;
    if (view.viewport.peek() !== lastSet) {
      flight = undefined;
      return;
    }
    flight.startMs ??= timeMs;
    const share = Math.min(1, (timeMs - flight.startMs) / flight.durationMs);
    view.moveTo(share === 1 ? flight.to : viewportBetween(flight.from, flight.to, easeOut(share), view.canvas));
    lastSet = view.viewport.peek();
    if (share === 1) flight = undefined;
    else scheduler.request();
  });

  const stopFollowing = effect(() => {
    const { enabled, transition, multiBounds } = workspace.settings.settings.value.annotatorPreferences.lockedCamera;
    const track = workspace.selectedTrack.value;
    const frame = editor.shownFrame.value;
    if (!enabled || track === undefined || frame === undefined) {
      flight = undefined;
      return;
    }
    untracked(() => {
      const detection = workspace.core.hasTrack(track) ? workspace.core.detectionAt(track, frame) : undefined;
      if (detection === undefined) return;
      fly(editor.view.aim(detection.bounds, multiBounds === false ? undefined : multiBounds), transition);
    });
  });

  return () => {
    stopFollowing();
    stopTicking();
  };
}

/** Fast at first: during playback the next frame starts from wherever this one got to. */
function easeOut(share: number): number {
  return 1 - (1 - share) ** 2;
}
