/** Drawing and editing: modes and tools. */

import { escape } from "../editor/escape.ts";
import { isDrawing } from "../editor/modes/drawing-mode.ts";
import type { ToolId } from "../editor/modes/mode.ts";
import { viewerCommand, type CommandLabel } from "./command.ts";
import type { IconName } from "./icon-name.ts";
import { onTrack, whenEditable } from "./viewer-rules.ts";

/** Draws and edits with a geometry: the selected track, otherwise a new one. */
function tool(geometry: ToolId, label: CommandLabel, icon: IconName, key: string, keywords?: CommandLabel) {
  return viewerCommand({
    label,
    group: "editingMode",
    icon,
    ...(keywords !== undefined && { keywords }),
    defaultKeys: [key],
    refusal: whenEditable,
    checked: ({ mode }) => isDrawing(mode.value) && mode.value.geometry === geometry,
    run: (editor) => void editor.dispatch({ type: "pickGeometry", geometry }),
  });
}

/** The same for the head-tail line, starting with one of the two. */
function headTail(label: CommandLabel, key: string, headFirst: boolean) {
  return viewerCommand({
    label,
    group: "editingMode",
    icon: "headTail",
    defaultKeys: [key],
    refusal: whenEditable,
    checked: ({ pointer }) => pointer.headFirst.value === headFirst,
    run(editor) {
      editor.pointer.headFirst.value = headFirst;
      editor.dispatch({ type: "pickGeometry", geometry: "headTail" });
    },
  });
}

export const viewerEditingCommands = {
  "track.create": viewerCommand({
    label: "commands.createTrack",
    group: "editingMode",
    icon: "plus",
    defaultKeys: ["N"],
    refusal: whenEditable,
    checked: ({ mode }) => mode.value.kind === "creating" && mode.value.isSeries !== true,
    run: (editor) => void editor.dispatch({ type: "create", geometry: editor.geometry }),
  }),
  "track.createSeries": viewerCommand({
    label: "commands.createSeries",
    keywords: "commands.createSeriesWords",
    group: "editingMode",
    icon: "series",
    defaultKeys: ["B"],
    refusal: whenEditable,
    checked: ({ mode }) => mode.value.kind === "creating" && mode.value.isSeries === true,
    run: (editor) =>
      void editor.dispatch({
        type: "create",
        geometry: editor.geometry,
        isSeries: true,
      }),
  }),
  "mode.escape": viewerCommand({
    label: "commands.escape",
    group: "editingMode",
    icon: "x",
    defaultKeys: ["Escape"],
    run: escape,
  }),
  "suggestion.accept": viewerCommand({
    label: "commands.acceptSuggestion",
    group: "editingMode",
    icon: "check",
    defaultKeys: ["Ctrl+Enter"],
    refusal: (editor) =>
      whenEditable(editor) ?? (editor.suggestions.offer.value === undefined ? "nothingProposed" : undefined),
    run: ({ suggestions }) => void suggestions.accept(),
  }),
  "tool.rectangle": tool("rectangle", "commands.rectangle", "rectangle", "1", "commands.rectangleWords"),
  "tool.polygon": tool("polygon", "commands.polygon", "polygon", "2", "commands.polygonWords"),
  "tool.headTail": tool("headTail", "commands.headTail", "headTail", "3", "commands.headTailWords"),
  "tool.line": tool("line", "commands.line", "line", "4"),
  "tool.wire": tool("wire", "commands.wire", "magnet", "5", "commands.wireWords"),
  "tool.segment": tool("segment", "commands.segment", "segment", "S", "commands.segmentWords"),
  "headTail.headFirst": headTail("commands.headFirst", "H", true),
  "headTail.tailFirst": headTail("commands.tailFirst", "T", false),
  "track.toggleEdit": onTrack({
    label: "commands.toggleEdit",
    group: "editingMode",
    icon: "pencil",
    defaultKeys: ["E"],
    isEdit: true,
    isOn: ({ mode }, track) => mode.value.kind === "editing" && mode.value.trackId === track,
    act: (editor, track) =>
      void editor.dispatch({ type: "toggleEdit", trackId: track, geometry: editor.geometryToEdit(track) }),
  }),
};
