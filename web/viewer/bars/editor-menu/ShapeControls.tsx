/**
 * The editable geometries, and actions on the shapes of the edited one. Disabled buttons keep their places, so that no
 * button moves when a tool is picked.
 */

import { CommandButton } from "../../parts/CommandButton.tsx";
import { Slot } from "../../parts/OverflowBar.tsx";
import classes from "./EditorMenu.module.css";
import { priorities } from "./hidden-commands.tsx";

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
