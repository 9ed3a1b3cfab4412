/** The user's task on the open dataset, the missing parts, and the next action: hand in, accept, send back, next. */
import { Badge, Button } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { FrameNumber } from "#core/types";
import type { Task } from "#schemas/wire";
import { errorText } from "../../api/errors.ts";
import { requireUser } from "../../api/session.ts";
import { lazyFunction } from "../../base/lazy.ts";
import { t } from "../../base/texts/index.ts";
import { dueText, framesText, stateColors, stateText, taskAddress } from "../../features/tasks/task-facts.ts";
import { datasetTasksQuery, myTasksQuery, taskQuery, tasksOfUser } from "../../queries/tasks.ts";
import { Tip } from "../../ui/tips/Tip.tsx";
import { keepFocus } from "../parts/keep-focus.ts";
import { useViewer } from "../viewer-context.ts";
import { Missing } from "./Missing.tsx";
import classes from "./TaskBar.module.css";
import { useTaskWork } from "./use-task-work.ts";
import { statusProps } from "../../ui/page/announce.ts";

const openSendBack = lazyFunction(async () => (await import("../../features/tasks/SendBack.tsx")).openSendBack);

interface TaskBarProps {
  readonly datasetId: string;
  /** The id of a task in the address; otherwise the user's most urgent task on the dataset, if any. */
  readonly named: string | undefined;
}

export default function TaskBar({ datasetId, named }: TaskBarProps) {
  useSignals();
  const { _id: userId } = requireUser();
  const namedTask = useQuery({ ...taskQuery(named ?? ""), enabled: named !== undefined });
  const openTasks = useQuery({ ...datasetTasksQuery(datasetId), enabled: named === undefined });
  const task = named === undefined ? tasksOfUser(openTasks.data?.tasks ?? [], userId)[0] : namedTask.data;
  if (namedTask.error !== null && task === undefined) {
    return (
      <section className={classes.bar} aria-label={t("tasks.bar")}>
        <p className={classes.what} role="alert">
          {t("tasks.bar.failed")}: {errorText(namedTask.error)}
        </p>
      </section>
    );
  }
  if (task === undefined || task.datasetId !== datasetId) return null;
  return <Bar key={task._id} task={task} isNamed={named !== undefined} />;
}

function Bar({ task, isNamed }: { readonly task: Task; readonly isNamed: boolean }) {
  useSignals();
  const { editor } = useViewer();
  const work = useTaskWork(task, isNamed);
  const { isAssignee, isReviewer, isOtherSet, isBusy } = work;
  const { state, assignee, instructions, types, due, history, ranges } = task;
  const last = history.findLast(({ text }) => text !== undefined);
  const first = ranges[0]?.[0];
  const incomplete = history.findLast((step) => step.state === "inReview")?.missing ?? [];
  const facts = [
    (state === "inReview" || state === "accepted") &&
      incomplete.length > 0 &&
      t("tasks.bar.incomplete", { what: incomplete.map(({ name, count }) => `${name} (${count})`).join(", ") }),
    !isAssignee && t("tasks.bar.of", { login: assignee.login }),
    types.length > 0 && t("tasks.bar.types", { types: types.join(", ") }),
    due !== undefined && t("tasks.bar.due", { day: dueText(due) }),
    last?.text !== undefined &&
      t(last.state === "sentBack" ? "tasks.bar.back" : "tasks.bar.remark", { login: last.byLogin, text: last.text }),
  ].filter((fact) => fact !== false);
  return (
    <section className={classes.bar} aria-label={t("tasks.bar")} onMouseDown={keepFocus}>
      <Badge size="sm" variant="light" tt="none" color={stateColors[state]} {...statusProps}>
        {stateText(task)}
      </Badge>
      <div className={classes.what}>
        {instructions !== "" && (
          <Tip label={instructions} multiline maw={420} style={{ whiteSpace: "pre-wrap" }}>
            <p className={classes.text}>{instructions}</p>
          </Tip>
        )}
        <p className={classes.facts}>
          {first === undefined ? (
            <span>{framesText(task)}</span>
          ) : (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`${t("tasks.bar.toFrames")}: ${framesText(task)}`}
              onClick={() => editor.player.seek(first as FrameNumber)}
            >
              {framesText(task)}
            </Button>
          )}
          {!isOtherSet && state !== "accepted" && <Missing task={task} onChange={work.recordComplete} />}
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {isOtherSet && (
          <p className={classes.facts} role="alert">
            <span>
              {task.set === undefined ? t("tasks.bar.defaultSet") : t("tasks.bar.otherSet", { name: task.set })}
            </span>
            <Button component={Link} to={taskAddress(task)} size="compact-xs" variant="light">
              {t("tasks.bar.openThere")}
            </Button>
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        {work.mayHandIn && state !== "inReview" && state !== "accepted" && (
          <Button size="compact-sm" loading={isBusy} disabled={isOtherSet} onClick={() => void work.handIn()}>
            {t("tasks.handIn")}
          </Button>
        )}
        {isReviewer && state === "inReview" && (
          <Button size="compact-sm" loading={isBusy} onClick={() => void work.accept()}>
            {t("tasks.accept")}
          </Button>
        )}
        {isReviewer && (state === "inReview" || state === "accepted") && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => openSendBack(task, work.isSaved)}
          >
            {t("tasks.sendBack")}
          </Button>
        )}
        <NextButton after={task} />
      </div>
    </section>
  );
}

/** Opens the user's next pending task, on any dataset. */
function NextButton({ after }: { readonly after: Task }) {
  const { data } = useQuery(myTasksQuery());
  const { _id: userId } = requireUser();
  const [next] = tasksOfUser(data?.tasks ?? [], userId).filter(({ _id }) => _id !== after._id);
  if (data === undefined) return null;
  if (next === undefined) {
    const isDone = !tasksOfUser([after], userId).length;
    return isDone ? <span {...statusProps}>{t("tasks.nothingNext")}</span> : null;
  }
  return (
    <Button component={Link} to={taskAddress(next)} size="compact-sm" variant="default">
      {t("tasks.next")}
    </Button>
  );
}
