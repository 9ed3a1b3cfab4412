/** The hint while an assistant works: how far it has come, or which of its suggestions is the next one. */
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { formatFixed } from "../../../base/texts/numbers.ts";
import { keyOf } from "../../../commands/keymap.ts";
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

export function WorkingHint() {
  useSignals();
  const { editor } = useViewer();
  const following = editor.following.value;
  if (following !== undefined) {
    const { phase, tracks, running, step, frame } = following;
    if (phase !== "tracking") return <span className={classes.hint}>{t(`working.${phase}`, { frame })}</span>;
    const [id, ...more] = tracks;
    const text =
      id === undefined || more.length > 0
        ? t(step === 1 ? "working.forwardsSeveral" : "working.backwardsSeveral", { running, all: tracks.length, frame })
        : t(step === 1 ? "working.forwards" : "working.backwards", { id, frame });
    return <span className={classes.hint}>{text}</span>;
  }
  const suggesting = editor.suggesting.value;
  if (suggesting !== undefined) {
    const { kind, share, boxes, frame } = suggesting;
    const percent = Math.round(100 * share);
    return (
      <span className={classes.hint}>
        {kind === "loading"
          ? t("working.loadingModel", { percent })
          : kind === "learning"
            ? t("working.learning", { count: boxes, percent })
            : kind === "seeing"
              ? t("working.seeing", { name: editor.assistants?.segmenter.value?.name ?? "", frame })
              : kind === "reading"
                ? t("working.reading", { frame, percent })
                : t("working.looking", { frame })}
      </span>
    );
  }
  const { suggestions = [], current } = editor.suggestions.offer.value ?? {};
  const next = current === undefined ? undefined : suggestions[current];
  if (current !== undefined && next !== undefined) {
    const { type = "", score } = next;
    const values = { at: current + 1, all: suggestions.length, type, score: formatFixed(score, 2) };
    return <span className={classes.hint}>{t("working.suggested", { ...values, ...keysOfSuggestions() })}</span>;
  }
  return null;
}
