/** `wakeline task export`: the tasks of a folder, one row each, as CSV. */

import { Command } from "commander";
import { toCsv } from "#schemas/csv";
import type { Task } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { framesText, stateNames } from "../../base/site/tasks.ts";

export default new Command()
  .description(
    "Writes the tasks of a dataset, or of all datasets below a folder, as CSV, accepted ones included: what each asks for, " +
      "of whom, its state, and when it was last handed in, accepted and sent back. You see the tasks of datasets that you " +
      "administrate, and your own.",
  )
  .argument("<folder>", referenceHelp)
  .addOption(serverOption())
  .action(exportTasks);

const columns = [
  ...["task", "dataset", "dataset id", "set", "frames", "types", "attributes", "rules", "instructions"],
  ...["assignee", "reviewer", "due", "priority", "state", "made by", "made"],
  ...["handed in", "accepted", "sent back", "times sent back", "last remark"],
];

async function exportTasks(folder: string, options: ServerOption): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(folder));
  const id = await resolveReference(connection, folder);
  const query = { id, all: true, limit: 0 };
  const { tasks } = await connection.client.call("task.ofFolder", query, { signal: interrupted });
  await writeResult(`${toCsv([columns, ...tasks.map(rowOf)])}\r\n`);
}

function rowOf(task: Task): (string | number)[] {
  const { history } = task;
  const lastTime = (state: Task["state"]): string => history.findLast((step) => step.state === state)?.at ?? "";
  return [
    ...[task._id, task.datasetName, task.datasetId, task.set ?? "", framesText(task)],
    ...[task.types.join("; "), task.attributes.join("; "), task.rules.join("; "), task.instructions],
    ...[task.assignee.login, task.reviewer?.login ?? "", task.due ?? "", task.priority, stateNames[task.state]],
    ...[task.createdBy, task.created, lastTime("inReview"), lastTime("accepted"), lastTime("sentBack")],
    ...[history.filter(({ state }) => state === "sentBack").length],
    history.findLast(({ text }) => text !== undefined)?.text ?? "",
  ];
}
