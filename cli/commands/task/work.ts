/** `wakeline task work`: what people did, with the time they were active, as CSV. */

import { Command } from "commander";
import { toCsv } from "#schemas/csv";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";

interface Options extends ServerOption {
  readonly from?: string;
  readonly to?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Writes as CSV what people saved in the datasets of a folder, by day, person, dataset, task and type: the seconds they were " +
      "active, the tracks they drew, changed or deleted, and the frames that these span. Time counts from edit to edit in the " +
      "viewer, without pauses of more than 2 minutes. You see everyone's work in datasets that you administrate, and your own.",
  )
  .argument("<folder>", referenceHelp)
  .addOption(serverOption())
  .option("--from <day>", "the first day, such as 2026-01-31 in UTC (default: 31 days up to the last one)")
  .option("--to <day>", "the last day (default: today)")
  .option("--json", "print the rows as JSON")
  .action(work);

async function work(folder: string, { server, from, to, json }: Options): Promise<void> {
  const connection = await connect(server ?? serverOfReference(folder));
  const id = await resolveReference(connection, folder);
  const rows = await connection.client.call("task.work", { id, from, to }, { signal: interrupted });
  if (json === true) return writeJson(rows);
  const cells = rows.map(({ day, login, datasetName, set = "", taskId = "", type, activeSeconds, objects, frames }) => [
    ...[day, login, datasetName, set, taskId, type],
    ...[activeSeconds, objects, frames],
  ]);
  const columns = ["day", "person", "dataset", "set", "task", "type", "active seconds", "objects", "frames"];
  await writeResult(`${toCsv([columns, ...cells])}\r\n`);
}
