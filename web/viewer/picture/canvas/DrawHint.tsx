/**
 * Hints at the bottom of the picture, where users look: what to draw, and how far tracks are followed or a soft edit
 * reaches.
 */
import { useSignals } from "@preact/signals-react/runtime";
import { t, withTexts } from "../../../base/texts/index.ts";
import { isDrawing } from "../../../editor/modes/drawing-mode.ts";
import { draggedBox } from "../../../editor/pointing/soft-ghosts.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./CanvasHost.module.css";

const WorkingHint = lazyPart(async () => (await withTexts("assistants", import("./WorkingHint.tsx"))).WorkingHint);

export function DrawHint() {
  useSignals();
  const { editor } = useViewer();
  const isWorking = editor.following.value !== undefined || editor.suggesting.value !== undefined;
  if (isWorking || editor.suggestions.offer.value?.current !== undefined) return <WorkingHint />;
  const mode = editor.mode.value;
  const reach = editor.softEditFrames.value;
  if (reach > 0 && draggedBox(editor.pointer.tool.value) !== undefined) {
    return <span className={classes.hint}>{t("assist.softDrag", { count: reach })}</span>;
  }
  if (reach > 0 && editor.drawing.value === "editing" && isDrawing(mode) && mode.geometry !== "rectangle") {
    return <span className={classes.hint}>{t("assist.softBoxes")}</span>;
  }
  if (editor.drawing.value !== "creation" || !isDrawing(mode)) return null;
  const isAnswered = mode.geometry === "segment" && editor.suggestions.offer.value !== undefined;
  return <span className={classes.hint}>{isAnswered ? t("assist.shown") : t(`viewer.draw.${mode.geometry}`)}</span>;
}
