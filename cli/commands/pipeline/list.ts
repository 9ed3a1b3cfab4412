/** `wakeline pipeline list`: the pipelines that the server can run, and their settings. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { io } from "../../base/terminal/io.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { listPipelines, pipelineName } from "../../base/jobs/pipelines.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description(
    "Lists the pipelines of the server, with what may be set for a run and its default. Not on a terminal: one line each, " +
      "fields between tabs.",
  )
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const pipes = await listPipelines(client);
  if (options.json === true) return writeJson(pipes);
  if (pipes.length === 0) return note("The server runs no pipelines.");
  const columns = [
    { title: "pipeline" },
    { title: "settings", flexible: true },
    { title: "description", flexible: true },
  ];
  const rows = pipes.map((pipe) => [
    pipelineName(pipe),
    (pipe.metadata?.diveParams ?? []).map(({ key, default: value }) => `${key}=${value ?? ""}`).join(" "),
    pipe.metadata?.description ?? "",
  ]);
  await writeResult(formatTable(io().out, columns, rows));
}
