/** `wakeline job logs`: the output of a job. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { requireJob } from "../../base/jobs/jobs.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Prints the log of a job.")
  .argument("<job>", "id")
  .addOption(serverOption())
  .option("--json", "print the pieces of the log as a JSON list")
  .action(logs);

async function logs(id: string, options: Options): Promise<void> {
  const { log = [] } = await requireJob(await connect(options.server), id);
  if (options.json === true) return writeJson(log);
  if (log.length === 0) return note("This job has not written anything to its log.");
  // Text from a user's file or program must not control the terminal.
  const lines = log.join("").replace(/\n$/, "").split(/\r?\n/);
  await writeResult(`${lines.map((line) => printable(line)).join("\n")}\n`);
}
