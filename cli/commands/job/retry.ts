/** `wakeline job retry`: runs failed or cancelled jobs again. */

import { Command } from "commander";
import type { Job } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { requireJob } from "../../base/jobs/jobs.ts";
import { jobLine, watchJobs } from "../../base/jobs/started-jobs.ts";
import { writeJsonLine, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { workOnEach, WorstExitCode } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly wait: boolean;
  readonly json?: true;
}

export default new Command()
  .description(
    "Runs failed or cancelled jobs again, as new jobs with the same settings. All are started first, then waited for. " +
      "Exit code 1 when one of them has failed or was cancelled. Ctrl-C stops waiting, not the jobs.",
  )
  .argument("<job...>", "ids")
  .option("--no-wait", "print the ids of the new jobs and do not wait for them")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each job")
  .action(retry);

async function retry(ids: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  const worst = new WorstExitCode();
  const started: Job[] = [];
  await workOnEach(worst, ids, { as: "job", json: options.json }, async (id) => {
    await requireJob(connection, id);
    started.push(await connection.client.call("job.retry", { id }, { signal: interrupted }));
  });
  if (options.wait) await watchJobs(connection, started, options, worst);
  else {
    for (const job of started) {
      if (options.json === true) await writeJsonLine(jobLine(connection, job));
      else await writeResult(`${job._id}\n`);
    }
  }
  io().exitCode = worst.exitCode;
}
