/** `wakeline model list`: trained models that the user may read. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { io } from "../../base/terminal/io.ts";
import { listModels } from "../../base/jobs/models.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { TrainingRecord } from "#schemas/wire";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Lists the trained models that you may read. Not on a terminal: one line each, fields between tabs.")
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const models = await listModels(client);
  if (options.json === true) return writeJson(models);
  if (models.length === 0) return note("No trained models.");
  const columns = [
    { title: "id" },
    { title: "name", flexible: true },
    { title: "owner" },
    { title: "pipelines", flexible: true },
    { title: "trained" },
    { title: "on", flexible: true },
    { title: "result", flexible: true },
  ];
  const rows = models.map(({ id, name, owner, pipelines, training }) => [
    ...[id, name, owner, pipelines.join(", ")],
    ...(training === null ? ["not recorded", "", ""] : columnsOf(training)),
  ]);
  await writeResult(formatTable(io().out, columns, rows));
}

function columnsOf({ date, by, datasets, datasetCount, quality = {} }: TrainingRecord): [string, string, string] {
  const named = datasets.map(({ name, revision }) => `${name} (revision ${revision})`);
  if (datasetCount > datasets.length) named.push(`${datasetCount - datasets.length} more`);
  const { averagePrecision, loss } = quality;
  const results = [
    averagePrecision === undefined ? [] : `average precision ${averagePrecision.toFixed(3)}`,
    loss === undefined ? [] : `loss ${loss.toPrecision(2)}`,
  ].flat();
  return [`${date.slice(0, 10)} by ${by}`, named.join(", "), results.join(", ")];
}
