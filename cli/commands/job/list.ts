/** `wakeline job list`: the user's own jobs, newest first. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { limitOf, limitOption, printTruncated } from "../../base/terminal/limit-option.ts";
import type { LimitOption } from "../../base/terminal/limit-option.ts";
import { jobStatusText } from "../../base/jobs/job-status.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { io } from "../../base/terminal/io.ts";

interface Options extends ServerOption, LimitOption {
  readonly json?: true;
}

export default new Command()
  .description("Lists your jobs, newest first. Not on a terminal: one line each, fields between tabs.")
  .addOption(limitOption())
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const { reply: jobs, total } = await client.callPaged(
    "job.list",
    { limit: limitOf(options) },
    { signal: interrupted },
  );
  if (options.json === true) return writeJson(jobs.map((job) => ({ ...job, statusText: jobStatusText(job.status) })));
  if (jobs.length === 0) return note("No jobs.");
  const columns = [
    { title: "id" },
    { title: "status" },
    { title: "type" },
    { title: "title", flexible: true },
    { title: "updated" },
  ];
  const rows = jobs.map(({ _id: id, status, type, title, updated }) => [
    id,
    jobStatusText(status),
    type,
    title,
    updated.slice(0, 10),
  ]);
  await writeResult(formatTable(io().out, columns, rows));
  printTruncated(jobs.length, total, "job");
}
