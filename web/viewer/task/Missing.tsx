/** Unmet requirements of a task; each line is a link to the first place. */
import { Button } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { problemsIn } from "#core/queries/completeness";
import type { IssueGroup, FrameNumber, TrackId } from "#core/types";
import type { Task } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { useIssues } from "../right/problems/use-issues.ts";
import { useViewer } from "../viewer-context.ts";
import classes from "./TaskBar.module.css";
import { useMissing } from "./use-missing.ts";
import { statusProps } from "../../ui/page/announce.ts";

interface MissingProps {
  readonly task: Task;
  onChange(isComplete: boolean): void;
}

export function Missing({ task, onChange }: MissingProps) {
  if (task.attributes.length === 0 && task.rules.length === 0) return null;
  return task.rules.length === 0 ? (
    <Lines task={task} found={[]} isChecking={false} onChange={onChange} />
  ) : (
    <WithRules task={task} onChange={onChange} />
  );
}

function WithRules({ task, onChange }: MissingProps) {
  useSignals();
  const { found, isDone } = useIssues();
  return <Lines task={task} found={found} isChecking={!isDone} onChange={onChange} />;
}

interface LinesProps extends MissingProps {
  readonly found: readonly IssueGroup[];
  readonly isChecking: boolean;
}

function Lines({ task, found, isChecking, onChange }: LinesProps) {
  const { editor } = useViewer();
  const values = useMissing(task);
  const problems = problemsIn(task, found);
  const isUnknown = values === undefined || isChecking;
  const listed = values === undefined || values === "too many" ? [] : values;
  const isComplete = values !== "too many" && listed.length === 0 && problems.length === 0;
  useEffect(() => {
    onChange(isComplete && !isUnknown);
  }, [isComplete, isUnknown, onChange]);

  function goTo(trackId: TrackId, frame: FrameNumber): void {
    if (!editor.workspace.core.hasTrack(trackId)) return;
    editor.lists.selectAndShow(trackId);
    editor.player.seek(frame);
  }

  return (
    <span className={classes.missing} {...statusProps}>
      {isUnknown && <span>{t("tasks.bar.checking")}</span>}
      {values === "too many" && <span>{t("tasks.bar.tooMany")}</span>}
      {!isUnknown && isComplete && <span>{t("tasks.bar.nothingMissing")}</span>}
      {listed.map(({ name, count, first }) => (
        <Button
          key={name}
          size="compact-xs"
          variant="light"
          color="orange"
          aria-label={`${t("tasks.bar.missing", { name, count: formatNumber(count) })}. ${t("tasks.bar.missingGo", { name })}`}
          onClick={() => goTo(first.trackId, first.frame)}
        >
          {t("tasks.bar.missing", { name, count: formatNumber(count) })}
        </Button>
      ))}
      {problems.map(({ rule, places: [first], places, isAll }) => {
        const name = t(`problems.rule.${rule}`);
        const count = `${formatNumber(places.length)}${isAll ? "" : "+"}`;
        return (
          <Button
            key={rule}
            size="compact-xs"
            variant="light"
            color="orange"
            aria-label={`${t("tasks.bar.rule", { rule: name, count })}. ${t("tasks.bar.ruleGo", { rule: name })}`}
            onClick={() => first !== undefined && goTo(first.trackId, first.frame)}
          >
            {t("tasks.bar.rule", { rule: name, count })}
          </Button>
        );
      })}
    </span>
  );
}
