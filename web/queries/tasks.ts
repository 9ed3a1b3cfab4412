/** Tasks: the user's own, those of a place, and their steps. */
import { ApiError } from "#schemas/client";
import type { Task, TaskMove } from "#schemas/wire";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { question } from "./question.ts";

/** Maximum number of tasks per response: more than one person can work through. */
const limit = 1000;

export function myTasksQuery(all = false) {
  return question({
    queryKey: [...keys.tasks, "mine", all],
    queryFn: ({ signal }) => api.call("task.list", { all, limit }, { signal }),
  });
}

/** The user's own tasks on a dataset. */
export function datasetTasksQuery(datasetId: string) {
  return question({
    queryKey: [...keys.tasks, "dataset", datasetId],
    queryFn: ({ signal }) => api.call("task.list", { datasetId, limit }, { signal }),
  });
}

export function folderTasksQuery(id: string, all: boolean) {
  return question({
    queryKey: [...keys.tasks, "folder", id, all],
    queryFn: ({ signal }) => api.call("task.ofFolder", { id, all, limit }, { signal }),
  });
}

export function taskOverviewQuery(id: string) {
  return question({
    queryKey: [...keys.tasks, "overview", id],
    queryFn: ({ signal }) => api.call("task.overview", { id }, { signal }),
  });
}

/** @param from the first day, `YYYY-MM-DD`; absent: the last 31 days */
export function taskWorkQuery(id: string, from?: string) {
  return question({
    queryKey: [...keys.tasks, "work", id, from],
    queryFn: ({ signal }) => api.call("task.work", { id, from }, { signal }),
  });
}

export function runCorrectionsQuery(id: string) {
  return question({
    queryKey: [...keys.tasks, "corrections", id],
    queryFn: ({ signal }) => api.call("task.corrections", { id }, { signal }),
  });
}

export function taskAgreementQuery(id: string) {
  return question({
    queryKey: [...keys.tasks, "agreement", id],
    queryFn: ({ signal }) => api.call("task.agreement", { id }, { signal }),
  });
}

export function taskQuery(id: string) {
  return question({
    queryKey: [...keys.tasks, "one", id],
    queryFn: ({ signal }) => api.call("task.get", { id }, { signal }),
  });
}

export async function refreshTasks(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keys.tasks });
}

export interface Step {
  readonly move: TaskMove;
  readonly text?: string;
  readonly assignee?: string;
  readonly fixed?: boolean;
  readonly anyway?: boolean;
}

/** The latest step of each task on this page, by task. */
const latestSteps = new Map<string, Promise<Task | undefined>>();

/**
 * Waits for an earlier step of this page. If someone else's decision came first, the current task is in the cache when
 * this rejects. A change that does not touch what the step decides (a due date, a priority) does not stop it.
 */
export async function moveTask(task: Task, step: Step): Promise<Task> {
  const earlier = latestSteps.get(task._id);
  const moving = moveAfter(earlier, task, step);
  latestSteps.set(
    task._id,
    moving.catch(() => undefined),
  );
  return await moving;
}

async function moveAfter(earlier: Promise<Task | undefined> | undefined, seen: Task, step: Step): Promise<Task> {
  const before = await earlier;
  const task = before !== undefined && before.version > seen.version ? before : seen;
  const { queryKey } = taskQuery(task._id);
  try {
    const moved = await sendStep(task, step).catch(async (error: unknown) => {
      const current = currentTask(error);
      if (current === undefined) throw error;
      queryClient.setQueryData(queryKey, current);
      if (!decidesTheSame(task, current)) throw error;
      return await sendStep(current, step);
    });
    queryClient.setQueryData(queryKey, moved);
    return moved;
  } finally {
    void refreshTasks();
  }
}

const sendStep = async ({ _id: id, version }: Task, step: Step): Promise<Task> =>
  await api.call("task.move", { id, body: { ...step, version } });

/** The task as it is on the server, if the step was refused because of an earlier change. */
function currentTask(error: unknown): Task | undefined {
  return error instanceof ApiError && error.status === 409 ? (error.reply?.extra as Task | undefined) : undefined;
}

/** Whether two versions ask the same work of the same people, and are in the same state. */
function decidesTheSame(seen: Task, current: Task): boolean {
  const decided = ({ state, history, set, ranges, instructions, types, attributes, rules, assignee, reviewer }: Task) =>
    JSON.stringify([state, history.length, set, ranges, instructions, types, attributes, rules, assignee, reviewer]);
  return decided(seen) === decided(current);
}

/** The tasks waiting for this user, in list order. */
export function tasksOfUser(tasks: readonly Task[], userId: string): Task[] {
  return tasks.filter(({ state, assignee, reviewer }) =>
    state === "inReview" ? reviewer?.id === userId : state !== "accepted" && assignee.id === userId,
  );
}
