/**
 * Work on a task: the user's part in it, and its moves. The stored set of the task is judged, so everything is saved
 * before a move, and the server has the last word on missing parts.
 */
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isWithin } from "#core/types/issues";
import type { FrameNumber } from "#core/types";
import { ApiError } from "#schemas/client";
import type { Task } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { errorText } from "../../api/errors.ts";
import { requireUser } from "../../api/session.ts";
import { defaultSetName } from "../../base/annotation-set.ts";
import { t } from "../../base/texts/index.ts";
import { folderQuery } from "../../queries/places.ts";
import { moveTask, type Step } from "../../queries/tasks.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { useViewer } from "../viewer-context.ts";

export interface TaskWork {
  readonly isAssignee: boolean;
  readonly isReviewer: boolean;
  readonly mayHandIn: boolean;
  /** The viewer shows another set than the task's. */
  readonly isOtherSet: boolean;
  /** A move is under way. */
  readonly isBusy: boolean;
  recordComplete(isComplete: boolean): void;
  /** Saves first. False if that failed; the user knows. */
  isSaved(): Promise<boolean>;
  /** Asks the user if something is missing. */
  handIn(): Promise<void>;
  accept(): Promise<void>;
}

/** @param isNamed the task is in the page's address: opening it starts it and goes to its frames */
export function useTaskWork(task: Task, isNamed: boolean): TaskWork {
  useSignals();
  const { saver, workspace } = useViewer();
  const user = requireUser();
  const [isBusy, setBusy] = useState(false);
  // Assumed until the check says otherwise.
  const [isComplete, setComplete] = useState(true);
  const { assignee, reviewer } = task;
  const isAssignee = assignee.id === user._id;
  const manages = (useQuery(folderQuery(task.datasetId)).data?._accessLevel ?? AccessLevel.read) >= AccessLevel.admin;
  const isReviewer = reviewer?.id === user._id || (manages && (reviewer === undefined || !isAssignee));
  const shownSet = workspace.document.address.setName ?? defaultSetName;
  const isOtherSet = (task.set ?? defaultSetName) !== shownSet;
  useStart(task, isNamed && isAssignee);
  useFrames(task, isNamed && !isOtherSet);

  async function move(step: Step, done: string, isHandled?: (error: unknown) => Promise<boolean>): Promise<void> {
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

  /** The server judges the stored annotations: all cameras, and more places than the bar knows. */
  async function handIn(): Promise<void> {
    const anyway = !isComplete;
    if (anyway && !(await isConfirmed(t("tasks.stillMissingText")))) return;
    if (!(await isSaved())) return;
    await move({ move: "handIn", ...(anyway && { anyway }) }, t("tasks.handedIn"), async (error) => {
      const isRefused = error instanceof ApiError && error.code === "task-incomplete";
      if (!isRefused) return false;
      const { refusalText } = await import("./refusal-text.ts");
      if (!(await isConfirmed(refusalText(error)))) return true;
      await move({ move: "handIn", anyway: true }, t("tasks.handedIn"));
      return true;
    });
  }

  async function accept(): Promise<void> {
    if (await isSaved()) await move({ move: "accept" }, t("tasks.accepted"));
  }

  return {
    isAssignee,
    isReviewer,
    mayHandIn: isAssignee || manages,
    isOtherSet,
    isBusy,
    recordComplete: setComplete,
    isSaved,
    handIn,
    accept,
  };
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
