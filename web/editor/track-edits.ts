/** Edits of tracks as wholes that follow from a selection: merging, splitting, marking as reviewed. */

import type { TrackId } from "#core/types";
import { isReviewed, reviewedAttribute } from "../session/reviewed.ts";
import type { Editor } from "./editor.ts";
import { splitRule } from "./track-rules.ts";

/** The first selected track absorbs the others. */
export function mergeSelected(editor: Editor): void {
  const { workspace } = editor;
  const ids = [...workspace.selection.peek().tracks];
  const [first] = ids;
  if (first === undefined) return;
  if (editor.transact("mergeTracks", (tx) => tx.mergeTracks(ids)) !== undefined) workspace.select(first);
}

/** Replaces a track by two, the second of which begins on the shown frame and is selected then. Asks first. */
export async function splitTrack(editor: Editor, id: TrackId): Promise<void> {
  const { workspace, player, ui } = editor;
  player.pause();
  const frame = editor.frame;
  if (!(await ui.confirmSplit(id, frame))) return;
  const refusal = workspace.editRefusal.peek();
  if (refusal !== undefined) return editor.refuse(refusal);
  if (!workspace.core.hasTrack(id) || splitRule(workspace.core, id, frame) !== undefined) {
    return ui.refuse("cannotSplit", id);
  }
  let second: TrackId | undefined;
  editor.transact("splitTrack", (tx) => {
    [, second] = tx.splitTrack(id, frame);
  });
  if (second !== undefined) workspace.select(second);
}

/** Marks tracks as looked through, or takes that back. */
export function setReviewed(editor: Editor, ids: readonly TrackId[], on: boolean): void {
  editor.transact("setReviewed", (tx) => {
    for (const id of ids) tx.setTrackAttribute(id, reviewedAttribute, on ? true : undefined);
  });
}

export function isTrackReviewed({ workspace }: Editor, id: TrackId): boolean {
  return isReviewed(workspace.core, id);
}
