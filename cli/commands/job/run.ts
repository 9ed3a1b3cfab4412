/** `wakeline job run`: runs a pipeline on datasets and waits for the results. */

import { Command, InvalidArgumentError } from "commander";
import type { Job, Pipe } from "#schemas/wire";
import { connect, viewerUrl } from "../../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../../base/site/dataset-choice.ts";
import { resolveReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { jobLine, watchJobs } from "../../base/jobs/started-jobs.ts";
import { note, writeJsonLine, writeResult } from "../../base/terminal/output.ts";
import { pipelineHelp, requirePipeline } from "../../base/jobs/pipelines.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { workOnEach, WorstExitCode } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption, ChoiceOptions {
  readonly set: EnteredSettings;
  readonly add?: true;
  readonly wait: boolean;
  readonly json?: true;
}

export default addDatasetChoice(
  new Command()
    .description(
      "Runs a pipeline on datasets. All jobs are started first, then waited for; each result becomes a revision of its dataset, in place of the tracks of the set unless --add keeps them. " +
        "Exit code 1 when one of them has failed or was cancelled. Ctrl-C stops waiting, not the jobs.",
    )
    .argument("<pipeline>", pipelineHelp),
)
  .option(
    "--set <key=value|name>",
    "a setting of the pipeline (repeatable), or without = the annotation set for the result (default: the default set)",
    readSet,
    { settings: {}, outputSet: undefined },
  )
  .option("--add", "keep the tracks that are in the set, and add those of the result to them")
  .option("--no-wait", "print the ids of the jobs instead of waiting for them")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each job")
  .action(run);

async function run(wanted: string, given: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { client } = connection;
  const pipeline = await requirePipeline(client, wanted);
  refuseForgottenValue(pipeline, options.set.outputSet);
  const worst = new WorstExitCode();
  const jobs: Job[] = [];
  const references = await chooseDatasets(() => Promise.resolve(connection), given, options);
  // The server refuses all of them with the same words.
  const isNamed = references.length > 1;
  await workOnEach(worst, references, { as: "dataset", json: options.json, isNamed }, async (reference) => {
    const folderId = await resolveReference(connection, reference);
    const { settings, outputSet } = options.set;
    const pipelineParams = {
      kwiverParams: settings,
      ...(outputSet !== undefined && { outputSet }),
      ...(options.add && { add: true }),
    };
    const job = await client.call("rpc.pipeline", { folderId, pipeline, pipelineParams }, { signal: interrupted });
    jobs.push(job);
    noteReplaced(job, outputSet);
    if (options.wait) return;
    if (options.json === true) await writeJsonLine(jobLine(connection, job));
    else await writeResult(`${job._id}\n`);
  });
  if (options.wait) {
    await watchJobs(connection, jobs, options, worst, async ({ dataset_id: dataset = "" }) => {
      await writeResult(`${viewerUrl(connection, dataset)}\n`);
    });
  }
  io().exitCode = worst.exitCode;
}

/** The settings given by `--set` so far. */
interface EnteredSettings {
  readonly settings: Readonly<Record<string, string>>;
  readonly outputSet: string | undefined;
}

function readSet(text: string, before: EnteredSettings): EnteredSettings {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key !== undefined && value !== undefined) return { ...before, settings: { ...before.settings, [key]: value } };
  if (text.trim() === "" || text.includes("=")) {
    throw new InvalidArgumentError("A setting is key=value, an annotation set is a name.");
  }
  if (before.outputSet !== undefined && before.outputSet !== text) {
    throw new InvalidArgumentError(`The result goes into one annotation set: ${before.outputSet} is named already.`);
  }
  return { ...before, outputSet: text };
}

/** A setting without its value would otherwise become the name of a set. @throws CliError */
function refuseForgottenValue({ metadata }: Pipe, outputSet: string | undefined): void {
  if (!(metadata?.diveParams ?? []).some(({ key }) => key === outputSet)) return;
  throw usageError(`${outputSet} is a setting of the pipeline: give it a value with --set ${outputSet}=VALUE.`);
}

/** Reports what the run will replace, before waiting for it. */
function noteReplaced({ title, params }: Job, outputSet: string | undefined): void {
  const replaced = Number(params?.["replaces"] ?? 0);
  if (replaced === 0) return;
  const where = outputSet === undefined ? "" : ` of the set ${outputSet}`;
  note(
    printable(
      `${title} replaces ${replaced === 1 ? "1 track" : `${replaced} tracks`}${where}; the history of the dataset keeps ` +
        `${replaced === 1 ? "it" : "them"}. Next time, --add keeps what is there and --set NAME writes into another annotation set.`,
    ),
  );
}
