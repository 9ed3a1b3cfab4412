/**
 * The geometries that can be edited, and what is done with the shapes of the edited one. All have their places whether they
 * can be pressed or not, so that no button moves when a tool is picked.
 */

import { CommandButton } from "../../parts/CommandButton.tsx";
import { Slot } from "../../parts/OverflowBar.tsx";
import classes from "./EditorMenu.module.css";
import { priorities } from "./gone-commands.tsx";

export function ShapeControls() {
  return (
    <>
      <Slot name="geometries" priority={priorities.geometries}>
        <span className={classes.divider} />
        <CommandButton command="tool.rectangle" />
        <CommandButton command="tool.polygon" />
        <CommandButton command="tool.headTail" />
      </Slot>
      <Slot name="shaping" priority={priorities.shaping}>
        <CommandButton command="shape.finish" />
        <CommandButton command="shape.add" />
        <CommandButton command="shape.addHole" />
      </Slot>
      <Slot name="deleting" priority={priorities.deleting}>
        <CommandButton command="shape.deletePoint" />
        <CommandButton command="shape.delete" />
      </Slot>
    </>
  );
}
