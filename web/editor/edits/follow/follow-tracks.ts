/**
 * Follows the selected tracks forwards or backwards from this frame, shows the result live, and writes it as thinned
 * keyframes in one undo step. Each track ends on its own, at the latest at a keyframe that a person has drawn.
 */

import type { FrameNumber, TrackId } from "#core/types";
import type { FollowedBox } from "../../../base/prompt.ts";
import type { BoxBounds } from "../../../base/shape.ts";
import { isUntouchedByPerson } from "../../../session/document/origin.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Offer } from "../../../session/cameras/suggestions.ts";
import { selectTracks } from "../../../session/display/selection.ts";
import type { Editor } from "../../editor.ts";
import type { FollowedTrack, FollowEnd } from "./following.ts";
import { boxOn, revertFollowed, writeFollowed, type Found } from "./write-followed.ts";

/** An object lost within this distance of the picture's edge has left the picture. Image pixels. */
const nearEdgePx = 3;
/** The picture on screen lags by a few frames. */
const displayLagFrames = 60;

interface FollowedObject {
  /** The id changes when the track is saved under another. */
  track: TrackId;
  readonly start: BoxBounds;
  /** The next keyframe drawn by a person. */
  readonly drawn: number | undefined;
  readonly until: number;
  readonly found: Found[];
  /** How many of the last boxes may show something else. */
  guesses: number;
  /** Not set while it continues. */
  end: FollowEnd | undefined;
}

/** @param tracks only those of the active camera with a box on the shown frame are followed */
export async function followTracks(editor: Editor, tracks: readonly TrackId[], step: 1 | -1): Promise<void> {
  const { assistants, frame: from, workspace } = editor;
  const camera = workspace.active.peek();
  const last = step === 1 ? editor.player.maxFrame : 0;
  const followees = tracks.flatMap((track): FollowedObject[] => {
    const start = boxOn(camera, track, from);
    const drawn = start && nextDrawn(camera, track, from, step);
    const until = drawn ?? last;
    return start === undefined ? [] : [{ track, start, drawn, until, found: [], guesses: 0, end: undefined }];
  });
  if (assistants === undefined || followees.length === 0) return;
  editor.player.pause();
  const document = camera.document.peek();
  const stop = new AbortController();
  const isRunning = ({ end }: FollowedObject): boolean => end === undefined;
  let message: string | undefined;
  let offer: Offer | undefined;
  let seeks = from as number;

  const unlisten = workspace.onEdit(({ camera: edited, summary, newIds }) => {
    if (edited !== camera) return;
    for (const each of followees) {
      const newId = newIds?.get(each.track) as TrackId | undefined;
      if (newId !== undefined) each.track = newId;
      else if (isRunning(each) && summary.trackIds.includes(each.track)) each.end = "edited";
    }
    if (!followees.some(isRunning)) stop.abort();
  });
  const show = (frame: number): void => {
    const running = followees.filter(isRunning).length;
    editor.following.value = {
      phase: "tracking",
      tracks: followees.map(({ track }) => track),
      running,
      step,
      frame,
      stop: () => stop.abort(),
    };
  };
  show(from);
  try {
    const request = {
      camera,
      frame: from,
      step,
      objects: followees.map(({ start: bounds, until }) => ({ bounds, until })),
      isWanted: (of: number) => isRunning(followees[of]!),
    };
    for await (const { frame, boxes } of assistants.follow(request, stop.signal)) {
      for (const [of, each] of followees.entries()) {
        if (isRunning(each)) look(camera, each, frame, boxes.get(of));
      }
      show(frame);
      editor.suggestions.withdraw(offer);
      offer = offered(camera, followees.filter(isRunning), frame, () => stop.abort());
      editor.suggestions.put(offer);
      // If the user went to other frames meanwhile, stay there.
      if (workspace.active.peek() === camera && editor.player.frame.peek() === seeks) {
        seeks = frame;
        editor.player.seek(seeks);
      }
    }
    // Either no picture after the first was needed, or none contained the object.
    for (const each of followees) if (isRunning(each)) look(camera, each, from, undefined);
  } catch (error) {
    const isStopped = stop.signal.aborted;
    if (!isStopped) message = error instanceof Error ? error.message : String(error);
    for (const each of followees) each.end ??= isStopped ? "stopped" : "failed";
  }
  unlisten();
  editor.suggestions.withdraw(offer);
  // The dataset was closed meanwhile.
  if (editor.following.peek() === undefined) return;
  editor.following.value = undefined;
  const isSame = camera.document.peek() === document;
  const ways = followees
    .filter(({ track }) => isSame && document.core.hasTrack(track))
    .map(({ track, start, found, guesses, drawn, end }) => ({
      track,
      start,
      drawn: end === "keyframe" && guesses === 0 ? drawn : undefined,
      // The last boxes before the loss were guesses.
      found: found.slice(0, found.length - guesses),
    }));
  const written = writeFollowed(editor, camera, from, step, ways);
  const results = followees.map(({ track, end = "lost" }): FollowedTrack => {
    const frames = written.get(track)?.frames ?? [];
    return { track, end, keyframes: frames.length, to: frames.at(-1) ?? from };
  });
  const farthest = results.reduce((far, { to }) => ((to - far) * step > 0 ? to : far), from as number);
  if (workspace.active.peek() === camera && editor.player.frame.peek() === seeks) editor.player.seek(farthest);
  editor.ui.reportFollowed({
    step,
    from,
    tracks: results,
    left: tracks.length - followees.length,
    message,
    resume(wanted, frame) {
      goTo(editor, camera, wanted, frame);
      editor.pictures.whenShown(() => void followTracks(editor, wanted, step));
    },
    goBack() {
      goTo(editor, camera, [...written.keys()], from);
      editor.pictures.whenShown(() => revertFollowed(editor, camera, written));
    },
  });
}

export function goTo(editor: Editor, camera: Camera, tracks: readonly TrackId[], frame: number): void {
  editor.activate(camera);
  editor.player.seek(frame);
  const { core } = editor.workspace;
  const there = tracks.filter((track) => core.hasTrack(track));
  if (there[0] === undefined) return;
  editor.dispatch({ type: "select", trackId: there[0] });
  if (there.length > 1) editor.workspace.setSelection(selectTracks(there));
}

/** Records the box found for one object on a frame. Without a box, the object ends. */
function look(camera: Camera, each: FollowedObject, frame: number, box: FollowedBox | undefined): void {
  const { found, start, drawn, until } = each;
  if (box === undefined) {
    each.end = hasLeftPicture(camera, found.at(-1)?.bounds ?? start) ? "outside" : "lost";
    return;
  }
  found.push({ frame, bounds: box.bounds });
  each.guesses = box.isGuess ? each.guesses + 1 : 0;
  if (frame === until) each.end = drawn === undefined ? "end" : "keyframe";
}

/** The next keyframe that does not come from the tracker alone. */
export function nextDrawn(camera: Camera, track: TrackId, from: number, step: 1 | -1): number | undefined {
  const { core } = camera.document.peek();
  const ahead = [...core.keyframes(track)].filter((frame) => (frame - from) * step > 0);
  const inOrder = step === 1 ? ahead : ahead.toReversed();
  return inOrder.find((frame) => !isUntouchedByPerson(core, track, frame as FrameNumber));
}

/** Suggestions at the current boxes; accepting one ends the search with the boxes found so far. */
function offered(camera: Camera, followees: readonly FollowedObject[], frame: number, stop: () => void): Offer {
  const suggestions = followees.flatMap(({ track, found }) =>
    found
      .slice(-displayLagFrames)
      .filter((box) => Math.abs(frame - box.frame) < displayLagFrames)
      .map(({ frame: at, bounds }) => ({
        source: "tracker" as const,
        camera,
        frame: at as FrameNumber,
        trackId: track,
        score: 1,
        shape: { kind: "rectangle" as const, bounds },
      })),
  );
  return { suggestions, accept: stop, refuse: stop };
}

export function hasLeftPicture(camera: Camera, [x1, y1, x2, y2]: BoxBounds): boolean {
  const { width, height } = camera.view.picture;
  return x1 < nearEdgePx || y1 < nearEdgePx || x2 > width - nearEdgePx || y2 > height - nearEdgePx;
}
