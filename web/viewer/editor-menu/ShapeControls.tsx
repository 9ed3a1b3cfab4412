/** The geometries that can be edited, and what is done with the shapes of the edited one. */

import { useSignals } from "@preact/signals-react/runtime";
import { isDrawing } from "../../editor/modes/mode.ts";
import { CommandButton } from "../parts/CommandButton.tsx";
import { Slot } from "../parts/OverflowBar.tsx";
import { useViewer } from "../viewer-context.ts";
import classes from "./EditorMenu.module.css";
import { priorities } from "./gone-commands.tsx";

export function ShapeControls() {
  useSignals();
  const { editor } = useViewer();
  const mode = editor.mode.value;
  const geometry = isDrawing(mode) ? mode.geometry : undefined;
  const isCreation = editor.drawing.value === "creation";
  const canAdd = mode.kind === "editing" || editor.pointer.lastDrawn.value.length > 0;
  return (
    <>
      <Slot name="geometries" priority={priorities.geometries}>
        <span className={classes.divider} />
        <CommandButton command="tool.rectangle" />
        <CommandButton command="tool.polygon" />
        <CommandButton command="tool.headTail" />
      </Slot>
      {isCreation && geometry !== undefined && geometry !== "rectangle" && <CommandButton command="shape.finish" />}
      {canAdd && (geometry === "polygon" || geometry === "line") && <CommandButton command="shape.add" />}
      {canAdd && geometry === "polygon" && <CommandButton command="shape.addHole" />}
      <Slot name="deleting" priority={priorities.deleting}>
        <CommandButton command="shape.deletePoint" />
        <CommandButton command="shape.delete" />
      </Slot>
    </>
  );
}
