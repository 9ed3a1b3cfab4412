/** A task as it is sent, and the order of lists. */
import type { Task } from "#schemas";

import { wireDate } from "../../base/wire-date.ts";
import { taskPriorities } from "../../domain/task.ts";
import type { TaskRecord } from "../../ports/task.repository.ts";

/** Most urgent first: priority, due day, age. */
export function compareTasks(a: TaskRecord, b: TaskRecord): number {
  const urgency = ({ priority }: TaskRecord) => -taskPriorities.indexOf(priority);
  const byDay = (a.due ?? "9") < (b.due ?? "9") ? -1 : Number((a.due ?? "9") > (b.due ?? "9"));
  return urgency(a) - urgency(b) || byDay || a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1);
}

export function taskDocument(record: TaskRecord, datasetName: string): Task {
  const { id, datasetId, setName, assigneeId, reviewerId, state, priority, due, version, createdMs, content } = record;
  const { ranges, instructions, types, attributes, rules } = content;
  return {
    _id: id,
    datasetId,
    datasetName,
    ...(setName !== "" && { set: setName }),
    ranges: ranges.map((range) => [...range]),
    instructions,
    types: [...types],
    attributes: [...attributes],
    rules: [...rules],
    assignee: { id: assigneeId, login: content.assigneeLogin },
    ...(reviewerId !== null && { reviewer: { id: reviewerId, login: content.reviewerLogin } }),
    ...(due !== null && { due }),
    priority,
    state,
    version,
    createdBy: content.creatorLogin,
    created: wireDate(createdMs),
    history: content.history.map(({ state: to, atMs, byLogin, revision, text, isFixed, missing = [] }) => ({
      state: to,
      at: wireDate(atMs),
      byLogin,
      ...(revision !== null && { revision }),
      ...(text !== "" && { text }),
      ...(isFixed && { fixed: true }),
      ...(missing.length > 0 && { missing: [...missing] }),
    })),
  };
}
