/** Edits of groups: creating one, its members with their ranges, its type. Each is one undo step. */

import type { FrameRange, GroupId, TrackId } from "#core/types";
import type { GroupView } from "../../session/display/groups.ts";
import { selectTracks } from "../../session/display/selection.ts";
import type { Editing, Moded, Opened } from "./editing.ts";

export function findGroup({ workspace }: Opened, id: GroupId): GroupView | undefined {
  return workspace.groups.peek().find((group) => group.id === id);
}

/** Groups the selected tracks, then starts editing the members. */
export function createGroup(editor: Editing & Moded): void {
  const members = [...editor.workspace.selection.peek().tracks].map((trackId) => ({ trackId }));
  let groupId: GroupId | undefined;
  editor.transact({ kind: "group", change: "create" }, (tx) => {
    groupId = tx.groups.create({ members });
  });
  if (groupId !== undefined) editor.dispatch({ type: "editGroup", groupId });
}

/** Adds tracks with all their frames; existing members keep their ranges. */
export function addMembers(editor: Editing, groupId: GroupId, trackIds: readonly TrackId[]): void {
  const known = new Set(findGroup(editor, groupId)?.memberIds);
  const members = trackIds.filter((id) => !known.has(id)).map((trackId) => ({ trackId }));
  if (members.length > 0)
    editor.transact({ kind: "group", change: "setMembers" }, (tx) => tx.groups.putMembers(groupId, members));
  selectGroup(editor, groupId, trackIds[0]);
}

export function removeMember(editor: Editing, groupId: GroupId, trackId: TrackId): void {
  editor.transact({ kind: "group", change: "setMembers" }, (tx) => tx.groups.removeMembers(groupId, [trackId]));
}

export function setMemberRanges(
  editor: Editing,
  groupId: GroupId,
  trackId: TrackId,
  ranges: readonly FrameRange[],
): void {
  editor.transact({ kind: "group", change: "setMembers" }, (tx) =>
    tx.groups.putMembers(groupId, [{ trackId, ranges }]),
  );
}

export function setGroupType(editor: Editing, groupId: GroupId, type: string): void {
  editor.transact({ kind: "group", change: "setType" }, (tx) => tx.groups.setPairs(groupId, [{ type, confidence: 1 }]));
}

export function deleteGroup(editor: Editing, groupId: GroupId): void {
  editor.transact({ kind: "group", change: "delete" }, (tx) => tx.groups.delete(groupId));
}

/** Selects a group and its members; `primary` is the one that panels show. */
export function selectGroup(editor: Opened, groupId: GroupId, primary?: TrackId): void {
  const group = findGroup(editor, groupId);
  if (group !== undefined) editor.workspace.setSelection(selectTracks(group.memberIds, primary, groupId));
}
