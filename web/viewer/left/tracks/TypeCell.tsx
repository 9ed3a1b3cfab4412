/** The type of a track in its row: a button, or the picker that it opens. */
import { useSignals } from "@preact/signals-react/runtime";
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { setType } from "../../../editor/edits/track-edits.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { useViewer } from "../../viewer-context.ts";
import { TypePicker } from "../types/TypePicker.tsx";
import classes from "./TrackRow.module.css";

export function TypeCell({ id, type }: { readonly id: TrackId; readonly type: string }) {
  useSignals();
  const { editor, workspace, typeRequest } = useViewer();
  const isReadOnly = workspace.readOnly.value !== undefined;
  if (typeRequest.track.value !== id || isReadOnly) {
    return (
      <button
        type="button"
        className={classes.type}
        aria-label={`${t("viewer.trackType", { id })}: ${type}`}
        disabled={isReadOnly}
        onClick={() => {
          // A type is assigned to the whole selection.
          if (!workspace.selection.peek().tracks.has(id)) editor.lists.selectAndShow(id);
          typeRequest.open(id);
        }}
      >
        <CutText>{type}</CutText>
      </button>
    );
  }
  return (
    <TypePicker
      autoFocus
      size="xs"
      variant="filled"
      classNames={{ root: classes.picker ?? "", input: classes.pickerInput ?? "" }}
      label={t("viewer.trackType", { id })}
      value={type}
      onCommit={(next) => setType(editor, id, next)}
      onDone={() => {
        typeRequest.close(id);
        focusCanvas();
      }}
    />
  );
}
