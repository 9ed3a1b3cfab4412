/** What is done with the shapes of a detection: drawing them without a mouse, their points, further ones, copies. */

import type { Geometry } from "../editor/mode.ts";
import { viewerCommand, type Command, type CommandLabel, type Refusal } from "./command.ts";
import type { Editor } from "../editor/editor.ts";
import type { IconName } from "./icon-name.ts";
import { whenEditable } from "./viewer-rules.ts";
import { pickAtCrosshair, picksPoints } from "../editor/pick-points.ts";
import { deletePart, partToDelete } from "../editor/shape-edits.ts";

/** Polygons and lines are made of points; a rectangle is not. */
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

function canAdd(geometries: readonly Geometry[]) {
  return (editor: Editor): Refusal | undefined => {
    const mode = editor.mode.value;
    if (mode.kind !== "editing") return "nothingEdited";
    return geometries.includes(mode.geometry) && editor.pointer.editable.value.length > 0
      ? undefined
      : "nothingToAddTo";
  };
}

const addsNow =
  (adds: "shape" | "hole") =>
  ({ mode }: Editor): boolean =>
    mode.value.kind === "editing" && mode.value.adds === adds;

export const viewerShapeCommands = {
  "shape.finish": shapeCommand(
    { label: "commands.finishShape", icon: "check", keys: ["Enter"] },
    (editor) => (editor.drawing.value === "creation" || picksPoints(editor) ? undefined : "noShapeExpected"),
    (editor) => (picksPoints(editor) ? pickAtCrosshair(editor) : editor.pointer.keys.press()),
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
