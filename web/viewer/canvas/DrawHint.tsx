/** How to draw the requested shape: at the bottom of the picture, where users look while drawing. */
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { isDrawing } from "../../editor/mode.ts";
import { useViewer } from "../viewer-context.ts";
import classes from "./CanvasHost.module.css";

export function DrawHint() {
  useSignals();
  const { editor } = useViewer();
  const mode = editor.mode.value;
  if (editor.drawing.value !== "creation" || !isDrawing(mode)) return null;
  return <span className={classes.hint}>{t(`viewer.draw.${mode.geometry}`)}</span>;
}
