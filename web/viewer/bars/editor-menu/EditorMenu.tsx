/**
 * The menu above the canvas: the editor's mode, create, delete, undo, and the type, keyframe and interpolation of the
 * selection.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { t, withTexts } from "../../../base/texts/index.ts";
import type { Drawing } from "../../../editor/edits/editing.ts";
import { isDrawing } from "../../../editor/modes/drawing-mode.ts";
import type { Mode } from "../../../editor/modes/mode.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import { CommandButton } from "../../parts/CommandButton.tsx";
import { OverflowBar, Slot } from "../../parts/OverflowBar.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./EditorMenu.module.css";
import { DrawnObject } from "./DrawnObject.tsx";
import { menuOfHidden, priorities } from "./hidden-commands.tsx";
import { NewObjectChips, SoftEditChip } from "./NewObjectChips.tsx";
import { ReadOnlyBadge } from "./ReadOnlyBadge.tsx";
import { SelectionControls } from "./SelectionControls.tsx";
import { ShapeControls } from "./ShapeControls.tsx";
import { VisibilityControls } from "./VisibilityControls.tsx";
import { statusProps } from "../../../ui/page/announce.ts";

const SegmenterChip = lazyPart(
  async () => (await withTexts("assistants", import("./SegmenterChip.tsx"))).SegmenterChip,
);

export function EditorMenu() {
  useSignals();
  const { editor } = useViewer();
  const drawing = editor.drawing.value;
  const mode = editor.mode.value;
  return (
    <OverflowBar
      className={classes.menu}
      label={t("viewer.editorMenu")}
      menuLabel={t("viewer.moreTools")}
      menu={menuOfHidden}
    >
      <span className={classes.what}>
        <span className={classes.mode} data-drawing={drawing} {...statusProps}>
          {modeText(drawing, mode)}
        </span>
        <DrawnObject />
      </span>
      <ReadOnlyBadge />
      <Slot name="chips" priority={priorities.chips}>
        <NewObjectChips />
      </Slot>
      {isDrawing(mode) && mode.geometry === "segment" && (
        <Slot name="model" priority={priorities.model}>
          <SegmenterChip />
        </Slot>
      )}
      {/* While it is on, it says so as long as there is room for anything. */}
      <Slot name="soft" priority={editor.softEditFrames.value > 0 ? priorities.chips : priorities.soft}>
        <SoftEditChip />
      </Slot>
      <CommandButton command="track.create" />
      <CommandButton command="track.toggleEdit" />
      <CommandButton command="track.delete" />
      <Slot name="several" priority={priorities.several}>
        <CommandButton command="track.split" />
        {/* One place: the button that began the choice also merges the chosen tracks. */}
        <CommandButton command={mode.kind === "multiSelect" ? "merge.commit" : "merge.choose"} />
        <CommandButton command="group.create" />
      </Slot>
      <span className={classes.divider} />
      <CommandButton command="edit.undo" />
      <CommandButton command="edit.redo" />
      <ShapeControls />
      <SelectionControls />
      <VisibilityControls />
    </OverflowBar>
  );
}

/** Drawing a new shape counts as creating, for a new track and for the edited one alike. */
function modeText(drawing: Drawing, mode: Mode): string {
  if (mode.kind === "linking") return t("cameras.linking");
  if (mode.kind === "multiSelect") return t("lists.modeMultiSelect");
  if (mode.kind === "groupEdit") return t("lists.modeGroupEdit");
  switch (drawing) {
    case "disabled":
      return t("viewer.modeNotEditing");
    case "creation":
      return t("viewer.modeCreating");
    case "editing":
      return t("viewer.modeEditing");
  }
}
