/** Shared by the viewer's commands: when an edit is refused, and which track a command is about. */

import type { FrameNumber, TrackId } from "#core/types";
import type { Editor } from "../editor/editor.ts";
import { isSelecting } from "../editor/modes/selecting-mode.ts";
import { viewerCommand, type Command, type CommandParts, type Refusal } from "./command.ts";

/** Refused when read-only, and while another document is being built. */
export function whenWritable(editor: Editor): Refusal | undefined {
  return editor.workspace.editRefusal.value;
}

/** Also refused while tracks to merge or link are being chosen: an edit would apply to one of them only. */
export function whenEditable(editor: Editor): Refusal | undefined {
  const { kind } = editor.mode.value;
  return whenWritable(editor) ?? (kind === "multiSelect" || kind === "linking" ? kind : undefined);
}

/** Merging and grouping apply to tracks of one camera. */
export function whenSelecting(editor: Editor): Refusal | undefined {
  return whenWritable(editor) ?? (editor.workspace.cameras.length > 1 ? "severalCameras" : undefined);
}

/** The track that a command is about; default: the selected one. */
export interface TrackArgs {
  readonly track?: TrackId;
}

export interface OnTrackParts<Args extends TrackArgs> extends Omit<
  CommandParts<"viewer", Args>,
  "refusal" | "checked" | "run"
> {
  readonly isEdit?: boolean;
  rule?(editor: Editor, track: TrackId, frame: FrameNumber, args: Args | undefined): Refusal | undefined;
  isOn?(editor: Editor, track: TrackId, frame: FrameNumber): boolean;
  act(editor: Editor, track: TrackId, frame: FrameNumber, args: Args | undefined): void | Promise<void>;
}

/** A command about one track on the current frame. A track passed as an argument is selected first. */
export function onTrack<Args extends TrackArgs = TrackArgs>(parts: OnTrackParts<Args>): Command<"viewer", Args> {
  const { isEdit = false, rule, isOn, act, ...rest } = parts;
  const frameOf = (editor: Editor) => editor.player.frame.value;
  const trackOf = (editor: Editor, args: Args | undefined) => args?.track ?? editor.workspace.selectedTrack.value;
  return viewerCommand<Args>({
    ...rest,
    refusal(editor, args) {
      const refusal = isEdit ? whenEditable(editor) : undefined;
      if (refusal !== undefined) return refusal;
      void editor.workspace.tracksVersion.value;
      const track = trackOf(editor, args);
      if (track === undefined || !editor.workspace.core.hasTrack(track)) return "nothingSelected";
      return rule?.(editor, track, frameOf(editor), args);
    },
    ...(isOn !== undefined && {
      checked(editor: Editor, args: Args | undefined) {
        void editor.workspace.tracksVersion.value;
        const track = trackOf(editor, args);
        return track !== undefined && editor.workspace.core.hasTrack(track) && isOn(editor, track, frameOf(editor));
      },
    }),
    run(editor, args) {
      const track = args?.track ?? editor.selected;
      if (track === undefined) return undefined;
      if (track !== editor.selected && !isSelecting(editor.mode.peek()))
        editor.dispatch({ type: "select", trackId: track });
      const frame = editor.player.frame.peek();
      if (!isEdit || rule === undefined) return act(editor, track, frame, args);
      // Editing a frame waits for its picture.
      return editor.pictures.whenShown(() => void act(editor, track, frame, args));
    },
  });
}

/** Refused while merging or grouping: stepping through a list would add each track on the way. */
export function whenWalking(editor: Editor): Refusal | undefined {
  return isSelecting(editor.mode.value) ? "choosing" : undefined;
}

/** Steps through the list that was used last; without a selection, Down starts at the top and Up at the bottom. */
export function moveSelection(editor: Editor, step: 1 | -1): void {
  if (editor.lists.inUse === "groups") {
    const groups = editor.lists.groups.peek();
    const next =
      groups[
        neighbor(
          groups.length,
          groups.findIndex(({ id }) => id === selectedGroup(editor)),
          step,
        )
      ];
    if (next !== undefined) editor.lists.selectAndShowGroup(next.id);
    return;
  }
  const ids = editor.lists.trackIds.peek();
  const next = ids[neighbor(ids.length, editor.selected === undefined ? -1 : ids.indexOf(editor.selected), step)];
  if (next !== undefined) editor.lists.selectAndShow(next as TrackId);
}

function selectedGroup(editor: Editor) {
  return editor.workspace.selection.peek().group;
}

/** `current`: -1 for none. */
function neighbor(length: number, current: number, step: 1 | -1): number {
  if (current === -1) return step === 1 ? 0 : length - 1;
  return Math.min(length - 1, Math.max(0, current + step));
}
