/** Edits a detection's shapes: drawing without a mouse, points, additional shapes, copies. */

import type { TrackId } from "#core/types";
import { isDrawing } from "../editor/modes/drawing-mode.ts";
import type { ToolId } from "../editor/modes/mode.ts";
import { viewerCommand, type Command, type CommandLabel, type Refusal } from "./command.ts";
import type { Editor } from "../editor/editor.ts";
import type { IconName } from "./icon-name.ts";
import { whenEditable } from "./viewer-rules.ts";
import { pickAtCrosshair, picksPoints } from "../editor/cameras/pick-points.ts";
import { deletePart, partToDelete } from "../editor/edits/shape-edits.ts";
import { acceptGhost } from "../editor/edits/track-edits.ts";

/** The selected track, if nothing is being drawn and it is a ghost on the shown frame. */
function ghostToAccept(editor: Editor): TrackId | undefined {
  const selected = editor.workspace.selectedTrack.value;
  if (editor.drawing.value === "creation" || selected === undefined) return undefined;
  return editor.ghosts.shown.value.find(({ trackId }) => trackId === selected)?.trackId;
}

/** Refused for rectangles: only polygons and lines consist of points. */
function whenPathEdited(editor: Editor): Refusal | undefined {
  const mode = editor.mode.value;
  if (mode.kind !== "editing") return "nothingEdited";
  return mode.geometry === "rectangle" ? "noPoint" : undefined;
}

function shapeCommand(
  parts: { label: CommandLabel; icon: IconName; keys: readonly string[] },
  rule: (editor: Editor) => Refusal | undefined,
  act: (editor: Editor) => void,
  isOn?: (editor: Editor) => boolean,
): Command<"viewer", undefined> {
  return viewerCommand({
    label: parts.label,
    group: "editingMode",
    icon: parts.icon,
    defaultKeys: parts.keys,
    refusal: (editor) => whenEditable(editor) ?? rule(editor),
    ...(isOn !== undefined && { checked: isOn }),
    run: act,
  });
}

function canAdd(geometries: readonly ToolId[]) {
  return (editor: Editor): Refusal | undefined => {
    const mode = editor.mode.value;
    const isNext = drawsOneByOne(editor);
    if (mode.kind !== "editing" && !isNext) return "nothingEdited";
    const shapes = isNext ? editor.pointer.lastDrawn.value : editor.pointer.editable.value;
    return isDrawing(mode) && geometries.includes(mode.geometry) && shapes.length > 0 ? undefined : "nothingToAddTo";
  };
}

/** Waiting for the next object to be drawn, while the last one is selected. */
function drawsOneByOne({ mode, workspace }: Editor): boolean {
  const now = mode.value;
  if (now.kind !== "creating" || now.trackId !== undefined || workspace.selectedTrack.value === undefined) return false;
  const { newTrackSettings } = workspace.settings.settings.value.trackSettings;
  const isOneByOne = newTrackSettings.mode === "Detection" && newTrackSettings.modeSettings.Detection.continuous;
  return now.isSeries === true || isOneByOne;
}

const addsNow =
  (adds: "shape" | "hole") =>
  ({ mode }: Editor): boolean =>
    mode.value.kind === "editing" && mode.value.adds === adds;

export const viewerShapeCommands = {
  "shape.finish": shapeCommand(
    { label: "commands.finishShape", icon: "check", keys: ["Enter"] },
    (editor) =>
      editor.drawing.value === "creation" || picksPoints(editor) || ghostToAccept(editor) !== undefined
        ? undefined
        : "noShapeExpected",
    (editor) => {
      if (picksPoints(editor)) return pickAtCrosshair(editor);
      const ghost = ghostToAccept(editor);
      if (ghost === undefined) return editor.pointer.keys.press();
      return editor.pictures.whenShown(() => acceptGhost(editor, ghost));
    },
  ),
  "shape.add": shapeCommand(
    { label: "commands.addShape", icon: "shapePlus", keys: ["Shift+N"] },
    canAdd(["polygon", "line"]),
    (editor) => void editor.dispatch({ type: "add", adds: "shape" }),
    addsNow("shape"),
  ),
  "shape.addHole": shapeCommand(
    { label: "commands.addHole", icon: "hole", keys: ["O"] },
    canAdd(["polygon"]),
    (editor) => void editor.dispatch({ type: "add", adds: "hole" }),
    addsNow("hole"),
  ),
  "shape.deletePoint": shapeCommand(
    { label: "commands.deletePoint", icon: "pointOff", keys: ["Shift+Delete"] },
    (editor) => editor.pointer.deletePointRefusal.value,
    (editor) => editor.pointer.deletePoint(),
  ),
  "shape.delete": shapeCommand(
    { label: "commands.deleteShape", icon: "shapeOff", keys: ["Ctrl+Delete"] },
    (editor) => whenPathEdited(editor) ?? (partToDelete(editor) === undefined ? "noPart" : undefined),
    (editor) => deletePart(editor),
  ),
  "shape.previousPoint": shapeCommand(
    { label: "commands.previousPoint", icon: "chevronLeft", keys: [","] },
    whenPathEdited,
    (editor) => editor.pointer.keys.selectPoint(-1),
  ),
  "shape.nextPoint": shapeCommand(
    { label: "commands.nextPoint", icon: "chevronRight", keys: ["."] },
    whenPathEdited,
    (editor) => editor.pointer.keys.selectPoint(1),
  ),
};
