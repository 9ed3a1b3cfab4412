/** Drawing and editing: the modes and their tools. */

import { viewerCommand } from "./command.ts";
import { onTrack, whenWritable } from "./viewer-rules.ts";

export const viewerEditingCommands = {
  "track.create": viewerCommand({
    label: "commands.createTrack",
    group: "editingMode",
    icon: "plus",
    defaultKeys: ["N"],
    refusal: whenWritable,
    checked: (editor) => editor.mode.value.kind === "creating",
    run: (editor) => void editor.dispatch({ type: "create" }),
  }),
  "mode.escape": viewerCommand({
    label: "commands.escape",
    group: "editingMode",
    icon: "x",
    defaultKeys: ["Escape"],
    run: (editor) => void editor.dispatch({ type: "escape" }),
  }),
  "tool.rectangle": viewerCommand({
    label: "commands.rectangle",
    group: "editingMode",
    icon: "rectangle",
    defaultKeys: ["1"],
    refusal: (editor) =>
      whenWritable(editor) ??
      (editor.mode.value.kind === "notEditing" && editor.workspace.selectedTrack.value === undefined
        ? "nothingSelected"
        : undefined),
    checked: ({ mode }) => mode.value.kind !== "notEditing" && mode.value.geometry === "rectangle",
    run: (editor) => void editor.dispatch({ type: "pickGeometry", geometry: "rectangle" }),
  }),
  "track.toggleEdit": onTrack({
    label: "commands.toggleEdit",
    group: "editingMode",
    icon: "pencil",
    defaultKeys: ["E"],
    isEdit: true,
    isOn: ({ mode }, track) => mode.value.kind === "editing" && mode.value.trackId === track,
    act: (editor, track) => void editor.dispatch({ type: "toggleEdit", trackId: track }),
  }),
};
