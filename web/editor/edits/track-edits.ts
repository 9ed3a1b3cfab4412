/** Edits of whole tracks: deleting, assigning types, merging, splitting, marking as reviewed. */

import type { FrameNumber, TrackId } from "#core/types";
import { isReviewed, reviewedAttribute } from "../../session/display/reviewed.ts";
import type { Asking, Editing, Moded, Opened, Playing, Typing } from "./editing.ts";
import { handOver } from "./stretch-edits.ts";
import { materialize, acceptGhostAsIs } from "../tools/write-shape.ts";
import { endRule, endsAt, splitRule } from "./track-rules.ts";

/** Deletes tracks in one step, after asking if the user wants to be asked. */
export async function deleteTracks(editor: Editing & Asking, selected: readonly TrackId[]): Promise<void> {
  const { workspace, ui } = editor;
  // Some of the selection may exist only on another camera.
  const ids = selected.filter((id) => workspace.core.hasTrack(id));
  if (ids.length === 0) return;
  const refusal = workspace.editRefusal.peek();
  if (refusal !== undefined) return editor.refuse(refusal);
  const { promptUser } = workspace.settings.settings.peek().trackSettings.deletionSettings;
  if (promptUser && !(await ui.confirmDelete(ids))) return;
  editor.transact({ kind: "track", change: "delete" }, (tx) => {
    for (const id of ids) tx.tracks.delete(id);
  });
}

/**
 * Assigns a type to a track and everything selected with it. A type assigned by the user is certain, so it replaces the
 * guesses. New tracks also get it, unless their type is pinned.
 */
export function setType(editor: Editing & Typing, id: TrackId, type: string): void {
  const { workspace, types } = editor;
  const selected = workspace.selection.peek().tracks;
  const tracks = (selected.has(id) ? [...selected] : [id]).filter((each) => workspace.core.hasTrack(each));
  if (tracks.length === 0) return;
  workspace.display.types.recordUsed(type);
  const summary = editor.transact({ kind: "track", change: "setType" }, (tx) => {
    for (const each of tracks) tx.tracks.setPairs(each, [{ type, confidence: 1 }]);
  });
  if (summary === undefined) return;
  types.recordAssigned(type);
  const { settings } = workspace;
  if (!settings.settings.peek().trackSettings.newTrackSettings.isTypePinned) {
    settings.change({ trackSettings: { newTrackSettings: { type } } });
  }
}

/** The first selected track absorbs the others. */
export function mergeSelected(editor: Editing): void {
  const { workspace } = editor;
  const ids = [...workspace.selection.peek().tracks];
  const [first] = ids;
  if (first === undefined) return;
  if (editor.transact({ kind: "track", change: "merge" }, (tx) => tx.tracks.merge(ids)) !== undefined)
    workspace.select(first);
}

/** Splits a track in two; the second part begins on the shown frame and is then selected. Asks first. */
export async function splitTrack(editor: Editing & Playing & Asking, id: TrackId): Promise<void> {
  const frame = await confirmSplitFrame(editor, id);
  if (frame === undefined) return;
  let second: TrackId | undefined;
  editor.transact({ kind: "track", change: "split" }, (tx) => {
    [, second] = tx.tracks.split(id, frame);
  });
  if (second !== undefined) editor.workspace.select(second);
}

/**
 * Splits the primary of two selected tracks on the shown frame; the rest continues as the other track, which is then
 * selected. Asks once.
 */
export async function handOverRest(editor: Editing & Playing & Asking): Promise<void> {
  const { workspace } = editor;
  const { primary, tracks } = workspace.selection.peek();
  const other = [...tracks].find((id) => id !== primary);
  if (primary === undefined || other === undefined) return;
  const frame = await confirmSplitFrame(editor, primary, other);
  if (frame === undefined) return;
  const { core } = workspace;
  if (!core.hasTrack(other)) return editor.refuse("notTwoSelected");
  const isDone = editor.transact({ kind: "track", change: "handOver" }, (tx) =>
    handOver({ tx, core }, primary, other, frame),
  );
  if (isDone !== undefined) workspace.select(other);
}

/** The shown frame if the user agrees. Otherwise, or if a split has become impossible since the question, says why. */
async function confirmSplitFrame(
  editor: Editing & Playing & Asking,
  id: TrackId,
  into?: TrackId,
): Promise<FrameNumber | undefined> {
  const { workspace, player, ui } = editor;
  player.pause();
  const { frame } = editor;
  if (!(await ui.confirmSplit(id, frame, into))) return undefined;
  const refusal = workspace.editRefusal.peek();
  const canSplit = workspace.core.hasTrack(id) && splitRule(workspace.core, id, frame) === undefined;
  if (refusal === undefined && canSplit) return frame;
  if (refusal !== undefined) editor.refuse(refusal);
  else ui.refuse("cannotSplit", id);
  return undefined;
}

/** Turns a ghost or interpolated detection into a keyframe as shown, or removes the keyframe on the shown frame. */
export function toggleKeyframe(editor: Editing, track: TrackId): void {
  const { core } = editor.workspace;
  const { frame } = editor;
  if (core.detectionAt(track, frame) === undefined) return acceptGhost(editor, track);
  editor.transact({ kind: "detection", change: "toggleKeyframe" }, (tx) => {
    if (core.shown.computedShapes(track, frame).length > 0) materialize({ tx, core, track, frame });
    else tx.detections.toggleKeyframe(track, frame);
  });
}

/** Turns the ghost on the shown frame into a keyframe, unchanged. */
export function acceptGhost(editor: Editing, track: TrackId): void {
  const { frame } = editor;
  editor.transact({ kind: "detection", change: "acceptGhost" }, (tx) =>
    acceptGhostAsIs({ tx, core: editor.workspace.core, track, frame }),
  );
}

/**
 * Makes the box on or before the shown frame the last one, so that no ghost follows. If the first track already ends
 * here, the tracks continue instead. Tracks that have not started are left alone.
 */
export function toggleEnd(editor: Editing & Moded, ids: readonly TrackId[]): void {
  const { core } = editor.workspace;
  const { frame } = editor;
  const begun = ids.filter((id) => core.hasTrack(id) && endRule(core, id, frame) === undefined);
  const [first] = begun;
  if (first === undefined) return;
  const continues = endsAt(core, first, frame);
  editor.transact({ kind: "track", change: continues ? "continue" : "end" }, (tx) => {
    for (const track of begun) {
      const detection = core.detectionAt(track, frame);
      if (!continues && detection?.isKeyframe === false) {
        materialize({ tx, core, track, frame });
        tx.detections.setBounds(track, frame, detection.bounds);
      }
      tx.detections.setInterpolate(track, frame, continues);
    }
  });
  const mode = editor.mode.peek();
  // Nothing is left to edit here.
  if (!continues && mode.kind === "editing" && mode.trackId === first && core.detectionAt(first, frame) === undefined) {
    editor.dispatch({ type: "toggleEdit", trackId: first });
  }
}

/**
 * Sets the notes of a detection, one per line; empty lines are dropped. An interpolated detection becomes a keyframe.
 */
export function setNotes(editor: Editing, track: TrackId, frame: FrameNumber, text: string): void {
  const { core } = editor.workspace;
  const notes = text.split(/\r?\n/).map((line) => line.trimEnd());
  editor.transact({ kind: "detection", change: "setNotes" }, (tx) => {
    materialize({ tx, core, track, frame });
    tx.detections.setNotes(
      track,
      frame,
      notes.filter((line) => line !== ""),
    );
  });
}

/** Marks tracks as reviewed, or removes the mark. */
export function setReviewed(editor: Editing, ids: readonly TrackId[], on: boolean): void {
  editor.transact({ kind: "track", change: "setReviewed" }, (tx) => {
    for (const id of ids) tx.tracks.setAttribute(id, reviewedAttribute, on ? true : undefined);
  });
}

export function isTrackReviewed({ workspace }: Opened, id: TrackId): boolean {
  return isReviewed(workspace.core, id);
}
