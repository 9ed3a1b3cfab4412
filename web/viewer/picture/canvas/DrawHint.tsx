/**
 * Hints at the bottom of the picture, where users look: what to draw, and how far tracks are followed or a soft edit
 * reaches.
 */
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { keyOf } from "../../../commands/keymap.ts";
import { isDrawing } from "../../../editor/modes/mode.ts";
import { draggedBox } from "../../../editor/pointing/soft-ghosts.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./CanvasHost.module.css";

/** The keys as the user has set them. */
function keysOfSuggestions() {
  return {
    accept: keyOf("suggestion.accept") ?? "",
    next: keyOf("suggestion.next") ?? "",
    refuse: keyOf("suggestion.refuse") ?? "",
  };
}

export function DrawHint() {
  useSignals();
  const { editor } = useViewer();
  const following = editor.following.value;
  if (following !== undefined) {
    const { tracks, running, step, frame, how } = following;
    if (how !== undefined) return <span className={classes.hint}>{t(`assist.${how}`, { frame })}</span>;
    const [id, ...more] = tracks;
    const text =
      id === undefined || more.length > 0
        ? t(step === 1 ? "assist.forwardsSeveral" : "assist.backwardsSeveral", { running, all: tracks.length, frame })
        : t(step === 1 ? "assist.forwards" : "assist.backwards", { id, frame });
    return <span className={classes.hint}>{text}</span>;
  }
  const suggesting = editor.suggesting.value;
  if (suggesting !== undefined) {
    const { kind, share, boxes, frame } = suggesting;
    const percent = Math.round(100 * share);
    return (
      <span className={classes.hint}>
        {kind === "loading"
          ? t("assist.loadingModel", { percent })
          : kind === "learning"
            ? t("assist.learning", { count: boxes, percent })
            : kind === "seeing"
              ? t("assist.seeing", { name: editor.assistants?.segmenter.value?.name ?? "", frame })
              : t("assist.looking", { frame })}
      </span>
    );
  }
  const { suggestions = [], current } = editor.suggestions.offer.value ?? {};
  const next = current === undefined ? undefined : suggestions[current];
  if (current !== undefined && next !== undefined) {
    const { type = "", score } = next;
    const values = { at: current + 1, all: suggestions.length, type, score: score.toFixed(2) };
    return <span className={classes.hint}>{t("assist.suggested", { ...values, ...keysOfSuggestions() })}</span>;
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
