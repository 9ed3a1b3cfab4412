/**
 * Following an object with the pointer while the video plays: the button is held on it, and where the pointer was together
 * with what the tracker sees there becomes keyframes of its track, in one undo step.
 */

import { untracked } from "@preact/signals-core";
import type { FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../../base/brand.ts";
import { writingEffect } from "../../../base/effect.ts";
import type { BoxBounds } from "../../../base/shape.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Offer } from "../../../session/cameras/suggestions.ts";
import type { Editor } from "../../editor.ts";
import { goTo, hasLeftPicture, nextDrawn } from "./follow-tracks.ts";
import type { Following, FollowEnd } from "./following.ts";
import { PointerGuide } from "./pointer-guide.ts";
import { PointerPath } from "./pointer-path.ts";
import { boxOn, takeBack, writeFollowed, type Found } from "./write-followed.ts";

/** Milliseconds that only grow. */
export type Clock = () => number;

interface HeldObject {
  readonly camera: Camera;
  readonly track: TrackId;
  readonly from: FrameNumber;
  readonly start: BoxBounds;
  /** The next keyframe drawn by a person. */
  readonly drawn: number | undefined;
  readonly until: number;
}

/** The next press on an object takes hold of it; Escape calls that off. */
export function holdPointer(editor: Editor, now: Clock = () => performance.now()): void {
  const { pointer } = editor;
  const stop = (): void => {
    pointer.taker.value = undefined;
    editor.following.value = undefined;
  };
  editor.following.value = stateOf("awaited", [], editor.frame, stop);
  pointer.taker.value = {
    down(at) {
      const held = findHeldAt(editor, at);
      if (held === undefined) return editor.refuse("nothingToHold");
      editor.dispatch({ type: "select", trackId: held.track });
      void hold(editor, held, at, now);
    },
    move: () => undefined,
    up: () => undefined,
  };
}

/** The object at a place of the shown frame: the selected one before others. */
function findHeldAt(editor: Editor, at: ImagePoint): HeldObject | undefined {
  const camera = editor.workspace.active.peek();
  const from = editor.shownFrame.peek();
  if (from === undefined || from >= editor.player.maxFrame) return undefined;
  const isAt = (track: TrackId | undefined): track is TrackId => {
    const box = track === undefined ? undefined : boxOn(camera, track, from);
    return box !== undefined && at.x >= box[0] && at.x <= box[2] && at.y >= box[1] && at.y <= box[3];
  };
  const track = [editor.selected, editor.pointer.trackAt(at)].find(isAt);
  if (track === undefined) return undefined;
  const drawn = nextDrawn(camera, track, from, 1);
  return { camera, track, from, start: boxOn(camera, track, from)!, drawn, until: drawn ?? editor.player.maxFrame };
}

async function hold(editor: Editor, held: HeldObject, pressed: ImagePoint, now: Clock): Promise<void> {
  const { camera, from, start, drawn, until } = held;
  let { track } = held;
  const { assistants, player, workspace } = editor;
  const document = camera.document.peek();
  const stop = new AbortController();
  const path = new PointerPath();
  const guide = new PointerGuide(path, { frame: from, bounds: start }, pressed, camera.view.viewport.peek().scale);
  const speed = player.speed.peek();
  let at = pressed;
  let looked: number = from;
  let heldUntil: number | undefined;
  let end: FollowEnd | undefined;
  /** The last frame on which it was seen. */
  let toSee: number = from;
  let message: string | undefined;
  let offer: Offer | undefined;
  let wake = (): void => undefined;

  const show = (how: Following["how"]): void => {
    // Otherwise the dataset was closed.
    if (editor.following.peek() !== undefined) editor.following.value = stateOf(how, [track], looked, halt);
  };
  /** Ends the hold; what is left is looked at. */
  function release(why: FollowEnd): void {
    if (heldUntil !== undefined) return;
    heldUntil = now();
    end ??= why;
    editor.pointer.taker.value = undefined;
    for (const each of unlisten) each();
    player.pause();
    if (player.speed.peek() !== speed) player.setSpeed(speed);
    editor.suggestions.withdraw(offer);
    show("heldBefore");
    wake();
  }
  /** Ends everything at once; what was found stays. */
  function halt(): void {
    release("stopped");
    stop.abort();
  }
  function onFrameShown(frame: FrameNumber): void {
    path.moved(now(), at);
    path.recordShown(now(), frame);
    show("held");
    editor.suggestions.withdraw(offer);
    offer = offerAt(held, guide, frame, at, () => release("released"), halt);
    editor.suggestions.put(offer);
    wake();
    if (frame >= until) release(drawn === undefined ? "end" : "keyframe");
  }

  let hasPlayed = false;
  const unlisten: (() => void)[] = [];
  editor.pointer.taker.value = {
    down: () => undefined,
    move(to) {
      at = to;
      path.moved(now(), at);
      wake();
    },
    up: () => release("released"),
  };
  onFrameShown(from);
  if (speed > 1) player.setSpeed(1);
  if (!player.playing.peek()) player.toggle();
  unlisten.push(
    writingEffect(() => {
      const frame = camera.shown.value;
      if (frame !== undefined) untracked(() => onFrameShown(frame));
    }),
    writingEffect(() => {
      // Stopped in some other way: at the end, by a key.
      if (player.playing.value) hasPlayed = true;
      else if (hasPlayed) untracked(() => release("released"));
    }),
  );
  const unlistenEdits = workspace.onEdit(({ camera: edited, summary, newIds }) => {
    if (edited !== camera) return;
    const newId = newIds?.get(track) as TrackId | undefined;
    if (newId !== undefined) track = newId;
    else if (heldUntil === undefined && summary.trackIds.includes(track)) {
      end = "edited";
      halt();
    }
  });
  const isReady = (frame: number): boolean => heldUntil !== undefined || now() >= (guide.reactionAt(frame) ?? Infinity);

  try {
    const request = {
      camera,
      frame: from,
      bounds: start,
      until,
      async hintOn(frame: number) {
        while (!isReady(frame)) {
          await new Promise<void>((resolve) => (wake = resolve));
          stop.signal.throwIfAborted();
        }
        return frame > (path.lastFrame ?? from) ? undefined : guide.hintOn(frame);
      },
    };
    for await (const { frame, bounds } of assistants?.followGuided(request, stop.signal) ?? []) {
      looked = frame;
      if (bounds !== undefined) guide.recordSeen(frame, bounds);
      toSee = bounds === undefined ? toSee : frame;
      if (heldUntil !== undefined) show("heldBefore");
    }
  } catch (error) {
    if (!stop.signal.aborted) message = error instanceof Error ? error.message : String(error);
    if (message !== undefined) end = "failed";
  }
  release("failed");
  unlistenEdits();
  // The dataset was closed meanwhile.
  if (editor.following.peek() === undefined) return;
  editor.following.value = undefined;
  const isSame = camera.document.peek() === document && document.core.hasTrack(track);
  const all = !isSame ? [] : guide.boxes(looked, heldUntil ?? now());
  const lastSeen = all.find(({ frame }) => frame === toSee)?.bounds ?? start;
  const isOutside = toSee < looked && hasLeftPicture(camera, lastSeen);
  const found = isOutside ? all.filter(({ frame }) => frame <= toSee) : all;
  if (isOutside && end === "released") end = "outside";
  report(editor, { ...held, track }, found, { end: end ?? "released", message, pointed: pointedCount(found, guide) });
}

function pointedCount(found: readonly Found[], guide: PointerGuide): number {
  return found.filter(({ frame }) => !guide.hasSeen(frame)).length;
}

function report(
  editor: Editor,
  { camera, track, from, start, drawn }: HeldObject,
  found: readonly Found[],
  { end, message, pointed }: { end: FollowEnd; message: string | undefined; pointed: number },
): void {
  const way = { track, start, drawn: end === "keyframe" ? drawn : undefined, found };
  const written = writeFollowed(editor, camera, from, 1, [way]);
  const frames = written.get(track)?.frames ?? [];
  editor.ui.reportFollowed({
    step: 1,
    from,
    left: 0,
    message,
    pointed,
    tracks: [{ track, end, keyframes: frames.length, to: frames.at(-1) ?? from }],
    resume(wanted, frame) {
      goTo(editor, camera, wanted, frame);
      editor.pictures.whenShown(() => holdPointer(editor));
    },
    goBack() {
      goTo(editor, camera, [...written.keys()], from);
      editor.pictures.whenShown(() => takeBack(editor, camera, written));
    },
  });
}

function stateOf(how: Following["how"], tracks: readonly TrackId[], frame: number, stop: () => void): Following {
  return { tracks, running: tracks.length, step: 1, frame, stop, ...(how !== undefined && { how }) };
}

/** Its box around the pointer, on the frame on the screen. */
function offerAt(
  { camera, track }: HeldObject,
  guide: PointerGuide,
  frame: FrameNumber,
  at: ImagePoint,
  accept: () => void,
  refuse: () => void,
): Offer {
  const shape = { kind: "rectangle" as const, bounds: guide.boxAround(at) };
  return {
    suggestions: [{ source: "tracker", camera, frame, trackId: track, score: 1, shape }],
    accept,
    refuse,
  };
}
