/** `wakeline task list`: the user's own work and reviews, or the tasks of a folder. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { note, warn, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { framesText, stateNames } from "../../base/site/tasks.ts";

interface Options extends ServerOption {
  readonly all?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Lists your tasks, to do and to review, the most urgent first; with a dataset or folder the tasks there: all of those " +
      "that you administrate, and your own of the others.",
  )
  .argument("[folder]", referenceHelp)
  .option("--all", "accepted tasks as well")
  .addOption(serverOption())
  .option("--json", "print them as JSON")
  .action(list);

async function list(folder: string | undefined, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(folder ?? ""));
  const { client } = connection;
  const page = { all: options.all ?? false, limit: 0 };
  const { tasks, withoutAccess } =
    folder === undefined
      ? await client.call("task.list", page, { signal: interrupted })
      : await client.call(
          "task.ofFolder",
          { id: await resolveReference(connection, folder), ...page },
          { signal: interrupted },
        );
  if (withoutAccess > 0) {
    warn(`You have ${withoutAccess} more in datasets that you can no longer read. Ask the person who assigned them.`);
  }
  for (const { _id, withoutRights = [] } of tasks) {
    if (withoutRights.length === 0) continue;
    warn(`${_id}: ${withoutRights.join(", ")} may no longer write the dataset. Share it again, or reassign the task.`);
  }
  if (options.json === true) return writeJson(tasks);
  if (tasks.length === 0) return note("There are no tasks.");
  const columns = [
    { title: "id" },
    { title: "dataset", flexible: true },
    { title: "frames", flexible: true },
    { title: "state" },
    { title: "assignee" },
    { title: "reviewer" },
    { title: "due" },
    { title: "priority" },
  ] as const;
  const rows = tasks.map((task) => [
    ...[task._id, task.datasetName, framesText(task), stateNames[task.state], task.assignee.login],
    ...[task.reviewer?.login ?? "", task.due ?? "", task.priority],
  ]);
  await writeResult(formatTable(io().out, columns, rows));
}
