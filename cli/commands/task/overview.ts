/** `wakeline task overview`: objects and frames of each task, by type, as CSV. */

import { Command } from "commander";
import { toCsv } from "#schemas/csv";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { stateNames } from "../../base/site/tasks.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description(
    "Writes as CSV what has been annotated for the tasks of a folder: tracks in the frames of each task and the frames that " +
      "they span, by type. You see the tasks of datasets that you administrate, and your own.",
  )
  .argument("<folder>", referenceHelp)
  .addOption(serverOption())
  .option("--json", "print the rows as JSON, with a row without type for each whole task")
  .action(overview);

async function overview(folder: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(folder));
  const id = await resolveReference(connection, folder);
  const rows = await connection.client.call("task.overview", { id }, { signal: interrupted });
  if (options.json === true) return writeJson(rows);
  const cells = rows
    // The row of the whole task, if it has no tracks yet.
    .filter(({ type, objects }) => type !== undefined || objects === 0)
    .map(({ assigneeLogin, datasetName, taskId, state, type = "", objects, frames }) => [
      ...[assigneeLogin, datasetName, taskId, stateNames[state], type],
      ...[objects, frames],
    ]);
  const columns = ["person", "dataset", "task", "state", "type", "objects", "frames"];
  await writeResult(`${toCsv([columns, ...cells])}\r\n`);
}
