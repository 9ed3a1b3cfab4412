/** `wakeline job list`: one's own jobs, newest first. */

import { Command, InvalidArgumentError } from "commander";
import { connect } from "../../base/connection.ts";
import { interrupted } from "../../base/interrupt.ts";
import { jobStatusText } from "../../base/job-status.ts";
import { note, writeJson, writeResult } from "../../base/output.ts";
import { serverOption } from "../../base/server-option.ts";
import type { ServerOption } from "../../base/server-option.ts";
import { formatTable } from "../../base/table.ts";
import { io } from "../../base/io.ts";

interface Options extends ServerOption {
  readonly limit: number;
  readonly json?: true;
}

export default new Command()
  .description("Lists your jobs, newest first. Not on a terminal: one line each, fields between tabs.")
  .option("-n, --limit <count>", "at most so many; 0 is all", count, 30)
  .addOption(serverOption())
  .option("--json", "print the list as JSON")
  .action(list);

async function list(options: Options): Promise<void> {
  const { client } = await connect(options.server);
  const jobs = await client.call("job.list", { limit: options.limit }, { signal: interrupted });
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
}

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("A count is a number from 0 on.");
  return Number(text);
}
