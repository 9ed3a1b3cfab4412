/** `wakeline job watch`: waits until jobs have ended, and reports their results. */

import { Command } from "commander";
import { JobStatus } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import { ExitCode } from "../../base/process/errors.ts";
import { jobFailure, requireJob, waitForJob } from "../../base/jobs/jobs.ts";
import { jobStatusText } from "../../base/jobs/job-status.ts";
import { fail, note, writeJsonLine } from "../../base/terminal/output.ts";
import { createProgress } from "../../base/terminal/progress.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { workOnEach, WorstExitCode } from "../../base/process/worst-exit-code.ts";
import { io } from "../../base/terminal/io.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Waits until jobs have ended. Exit code 1 when one of them has failed or was cancelled.")
  .argument("<job...>", "ids")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each job when it has ended")
  .action(watch);

async function watch(ids: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  const worst = new WorstExitCode();
  await workOnEach(worst, ids, { as: "job", json: options.json }, async (id) => {
    const progress = createProgress({ unit: "steps" });
    await requireJob(connection, id);
    const job = await waitForJob(connection.client, id, progress).finally(() => progress.clear());
    const isGood = job.status === JobStatus.success;
    if (!isGood) worst.recordExitCode(ExitCode.findings);
    if (options.json === true) await writeJsonLine({ ...job, statusText: jobStatusText(job.status) });
    else if (isGood) note(printable(`${job.title}: ${jobStatusText(job.status)}.`));
    else fail(`${job.title}: ${jobFailure(job)}`);
  });
  io().exitCode = worst.exitCode;
}
