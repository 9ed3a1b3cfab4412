/** `wakeline job watch`: waits until jobs have ended, and reports their results. */

import { Command } from "commander";
import { JobStatus } from "#schemas/wire";
import { connect } from "../../base/connection.ts";
import { ExitCode } from "../../base/errors.ts";
import { jobFailure, requireJob, waitForJob } from "../../base/jobs.ts";
import { jobStatusText } from "../../base/job-status.ts";
import { fail, note, writeJsonLine } from "../../base/output.ts";
import { createProgress } from "../../base/progress.ts";
import { serverOption } from "../../base/server-option.ts";
import type { ServerOption } from "../../base/server-option.ts";
import { printable } from "../../base/terminal.ts";
import { endsEverything, Worst } from "../../base/worst.ts";
import { io } from "../../base/io.ts";

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
  const worst = new Worst();
  for (const id of ids) {
    const progress = createProgress({ unit: "steps" });
    try {
      await requireJob(connection, id);
      const job = await waitForJob(connection.client, id, progress);
      progress.clear();
      const isGood = job.status === JobStatus.success;
      if (!isGood) worst.saw(ExitCode.findings);
      if (options.json === true) await writeJsonLine({ ...job, statusText: jobStatusText(job.status) });
      else if (isGood) note(printable(`${job.title}: ${jobStatusText(job.status)}.`));
      else fail(`${job.title}: ${jobFailure(job)}`);
    } catch (error) {
      progress.clear();
      const { message, exitCode } = worst.tell(error);
      fail(message);
      if (options.json === true) await writeJsonLine({ job: id, error: message, exitCode });
      if (endsEverything(error)) break;
    }
  }
  io().exitCode = worst.exitCode;
}
