/** Shown next to the mode: what a drag on the canvas draws, a new object or the selected one on this frame. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import type { Editor } from "../../../editor/editor.ts";
import { isDrawing } from "../../../editor/modes/drawing-mode.ts";
import { kindOfNew } from "../../../editor/edits/new-objects.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./EditorMenu.module.css";

export function DrawnObject() {
  useSignals();
  const text = drawnObject(useViewer().editor);
  return (
    <span className={classes.drawn} data-testid="drawn-object">
      {text !== "" && <CutText className={classes.drawnText ?? ""}>{text}</CutText>}
    </span>
  );
}

/** Empty when nothing is being drawn or selected. */
function drawnObject(editor: Editor): string {
  const mode = editor.mode.value;
  if (isDrawing(mode)) {
    if (mode.trackId === undefined)
      return t(kindOfNew(editor) === "Track" ? "viewer.drawsTrack" : "viewer.drawsDetection");
    const adds = mode.kind === "editing" ? mode.adds : undefined;
    const isDetection = mode.kind === "editing" && mode.isDetection === true;
    return t(isDetection ? "viewer.drawsOnDetection" : "viewer.drawsOnTrack", {
      id: mode.trackId,
      what: t(`viewer.shape.${adds ?? mode.geometry}`),
      frame: editor.shownFrame.value ?? editor.player.frame.value,
    });
  }
  const { tracks, primary } = editor.workspace.selection.value;
  if (primary === undefined) return "";
  return tracks.size === 1 ? t("viewer.trackTitle", { id: primary }) : t("viewer.trackCount", { count: tracks.size });
}
