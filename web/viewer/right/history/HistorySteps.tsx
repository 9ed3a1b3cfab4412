/** The steps made on this page, newest first; a click undoes everything after a step, or redoes up to it. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./HistorySteps.module.css";
import { stepName } from "./step-names.ts";

export function HistorySteps() {
  useSignals();
  const { editor, workspace } = useViewer();
  const entries = workspace.steps.entries.value;
  const done = entries.filter(({ isDone }) => isDone).length;
  const isOff = workspace.editRefusal.value !== undefined;
  if (entries.length === 0) return <p className={classes.empty}>{t("lists.historyEmpty")}</p>;

  /** `steps`: how many stay done. */
  function goTo(steps: number): void {
    for (let at = done; at > steps; at -= 1) editor.undo();
    for (let at = done; at < steps; at += 1) editor.redo();
  }

  const rows = [{ action: undefined, isDone: true }, ...entries];
  return (
    <ol className={classes.steps} reversed aria-label={t("lists.history")}>
      {rows
        .map(({ action, isDone }, index) => (
          <li key={index}>
            <button
              type="button"
              className={classes.step}
              data-undone={!isDone || undefined}
              aria-current={index === done ? "step" : undefined}
              disabled={isOff}
              onClick={() => goTo(index)}
            >
              {action === undefined ? t("lists.historyStart") : stepName(action)}
            </button>
          </li>
        ))
        .toReversed()}
    </ol>
  );
}
