/** Selecting several tracks: merging and grouping. */

import { viewerCommand } from "./command.ts";
import { isTrackReviewed, setReviewed } from "../editor/edits/track-edits.ts";
import { onTrack, whenEditable, whenSelecting } from "./viewer-rules.ts";

export const viewerSelectingCommands = {
  "track.toggleReviewed": onTrack({
    label: "commands.toggleReviewed",
    group: "selectedMode",
    icon: "checks",
    defaultKeys: ["V"],
    isEdit: true,
    isOn: (editor, track) => isTrackReviewed(editor, track),
    act(editor, track, _frame, args) {
      const ids = args?.track === undefined ? [...editor.workspace.selection.peek().tracks] : [track];
      setReviewed(editor, ids, !isTrackReviewed(editor, track));
    },
  }),
  "pointer.next": viewerCommand({
    label: "commands.pointBeneath",
    keywords: "commands.pointBeneathWords",
    group: "selectedMode",
    icon: "layers",
    defaultKeys: ["C"],
    run(editor) {
      if (!editor.pointer.cycle()) editor.refuse("nothingBeneath");
    },
  }),
  "merge.choose": viewerCommand({
    label: "commands.multiSelect",
    group: "selectedMode",
    icon: "merge",
    keywords: "commands.multiSelectWords",
    defaultKeys: ["M"],
    refusal: whenSelecting,
    checked: (editor) => editor.mode.value.kind === "multiSelect",
    run: (editor) => void editor.dispatch({ type: "toggleMultiSelect" }),
  }),
  "merge.commit": viewerCommand({
    label: "commands.commitMerge",
    group: "selectedMode",
    icon: "mergeDone",
    defaultKeys: ["Shift+M"],
    refusal: (editor) =>
      whenSelecting(editor) ?? (editor.workspace.selection.value.tracks.size < 2 ? "tooFewToMerge" : undefined),
    run: (editor) => void editor.dispatch({ type: "commitMerge" }),
  }),
  "group.create": viewerCommand({
    label: "commands.group",
    group: "selectedMode",
    icon: "group",
    defaultKeys: ["G"],
    refusal: (editor) =>
      whenSelecting(editor) ??
      whenEditable(editor) ??
      (editor.workspace.selection.value.tracks.size === 0 ? "nothingSelected" : undefined),
    run: (editor) => void editor.dispatch({ type: "group" }),
  }),
};
