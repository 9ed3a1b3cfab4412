/**
 * Following an object with the pointer while the video plays: the button is held on it, and where the pointer was
 * together with the tracker's results there becomes keyframes of its track, in one undo step.
 *
 * The gesture is the machine of `hold-state.ts`. Its events (pointer, playback, edits, the tracker) and its effects are
 * here.
 */

import { untracked } from "@preact/signals-core";
import type { FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../../base/brand.ts";
import { writingEffect } from "../../../base/effect.ts";
import type { Offer } from "../../../session/cameras/suggestions.ts";
import type { Editor } from "../../editor.ts";
import { hasLeftPicture } from "./follow-tracks.ts";
import type { Following, FollowEnd, FollowResult } from "./following.ts";
import { heldFrom, reduceHold, type HoldEffect, type HoldEvent, type HoldState } from "./hold-state.ts";
import { findHeldObject, type HeldObject } from "./held-object.ts";
import { PointerGuide } from "./pointer-guide.ts";
import { PointerPath } from "./pointer-path.ts";
import { followedTrack, reportFollowed } from "./report-followed.ts";
import { writeFollowed, type Found } from "./write-followed.ts";

/** Milliseconds that only grow. */
export type Clock = () => number;

/** The next press on an object takes hold of it; Escape cancels that. */
export function holdPointer(editor: Editor, now: Clock = () => performance.now()): void {
  const { pointer } = editor;
  const cancel = (): void => {
    pointer.captured.value = undefined;
    editor.following.value = undefined;
  };
  editor.following.value = stateOf("awaitingPress", [], editor.frame, cancel);
  pointer.captured.value = {
    down(at) {
      const held = findHeldObject(editor, at);
      if (held === undefined) return editor.refuse("nothingToHold");
      editor.dispatch({ type: "select", trackId: held.track });
      void new PointerHold(editor, held, at, now).run();
    },
    move: () => undefined,
    up: () => undefined,
  };
}

class PointerHold {
  readonly #editor: Editor;
  readonly #held: HeldObject;
  readonly #now: Clock;
  readonly #path = new PointerPath();
  readonly #guide: PointerGuide;
  readonly #tracker = new AbortController();
  /** Playback's speed before. */
  readonly #speed: number;
  /** Ends listening to playback. */
  readonly #stops: (() => void)[] = [];
  #state: HoldState;
  /** The id changes when the track is saved under another. */
  #track: TrackId;
  #pointer: ImagePoint;
  #offer: Offer | undefined;
  #wakeTracker = (): void => undefined;

  constructor(editor: Editor, held: HeldObject, pressed: ImagePoint, now: Clock) {
    this.#editor = editor;
    this.#held = held;
    this.#now = now;
    this.#track = held.track;
    this.#pointer = pressed;
    this.#speed = editor.player.speed.peek();
    const { scale } = held.camera.view.viewport.peek();
    this.#guide = new PointerGuide(this.#path, { frame: held.from, bounds: held.start }, pressed, scale);
    this.#state = heldFrom(held.from);
  }

  async run(): Promise<void> {
    const { camera } = this.#held;
    const document = camera.document.peek();
    this.#beginGesture();
    const stopWatching = this.#watchEdits();
    try {
      await this.#runTracker();
      this.#send({ type: "searchEnded", ms: this.#now() });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#send({ type: "searchFailed", ms: this.#now(), message });
    }
    stopWatching();
    // The dataset was closed meanwhile.
    if (this.#editor.following.peek() === undefined) return;
    this.#editor.following.value = undefined;
    this.#write(camera.document.peek() === document && document.core.hasTrack(this.#track));
  }

  // ---------------------------------------------------------------------------------------------------------- events

  #send(event: HoldEvent): void {
    const { until, drawn } = this.#held;
    const { state, effects } = reduceHold(this.#state, event, {
      until,
      reason: drawn === undefined ? "end" : "keyframe",
    });
    this.#state = state;
    for (const effect of effects) this.#carryOut(effect);
  }

  #release = (): void => this.#send({ type: "released", ms: this.#now() });
  #stop = (): void => this.#send({ type: "stopped", ms: this.#now() });

  #beginGesture(): void {
    const { player, pointer } = this.#editor;
    pointer.captured.value = {
      down: () => undefined,
      move: (at) => {
        this.#pointer = at;
        this.#path.moved(this.#now(), at);
        this.#wakeTracker();
      },
      up: this.#release,
    };
    this.#frameShown(this.#held.from);
    if (this.#speed > 1) player.setSpeed(1);
    if (!player.playing.peek()) player.toggle();
    let hasPlayed = false;
    this.#stops.push(
      writingEffect(() => {
        const frame = this.#held.camera.shown.value;
        if (frame !== undefined) untracked(() => this.#frameShown(frame));
      }),
      writingEffect(() => {
        // Stopped in some other way: at the end, by a key.
        if (player.playing.value) hasPlayed = true;
        else if (hasPlayed) untracked(this.#release);
      }),
    );
  }

  #frameShown(frame: FrameNumber): void {
    const ms = this.#now();
    this.#path.moved(ms, this.#pointer);
    this.#path.recordShown(ms, frame);
    this.#send({ type: "frameShown", frame, ms });
  }

  #watchEdits(): () => void {
    return this.#editor.workspace.onEdit(({ camera, summary, newIds }) => {
      if (camera !== this.#held.camera) return;
      const newId = newIds?.get(this.#track) as TrackId | undefined;
      if (newId !== undefined) this.#track = newId;
      else if (summary.trackIds.includes(this.#track)) this.#send({ type: "edited", ms: this.#now() });
    });
  }

  async #runTracker(): Promise<void> {
    const { camera, from, start, until } = this.#held;
    const { signal } = this.#tracker;
    const hintOn = async (frame: number) => {
      while (!this.#hasReacted(frame)) {
        await new Promise<void>((resolve) => (this.#wakeTracker = resolve));
        signal.throwIfAborted();
      }
      return frame > (this.#path.lastFrame ?? from) ? undefined : this.#guide.hintOn(frame);
    };
    const request = { camera, frame: from, bounds: start, until, hintOn };
    for await (const { frame, bounds } of this.#editor.assistants?.followGuided(request, signal) ?? []) {
      if (bounds !== undefined) this.#guide.recordSeen(frame, bounds);
      this.#send({ type: "searched", frame, isSeen: bounds !== undefined });
    }
  }

  /** Whether the pointer says where the object is on a frame, or never will. */
  #hasReacted(frame: number): boolean {
    return this.#state.kind !== "held" || this.#now() >= (this.#guide.reactionAt(frame) ?? Infinity);
  }

  // --------------------------------------------------------------------------------------------------------- effects

  #carryOut(effect: HoldEffect): void {
    switch (effect) {
      case "showProgress":
        return this.#showProgress();
      case "offer":
        return this.#offerAtPointer();
      case "wakeTracker":
        return this.#wakeTracker();
      case "stopTracker":
        this.#tracker.abort();
        return this.#wakeTracker();
      case "endGesture":
        return this.#endGesture();
    }
  }

  #showProgress(): void {
    const { following } = this.#editor;
    // The dataset was closed.
    if (following.peek() === undefined) return;
    const phase = this.#state.kind === "held" ? "held" : "released";
    following.value = stateOf(phase, [this.#track], this.#state.searchedTo, this.#stop);
  }

  /** Suggests its box around the pointer, on the frame on the screen. */
  #offerAtPointer(): void {
    const { suggestions } = this.#editor;
    const { camera } = this.#held;
    const frame = camera.shown.peek() ?? this.#held.from;
    const shape = { kind: "rectangle" as const, bounds: this.#guide.boxAround(this.#pointer) };
    suggestions.withdraw(this.#offer);
    this.#offer = {
      suggestions: [{ source: "tracker", camera, frame, trackId: this.#track, score: 1, shape }],
      accept: this.#release,
      refuse: this.#stop,
    };
    suggestions.put(this.#offer);
  }

  #endGesture(): void {
    const { player, pointer, suggestions } = this.#editor;
    pointer.captured.value = undefined;
    for (const stop of this.#stops.splice(0)) stop();
    player.pause();
    if (player.speed.peek() !== this.#speed) player.setSpeed(this.#speed);
    suggestions.withdraw(this.#offer);
  }

  // ---------------------------------------------------------------------------------------------------------- result

  /** @param isThere whether the track still exists, in the same document */
  #write(isThere: boolean): void {
    const { camera, start } = this.#held;
    const state = this.#state;
    if (state.kind !== "ended") return;
    const { searchedTo, seenTo, releasedMs, message } = state;
    const boxes = isThere ? this.#guide.boxes(searchedTo, releasedMs) : [];
    const lastSeen = boxes.find(({ frame }) => frame === seenTo)?.bounds ?? start;
    const isOutside = seenTo < searchedTo && hasLeftPicture(camera, lastSeen);
    const insideBoxes = isOutside ? boxes.filter(({ frame }) => frame <= seenTo) : boxes;
    const end = isOutside && state.end === "released" ? "outside" : state.end;
    const pointed = insideBoxes.filter(({ frame }) => !this.#guide.hasSeen(frame)).length;
    this.#report(insideBoxes, end, { message, pointed });
  }

  #report(found: readonly Found[], end: FollowEnd, outcome: Pick<FollowResult, "message" | "pointed">): void {
    const [editor, track] = [this.#editor, this.#track];
    const { camera, from, start, drawn } = this.#held;
    const path = { track, start, drawn: end === "keyframe" ? drawn : undefined, found };
    const written = writeFollowed(editor, camera, from, 1, [path]);
    const tracks = [followedTrack(written, track, end, from)];
    reportFollowed(editor, camera, { ...outcome, step: 1, from, left: 0, tracks }, written, () => holdPointer(editor));
  }
}

function stateOf(phase: Following["phase"], tracks: readonly TrackId[], frame: number, stop: () => void): Following {
  return { phase, tracks, running: tracks.length, step: 1, frame, stop };
}
