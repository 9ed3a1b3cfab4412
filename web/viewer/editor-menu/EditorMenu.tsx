/** The menu above the canvas: what mode the editor is in, making and deleting, undo; and of the selection its type, keyframe and interpolation. */

import { Badge, Tooltip } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import type { Mode } from "../../editor/mode.ts";
import { CommandButton } from "../parts/CommandButton.tsx";
import { Toolbar } from "../parts/Toolbar.tsx";
import { useViewer } from "../viewer-context.ts";
import classes from "./EditorMenu.module.css";
import { SelectionControls } from "./SelectionControls.tsx";

export function EditorMenu() {
  useSignals();
  const { editor, workspace } = useViewer();
  const mode = editor.mode.value;
  return (
    <Toolbar className={classes.menu ?? ""} label={t("viewer.editorMenu")}>
      <span className={classes.mode} data-mode={mode.kind} role="status" aria-live="polite">
        {modeText(mode)}
      </span>
      {workspace.readOnly.value !== undefined && (
        <Tooltip label={t("refusals.readOnly")}>
          <Badge className={classes.readOnly ?? ""} color="yellow" variant="light" radius="sm">
            {t("viewer.readOnlyBadge")}
          </Badge>
        </Tooltip>
      )}
      <CommandButton command="track.create" />
      <CommandButton command="track.toggleEdit" />
      <CommandButton command="track.delete" />
      <span className={classes.divider} />
      <CommandButton command="edit.undo" />
      <CommandButton command="edit.redo" />
      <SelectionControls />
    </Toolbar>
  );
}

function modeText(mode: Mode): string {
  switch (mode.kind) {
    case "notEditing":
      return t("viewer.modeNotEditing");
    case "creating":
      return t("viewer.modeCreating");
    case "editing":
      return t("viewer.modeEditing");
  }
}
