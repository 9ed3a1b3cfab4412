/** `wakeline job train`: trains a pipeline on datasets and waits for it. */

import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../../base/site/dataset-choice.ts";
import { resolveReference } from "../../base/site/dataset-reference.ts";
import { fileError, usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { requireModel } from "../../base/jobs/models.ts";
import { writeJsonLine, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { jobLine, watchJobs } from "../../base/jobs/started-jobs.ts";
import { WorstExitCode } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption, ChoiceOptions {
  readonly config?: string;
  readonly labels?: string;
  readonly fineTune?: string;
  readonly annotatedOnly?: true;
  readonly wait: boolean;
  readonly json?: true;
}

export default addDatasetChoice(
  new Command()
    .description(
      "Trains a pipeline on datasets and waits for it. Exit code 1 when the job has failed or was cancelled.",
    )
    .argument("<name>", "of the trained pipeline"),
)
  .option("--config <name>", "training configuration (default: the server's own)")
  .option("--labels <file>", "which types are trained under which names")
  .option("--fine-tune <model>", "trained model to start from: its name, or the id of its folder")
  .option("--annotated-only", "use annotated frames only")
  .option("--no-wait", "print the id of the job instead of waiting for it")
  .addOption(serverOption())
  .option("--json", "print the job as one line of JSON")
  .action(train);

async function train(pipelineName: string, given: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { client } = connection;
  const folderIds: string[] = [];
  const references = await chooseDatasets(() => Promise.resolve(connection), given, options);
  for (const one of references) folderIds.push(await resolveReference(connection, one));
  const { training } = await client.call("configuration.trainingConfigs", {}, { signal: interrupted });
  const config = options.config ?? training.default ?? "";
  if (!training.configs.includes(config)) {
    const known = training.configs.length === 0 ? "it trains nothing" : `it has ${training.configs.join(", ")}`;
    throw usageError(`the server has no training configuration${config === "" ? "" : ` ${config}`}: ${known}.`);
  }
  const labelText = options.labels === undefined ? {} : { labelText: await readLabels(options.labels) };
  const model = options.fineTune === undefined ? undefined : await requireModel(client, options.fineTune);
  const fineTune = model && { fineTuneModel: { name: model.name, type: ".zip", folderId: model.id } };
  const job = await client.call(
    "rpc.train",
    {
      pipelineName,
      config,
      annotatedFramesOnly: options.annotatedOnly === true,
      body: { folderIds, ...labelText, ...fineTune },
    },
    { signal: interrupted },
  );
  const worst = new WorstExitCode();
  if (options.wait) await watchJobs(connection, [job], options, worst);
  else if (options.json === true) await writeJsonLine(jobLine(connection, job));
  else await writeResult(`${job._id}\n`);
  io().exitCode = worst.exitCode;
}

async function readLabels(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw fileError("read", path, error);
  }
}
