/**
 * Follows the selected track through the frames after it or before it, shown live, and writes what was found as thinned
 * keyframes: one step for undo. Ends at a keyframe that a person has drawn and never writes over one.
 */

import type { FrameNumber, TrackId } from "#core/types";
import type { FollowedBox } from "../../base/prompt.ts";
import type { BoxBounds } from "../../base/shape.ts";
import { isTrackersAlone, noteMadeByTracker } from "../../session/document/origin.ts";
import type { Camera } from "../../session/cameras/camera.ts";
import type { Offer } from "../../session/cameras/suggestions.ts";
import type { Editor } from "../editor.ts";
import type { FollowEnd } from "./following.ts";
import { neededBoxes } from "./stretch-edits.ts";
import { keepShown } from "../tools/write-shape.ts";

/** Keyframes may be left out where the boxes between others are this share of the box's size off, and at least a pixel. */
const toleranceShare = 0.02;
/** Overlap with a person's keyframe from which on it is the same object that arrives there. */
const leastArrival = 0.3;
/** A box that has come so near to the edge of the picture and is lost has left it, image pixels. */
const nearEdgePx = 3;

interface Found {
  readonly frame: number;
  readonly bounds: BoxBounds;
}

export async function followTrack(editor: Editor, step: 1 | -1): Promise<void> {
  const { assistants, selected: track, frame: from, workspace } = editor;
  const camera = workspace.active.peek();
  const bounds = track === undefined ? undefined : boxOn(camera, track, from);
  if (assistants === undefined || track === undefined || bounds === undefined) return;
  editor.player.pause();
  const document = camera.document.peek();
  const stop = new AbortController();
  const drawn = nextDrawn(camera, track, from, step);
  const until = drawn ?? (step === 1 ? editor.player.maxFrame : 0);
  const found: Found[] = [];
  let guesses = 0;
  let end: FollowEnd = drawn === undefined ? "end" : "keyframe";
  let isEdited = false;
  let message: string | undefined;
  let offer: Offer | undefined;
  let seeks = from as number;

  const unlisten = workspace.onEdit((summary, edited) => {
    if (edited !== camera || !summary.trackIds.includes(track)) return;
    isEdited = true;
    stop.abort();
  });
  const show = (frame: number): void => {
    editor.following.value = { track, step, frame, stop: () => stop.abort() };
  };
  show(from);
  try {
    for await (const box of assistants.follow({ camera, frame: from, bounds, step, until }, stop.signal)) {
      found.push(box);
      guesses = box.isGuess ? guesses + 1 : 0;
      show(box.frame);
      editor.suggestions.withdraw(offer);
      offer = offered(camera, track, found, box, () => stop.abort());
      editor.suggestions.put(offer);
      // A person who looks at other frames meanwhile is left there.
      if (workspace.active.peek() === camera && editor.player.frame.peek() === seeks) {
        seeks = box.frame;
        editor.player.seek(seeks);
      }
    }
    if (found.at(-1)?.frame !== until) end = hasLeft(camera, found.at(-1)?.bounds ?? bounds) ? "outside" : "lost";
  } catch (error) {
    if (stop.signal.aborted) end = isEdited ? "edited" : "stopped";
    else [end, message] = ["failed", error instanceof Error ? error.message : String(error)];
  }
  unlisten();
  editor.suggestions.withdraw(offer);
  // The dataset was closed meanwhile.
  if (editor.following.peek() === undefined) return;
  editor.following.value = undefined;
  // What was found last before it was lost was a guess.
  const sure = found.slice(0, found.length - guesses);
  if (end === "keyframe" && drawn !== undefined) arrive(sure, from, boxOn(camera, track, drawn));
  const isSame = camera.document.peek() === document && document.core.hasTrack(track);
  const written = isSame ? write(editor, camera, track, from, bounds, step, sure) : [];
  const to = written.at(-1) ?? from;
  if (workspace.active.peek() === camera && editor.player.frame.peek() === seeks) editor.player.seek(to);
  editor.ui.reportFollowed({
    ...{ track, step, from, to, end, message, keyframes: written.length },
    goOn() {
      editor.activate(camera);
      editor.player.seek(to);
      editor.dispatch({ type: "select", trackId: track });
      editor.pictures.whenShown(() => void followTrack(editor, step));
    },
  });
}

/** A copy: views on the core's memory do not outlive a call. */
function boxOn(camera: Camera, track: TrackId, frame: number): BoxBounds | undefined {
  const { core } = camera.document.peek();
  const box = core.hasTrack(track) ? core.detectionAt(track, frame as FrameNumber)?.bounds : undefined;
  return box && [box[0], box[1], box[2], box[3]];
}

/** The next keyframe that is not a tracker's alone. */
function nextDrawn(camera: Camera, track: TrackId, from: number, step: 1 | -1): number | undefined {
  const { core } = camera.document.peek();
  const ahead = [...core.keyframes(track)].filter((frame) => (frame - from) * step > 0);
  const inOrder = step === 1 ? ahead : ahead.toReversed();
  return inOrder.find((frame) => !isTrackersAlone(core, track, frame as FrameNumber));
}

/** Its box where it is now; accepting it ends the search with what was found. */
function offered(camera: Camera, trackId: TrackId, found: readonly Found[], box: FollowedBox, stop: () => void): Offer {
  return {
    suggestions: found.slice(-shownLate).map(({ frame, bounds }) => ({
      ...{ source: "tracker" as const, camera, frame: frame as FrameNumber, trackId, score: box.score },
      shape: { kind: "rectangle", bounds },
    })),
    accept: stop,
    refuse: stop,
  };
}

/** The picture on the screen lags a few frames. */
const shownLate = 60;

function hasLeft(camera: Camera, [x1, y1, x2, y2]: BoxBounds): boolean {
  const { width, height } = camera.view.picture;
  return x1 < nearEdgePx || y1 < nearEdgePx || x2 > width - nearEdgePx || y2 > height - nearEdgePx;
}

/** Leads to a person's box without a jump: what the last box is off is taken away little by little. */
function arrive(found: Found[], from: number, drawn: BoxBounds | undefined): void {
  const last = found.pop();
  if (last === undefined || drawn === undefined || overlap(last.bounds, drawn) < leastArrival) return;
  const off = drawn.map((side, index) => side - last.bounds[index]!);
  for (const [index, { frame, bounds }] of found.entries()) {
    const share = (frame - from) / (last.frame - from);
    const side = (at: number): number => bounds[at]! + share * off[at]!;
    found[index] = { frame, bounds: [side(0), side(1), side(2), side(3)] };
  }
}

function overlap(a: BoxBounds, b: BoxBounds): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const area = ([x1, y1, x2, y2]: BoxBounds): number => (x2 - x1) * (y2 - y1);
  return (width * height) / (area(a) + area(b) - width * height);
}

/** @returns the frames of the keyframes that were written, in the order in which they were found */
function write(
  editor: Editor,
  camera: Camera,
  track: TrackId,
  from: FrameNumber,
  start: BoxBounds,
  step: 1 | -1,
  found: readonly Found[],
): readonly number[] {
  const { core } = camera.document.peek();
  const stored = new Set<number>(core.keyframes(track));
  const isFree = (frame: number): boolean => !stored.has(frame) || isTrackersAlone(core, track, frame as FrameNumber);
  const firstTaken = found.findIndex(({ frame }) => !isFree(frame));
  const free = firstTaken === -1 ? found : found.slice(0, firstTaken);
  if (free.length === 0) return [];
  const way = [{ frame: from as number, bounds: start }, ...free];
  const size = Math.max(start[2] - start[0], start[3] - start[1]);
  const kept = neededBoxes(way, Math.max(1, toleranceShare * size)).filter(({ frame }) => frame !== from);
  const keptFrames = new Set(kept.map(({ frame }) => frame));
  const ends = core.detectionAt(track, from)?.interpolates ?? true;
  const done = editor.transact(
    "followTrack",
    (tx) => {
      if (core.detectionAt(track, from)?.isKeyframe !== true) {
        keepShown({ tx, core, track, frame: from });
        tx.setBounds(track, from, start);
      }
      for (const { frame } of free) {
        if (stored.has(frame) && !keptFrames.has(frame)) tx.toggleKeyframe(track, frame as FrameNumber);
      }
      for (const { frame, bounds } of kept) {
        tx.setBounds(track, frame as FrameNumber, bounds);
        noteMadeByTracker(tx, track, frame as FrameNumber);
        tx.setInterpolate(track, frame as FrameNumber, true);
      }
      if (step === -1) return;
      tx.setInterpolate(track, from, true);
      // After the last one it goes on as it did after the first.
      const last = kept.at(-1)?.frame;
      if (last !== undefined) tx.setInterpolate(track, last as FrameNumber, ends);
    },
    camera,
  );
  return done === undefined ? [] : kept.map(({ frame }) => frame);
}
