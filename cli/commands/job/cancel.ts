/** `wakeline job cancel`: cancels jobs. */

import { Command } from "commander";
import { connect } from "../../base/connection.ts";
import { interrupted } from "../../base/interrupt.ts";
import { requireJob } from "../../base/jobs.ts";
import { hasEnded, jobStatusText } from "../../base/job-status.ts";
import { fail, note, writeJsonLine } from "../../base/output.ts";
import { serverOption } from "../../base/server-option.ts";
import type { ServerOption } from "../../base/server-option.ts";
import { printable } from "../../base/terminal.ts";
import { endsEverything, Worst } from "../../base/worst.ts";
import { io } from "../../base/io.ts";

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
  const worst = new Worst();
  for (const id of ids) {
    try {
      const before = await requireJob(connection, id);
      const job = await connection.client.call("job.cancel", { id }, { signal: interrupted });
      const statusText = jobStatusText(job.status);
      if (options.json === true) await writeJsonLine({ ...job, statusText });
      else note(printable(`${job.title}${hasEnded(before.status) ? " had ended before" : ""}: ${statusText}.`));
    } catch (error) {
      const { message, exitCode } = worst.tell(error);
      fail(message);
      if (options.json === true) await writeJsonLine({ job: id, error: message, exitCode });
      if (endsEverything(error)) break;
    }
  }
  io().exitCode = worst.exitCode;
}
