/** The type of a group; a click opens its field. */

import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { t } from "../../../base/texts/index.ts";
import { setGroupType } from "../../../editor/edits/group-edits.ts";
import type { GroupView } from "../../../session/display/groups.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { TypePicker } from "../../left/types/TypePicker.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./groups.module.css";
import { listGroupTypes } from "./listed-groups.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

export function GroupType({ group }: { readonly group: GroupView }) {
  useSignals();
  const { editor, workspace } = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  const isReadOnly = workspace.readOnly.value !== undefined;
  if (!isOpen || isReadOnly) {
    return (
      <Tip label={group.types.join(", ")}>
        <button
          type="button"
          className={classes.groupType}
          aria-label={`${t("lists.groupType", { id: group.id })}: ${group.type}`}
          disabled={isReadOnly}
          onClick={() => setIsOpen(true)}
        >
          {group.type}
        </button>
      </Tip>
    );
  }
  return (
    <TypePicker
      autoFocus
      size="xs"
      variant="filled"
      className={classes.picker ?? ""}
      label={t("lists.groupType", { id: group.id })}
      value={group.type}
      choices={listGroupTypes(workspace).map(({ type, count }) => ({ type, count, digit: undefined }))}
      styles={workspace.display.groupStyles}
      onCommit={(type) => setGroupType(editor, group.id, type)}
      onDone={() => {
        setIsOpen(false);
        focusCanvas();
      }}
    />
  );
}
