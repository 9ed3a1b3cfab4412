/** `wakeline job run`: runs a pipeline on datasets and waits for what becomes of it. */

import { Command, InvalidArgumentError } from "commander";
import type { Job } from "#schemas/wire";
import { connect, viewerUrl } from "../../base/connection.ts";
import { datasetReferences } from "../../base/dataset-list.ts";
import { referenceHelp, resolveReference } from "../../base/dataset-reference.ts";
import { interrupted } from "../../base/interrupt.ts";
import { io } from "../../base/io.ts";
import { jobLine, watchJobs } from "../../base/started-jobs.ts";
import { fail, writeJsonLine, writeResult } from "../../base/output.ts";
import { pipelineHelp, requirePipeline } from "../../base/pipelines.ts";
import { serverOption } from "../../base/server-option.ts";
import type { ServerOption } from "../../base/server-option.ts";
import { endsEverything, Worst } from "../../base/worst.ts";

interface Options extends ServerOption {
  readonly set: Readonly<Record<string, string>>;
  readonly wait: boolean;
  readonly json?: true;
}

export default new Command()
  .description(
    "Runs a pipeline on datasets. All jobs are started first, then waited for; each result becomes a revision of its dataset. " +
      "Exit code 1 when one of them has failed or was cancelled. Ctrl-C ends the waiting, not the jobs.",
  )
  .argument("<pipeline>", pipelineHelp)
  .argument("<dataset...>", `${referenceHelp}; - reads them from standard input, one a line`)
  .option("--set <key=value>", "a setting of the pipeline (repeatable)", setting, {})
  .option("--no-wait", "print the ids of the jobs instead of waiting for them")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each job")
  .action(run);

async function run(wanted: string, given: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { client } = connection;
  const pipeline = await requirePipeline(client, wanted);
  const worst = new Worst();
  const jobs: Job[] = [];
  const tell = async (reference: string, error: unknown): Promise<boolean> => {
    const { message, exitCode } = worst.tell(error);
    fail(message);
    if (options.json === true) await writeJsonLine({ dataset: reference, error: message, exitCode });
    return endsEverything(error);
  };
  for (const reference of await datasetReferences(given)) {
    try {
      const folderId = await resolveReference(connection, reference);
      const pipelineParams = { kwiverParams: options.set };
      const job = await client.call("rpc.pipeline", { folderId, pipeline, pipelineParams }, { signal: interrupted });
      jobs.push(job);
      if (options.wait) continue;
      if (options.json === true) await writeJsonLine(jobLine(connection, job));
      else await writeResult(`${job._id}\n`);
    } catch (error) {
      if (await tell(reference, error)) break;
    }
  }
  if (options.wait) {
    await watchJobs(connection, jobs, options, worst, async ({ dataset_id: dataset = "" }) => {
      await writeResult(`${viewerUrl(connection, dataset)}\n`);
    });
  }
  io().exitCode = worst.exitCode;
}

function setting(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError("A setting is key=value.");
  return { ...before, [key]: value };
}
