/** What several commands of the viewer share: when an edit is refused, and which track a command is about. */

import type { FrameNumber, TrackId } from "#core/types";
import type { Editor } from "../editor/editor.ts";
import { viewerCommand, type Command, type CommandParts, type Refusal } from "./command.ts";

/** Refused in read-only mode, and while another document is being built. */
export function whenWritable(editor: Editor): Refusal | undefined {
  return editor.workspace.editRefusal.value;
}

/** The track that a command is about; without it, the selected one. */
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

/** A command about one track on the current frame. A track that it is told becomes the selected one. */
export function onTrack<Args extends TrackArgs = TrackArgs>(parts: OnTrackParts<Args>): Command<"viewer", Args> {
  const { isEdit = false, rule, isOn, act, ...rest } = parts;
  const frameOf = (editor: Editor) => editor.player.frame.value as FrameNumber;
  const trackOf = (editor: Editor, args: Args | undefined) => args?.track ?? editor.workspace.selectedTrack.value;
  return viewerCommand<Args>({
    ...rest,
    refusal(editor, args) {
      const refusal = isEdit ? whenWritable(editor) : undefined;
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
      if (track !== editor.selected) editor.dispatch({ type: "select", trackId: track });
      const frame = editor.player.frame.peek() as FrameNumber;
      if (!isEdit || rule === undefined) return act(editor, track, frame, args);
      // An edit of a frame waits for its picture.
      return editor.pictures.whenShown(() => void act(editor, track, frame, args));
    },
  });
}

/** Walks the track list; from no selection, Down starts at the top and Up at the bottom. */
export function moveSelection(editor: Editor, step: 1 | -1): void {
  const ids = editor.listedTrackIds.peek();
  if (ids.length === 0) return;
  const current = editor.selected === undefined ? -1 : ids.indexOf(editor.selected);
  const start = step === 1 ? 0 : ids.length - 1;
  const next = current === -1 ? start : Math.min(ids.length - 1, Math.max(0, current + step));
  editor.selectAndShow(ids[next] as TrackId);
}
