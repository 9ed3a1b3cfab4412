/** Events of tasks for webhooks: made, handed in, accepted, sent back. */
import type { WebhookEvent } from "../../domain/webhook.ts";
import type { TaskState } from "../../domain/task.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserRecord } from "../../ports/records.ts";
import type { TaskRecord } from "../../ports/task.repository.ts";
import { recordEvent } from "../access/record-event.ts";

/** Starting a task is not news, as for notifications. */
const eventOf: Readonly<Partial<Record<TaskState, WebhookEvent>>> = {
  inReview: "task.handedIn",
  accepted: "task.accepted",
  sentBack: "task.sentBack",
};

type Needed = Pick<Ports, "clock" | "ids">;

/** One event for each dataset: a request can make thousands of tasks. */
export async function recordTasksMade(
  tx: Repositories,
  ports: Needed,
  tasks: readonly TaskRecord[],
  user: UserRecord,
): Promise<void> {
  if ((await tx.webhooks.listActive()).length === 0) return;
  for (const [folder, own] of Map.groupBy(tasks, ({ datasetId }) => datasetId)) {
    const about = own.map(({ id, setName, content }) => ({
      taskId: id,
      assignee: content.assigneeLogin,
      set: setName,
      ranges: content.ranges,
    }));
    await recordEvent(tx, ports, { event: "task.created", folder, user, data: { tasks: about } });
  }
}

export async function recordTaskStep(
  tx: Repositories,
  ports: Needed,
  { id, datasetId, setName, state, content }: TaskRecord,
  user: UserRecord,
): Promise<void> {
  const event = eventOf[state];
  if (event === undefined) return;
  const { assigneeLogin, reviewerLogin, history } = content;
  const step = history.at(-1);
  const data = {
    taskId: id,
    set: setName,
    assignee: assigneeLogin,
    reviewer: reviewerLogin,
    revision: step?.revision ?? null,
    text: step?.text ?? "",
    fixed: step?.isFixed ?? false,
  };
  await recordEvent(tx, ports, { event, folder: datasetId, user, data });
}
