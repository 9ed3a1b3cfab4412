/** What to draw, how far tracks are followed or a soft edit reaches: at the bottom of the picture, where users look. */
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { isDrawing } from "../../../editor/modes/mode.ts";
import { draggedBox } from "../../../editor/pointing/soft-ghosts.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./CanvasHost.module.css";

export function DrawHint() {
  useSignals();
  const { editor } = useViewer();
  const following = editor.following.value;
  if (following !== undefined) {
    const { tracks, running, step, frame, isSearch = false } = following;
    if (isSearch) return <span className={classes.hint}>{t("assist.searching", { frame })}</span>;
    const [id, ...more] = tracks;
    const text =
      id === undefined || more.length > 0
        ? t(step === 1 ? "assist.forwardsSeveral" : "assist.backwardsSeveral", { running, all: tracks.length, frame })
        : t(step === 1 ? "assist.forwards" : "assist.backwards", { id, frame });
    return <span className={classes.hint}>{text}</span>;
  }
  const mode = editor.mode.value;
  const reach = editor.softReach.value;
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
