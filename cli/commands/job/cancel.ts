/** `wakeline job cancel`: cancels jobs. */

import { Command } from "commander";
import { hasEnded } from "#schemas/job-status";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { requireJob } from "../../base/jobs/jobs.ts";
import { jobStatusText } from "../../base/jobs/job-status.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description("Cancels jobs. One that runs ends as soon as its worker hears of it; one that has ended stays as it is.")
  .argument("<job...>", "ids")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each job")
  .action(cancel);

async function cancel(ids: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  await forEach(ids, { as: "job", json: options.json }, async (id) => {
    const before = await requireJob(connection, id);
    const job = await connection.client.call("job.cancel", { id }, { signal: interrupted });
    const statusText = jobStatusText(job.status);
    if (options.json === true) await writeJsonLine({ ...job, statusText });
    else note(printable(`${job.title}${hasEnded(before) ? " had ended before" : ""}: ${statusText}.`));
  });
}
