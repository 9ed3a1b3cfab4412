/**
 * The modes in which clicks pick tracks: candidates of a merge, members of a group. Part of the mode machine
 * (`mode.ts`).
 *
 * The candidates of a merge are the selection, in the order they were picked: the first one absorbs the others.
 */

import type { GroupId, TrackId } from "#core/types";
import { notEditing, type DrawingMode } from "./drawing-mode.ts";
import type { LinkingEvent } from "./linking-mode.ts";
import type { ModeContext, ModeEvent, ModeResult } from "./mode.ts";

export type SelectingMode =
  | { readonly kind: "multiSelect" }
  | { readonly kind: "groupEdit"; readonly groupId: GroupId };

export type SelectingEvent =
  /** Start picking tracks to merge, or stop (M). */
  | { readonly type: "toggleMultiSelect" }
  /** Merge the selection (Shift+M). */
  | { readonly type: "commitMerge" }
  /** Group the selection, or add it to the group being edited (G). */
  | { readonly type: "group" }
  /** Start editing the members of this group, or stop. */
  | { readonly type: "editGroup"; readonly groupId: GroupId }
  | { readonly type: "groupRemoved"; readonly groupId: GroupId }
  /** Add this track to the selection, or remove it (Ctrl+click). */
  | { readonly type: "toggleSelected"; readonly trackId: TrackId }
  /** Add these tracks to the selection (Shift+click, a lasso). */
  | { readonly type: "selectMore"; readonly trackIds: readonly TrackId[] };

export type SelectingEffect =
  | { readonly type: "toggleSelected"; readonly trackId: TrackId }
  | { readonly type: "selectMore"; readonly trackIds: readonly TrackId[] }
  | { readonly type: "selectGroup"; readonly groupId: GroupId }
  | { readonly type: "merge" }
  | { readonly type: "createGroup" }
  /** Without `trackIds`: the selection. */
  | { readonly type: "addMembers"; readonly groupId: GroupId; readonly trackIds?: readonly TrackId[] };

export type SelectingBlocked = "multiSelect" | "tooFewToMerge";

const selectingEvents: ReadonlySet<string> = new Set<SelectingEvent["type"]>([
  "toggleMultiSelect",
  "commitMerge",
  "group",
  "editGroup",
  "groupRemoved",
  "toggleSelected",
  "selectMore",
]);

export function isSelectingEvent(event: ModeEvent): event is SelectingEvent {
  return selectingEvents.has(event.type);
}

/** Applies one of these events to any mode. */
export function reduceSelecting(
  mode: DrawingMode | SelectingMode,
  event: SelectingEvent,
  context: ModeContext,
): ModeResult {
  switch (event.type) {
    case "toggleMultiSelect":
      if (context.readOnly) return { blocked: "readOnly" };
      if (mode.kind === "multiSelect") return to(notEditing);
      return to({ kind: "multiSelect" }, { type: "dropShape" });

    case "commitMerge":
      if (context.readOnly) return { blocked: "readOnly" };
      if (context.selectedCount < 2) return { blocked: "tooFewToMerge" };
      return to(notEditing, { type: "dropShape" }, { type: "merge" });

    case "group":
      if (context.readOnly) return { blocked: "readOnly" };
      if (context.selectedCount === 0) return { blocked: "nothingSelected" };
      if (mode.kind === "groupEdit") return to(mode, { type: "addMembers", groupId: mode.groupId });
      return to(notEditing, { type: "dropShape" }, { type: "createGroup" });

    case "editGroup":
      if (context.readOnly) return { blocked: "readOnly" };
      if (mode.kind === "groupEdit" && mode.groupId === event.groupId) return to(notEditing);
      return to(
        { kind: "groupEdit", groupId: event.groupId },
        { type: "dropShape" },
        { type: "selectGroup", groupId: event.groupId },
      );

    case "groupRemoved":
      return mode.kind === "groupEdit" && mode.groupId === event.groupId ? to(notEditing) : to(mode);

    case "toggleSelected":
    case "selectMore":
      // An unfinished shape belongs to one track.
      return isSelecting(mode) ? to(mode, event) : to(notEditing, { type: "dropShape" }, event);
  }
}

export function isSelecting(mode: { readonly kind: string }): mode is SelectingMode {
  return mode.kind === "multiSelect" || mode.kind === "groupEdit";
}

/** How other events act in these modes; `undefined`: as if nothing were being edited. */
export function reduceInSelecting(
  mode: SelectingMode,
  event: Exclude<ModeEvent, SelectingEvent | LinkingEvent>,
): ModeResult | undefined {
  switch (event.type) {
    case "create":
    case "toggleEdit":
    case "edit":
    case "pickGeometry":
      // Drawing ends the editing of a group; a merge must be committed or cancelled first.
      return mode.kind === "multiSelect" ? { blocked: "multiSelect" } : undefined;

    case "select":
      // A click on empty space is a slip, not a choice.
      if (event.trackId === undefined) return to(mode);
      if (mode.kind === "multiSelect") return to(mode, { type: "toggleSelected", trackId: event.trackId });
      return to(mode, { type: "addMembers", groupId: mode.groupId, trackIds: [event.trackId] });

    case "escape":
      return to(notEditing, { type: "dropShape" });

    case "tracksRemoved":
      return to(mode);

    case "documentReplaced":
      // The group may no longer exist; the workspace has looked up the selection.
      return to(mode.kind === "multiSelect" ? mode : notEditing);

    default:
      return undefined;
  }
}

function to(
  mode: DrawingMode | SelectingMode,
  ...effects: Extract<ModeResult, { readonly mode: unknown }>["effects"][number][]
): ModeResult {
  return { mode, effects };
}
