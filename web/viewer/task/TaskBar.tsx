/** The user's task on the open dataset, what is missing, and the next action: hand in, accept, send back, next. */
import { Badge, Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { isWithin } from "#core/types/issues";
import type { FrameNumber } from "#core/types";
import { ApiError } from "#schemas/client";
import type { Task } from "#schemas/wire";
import { errorText } from "../../api/errors.ts";
import { requireUser } from "../../api/session.ts";
import { defaultSetName } from "../../base/annotation-set.ts";
import { lazyFunction } from "../../base/lazy.ts";
import { t } from "../../base/texts/index.ts";
import { dueText, framesText, stateColors, stateText, taskAddress } from "../../features/tasks/task-facts.ts";
import { folderQuery } from "../../queries/places.ts";
import { datasetTasksQuery, moveTask, myTasksQuery, type Step, taskQuery, tasksOfUser } from "../../queries/tasks.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { keepFocus } from "../parts/keep-focus.ts";
import { useViewer } from "../viewer-context.ts";
import { Missing } from "./Missing.tsx";
import classes from "./TaskBar.module.css";
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
  const asked = useQuery({ ...taskQuery(named ?? ""), enabled: named !== undefined });
  const own = useQuery({ ...datasetTasksQuery(datasetId), enabled: named === undefined });
  const task = named === undefined ? tasksOfUser(own.data?.tasks ?? [], userId)[0] : asked.data;
  if (asked.error !== null && task === undefined) {
    return (
      <section className={classes.bar} aria-label={t("tasks.bar")}>
        <p className={classes.what} role="alert">
          {t("tasks.bar.failed")}: {errorText(asked.error)}
        </p>
      </section>
    );
  }
  if (task === undefined || task.datasetId !== datasetId) return null;
  return <Bar key={task._id} task={task} isNamed={named !== undefined} />;
}

function Bar({ task, isNamed }: { readonly task: Task; readonly isNamed: boolean }) {
  useSignals();
  const { editor, saver, workspace } = useViewer();
  const user = requireUser();
  const [isBusy, setBusy] = useState(false);
  // Assumed until the check says otherwise.
  const [isComplete, setComplete] = useState(true);
  const { state, assignee, reviewer, instructions, types, due, history, ranges } = task;
  const isAssignee = assignee.id === user._id;
  const manages = (useQuery(folderQuery(task.datasetId)).data?._accessLevel ?? 0) >= 2;
  const isReviewer = reviewer?.id === user._id || (manages && (reviewer === undefined || !isAssignee));
  const shownSet = workspace.document.address.setName ?? defaultSetName;
  const isOtherSet = (task.set ?? defaultSetName) !== shownSet;
  const last = history.findLast(({ text }) => text !== undefined);
  useStart(task, isNamed && isAssignee);
  useFrames(task, isNamed && !isOtherSet);

  async function act(step: Step, done: string, isHandled?: (error: unknown) => Promise<boolean>): Promise<void> {
    setBusy(true);
    try {
      await moveTask(task, step);
      notifications.show({ color: "teal", message: done });
    } catch (error) {
      setBusy(false);
      if ((await isHandled?.(error)) === true) return;
      notifications.show({ color: "red", title: t("tasks.failed"), message: errorText(error) });
    }
    setBusy(false);
  }

  /** Whether everything is saved: reviewers judge what the server has. */
  async function isSaved(): Promise<boolean> {
    if (saver.dirtyCount.peek() === 0) return true;
    try {
      await saver.save();
      return true;
    } catch (error) {
      notifications.show({ color: "red", title: t("tasks.notSaved"), message: errorText(error) });
      return false;
    }
  }

  const isConfirmed = async (text: string): Promise<boolean> =>
    await confirmDialog({
      title: t("tasks.stillMissing"),
      text,
      positive: t("tasks.anyway"),
      negative: t("tasks.goOn"),
    });

  /** The server judges what is stored: all cameras, and more places than the bar knows. */
  async function handIn(): Promise<void> {
    const anyway = !isComplete;
    if (anyway && !(await isConfirmed(t("tasks.stillMissingText")))) return;
    if (!(await isSaved())) return;
    await act({ move: "handIn", ...(anyway && { anyway }) }, t("tasks.handedIn"), async (error) => {
      const isRefused = error instanceof ApiError && error.code === "task-incomplete";
      if (!isRefused) return false;
      const { refusalText } = await import("./refusal-text.ts");
      if (!(await isConfirmed(refusalText(error)))) return true;
      await act({ move: "handIn", anyway: true }, t("tasks.handedIn"));
      return true;
    });
  }

  async function accept(): Promise<void> {
    if (await isSaved()) await act({ move: "accept" }, t("tasks.accepted"));
  }

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
        {instructions !== "" && <p className={classes.text}>{instructions}</p>}
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
          {!isOtherSet && state !== "accepted" && <Missing task={task} onChange={setComplete} />}
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
        {(isAssignee || manages) && state !== "inReview" && state !== "accepted" && (
          <Button size="compact-sm" loading={isBusy} disabled={isOtherSet} onClick={() => void handIn()}>
            {t("tasks.handIn")}
          </Button>
        )}
        {isReviewer && state === "inReview" && (
          <Button size="compact-sm" loading={isBusy} onClick={() => void accept()}>
            {t("tasks.accept")}
          </Button>
        )}
        {isReviewer && (state === "inReview" || state === "accepted") && (
          <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => openSendBack(task, isSaved)}>
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

/** Opening a pending task starts it, so that others see that it is being worked on. */
function useStart(task: Task, isOpened: boolean): void {
  const { state } = task;
  const begun = useRef(false);
  useEffect(() => {
    if (!isOpened || begun.current || (state !== "toDo" && state !== "sentBack")) return;
    begun.current = true;
    moveTask(task, { move: "start" }).catch((error: unknown) =>
      notifications.show({ color: "red", title: t("tasks.failed"), message: errorText(error) }),
    );
  }, [isOpened, state, task]);
}

/** Opening a task goes to its frames, even if the dataset is already open. */
function useFrames({ ranges }: Task, isOpened: boolean): void {
  const { editor } = useViewer();
  const shown = editor.shownFrame.value;
  const gone = useRef(false);
  useEffect(() => {
    if (!isOpened || gone.current || shown === undefined) return;
    gone.current = true;
    const first = ranges[0]?.[0];
    if (first !== undefined && !isWithin(ranges, shown)) editor.player.seek(first as FrameNumber);
  }, [editor, isOpened, ranges, shown]);
}
