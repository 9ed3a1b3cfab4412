/** `wakeline score`: how well the annotations of datasets agree with their truth; the server does the comparison. */

import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { JobStatus, type Job, type ScoringParams, type ScoringRequest, type ScoringResult } from "#schemas/wire";
import { connect, type Connection } from "../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../base/site/dataset-choice.ts";
import { resolveReference } from "../base/site/dataset-reference.ts";
import { CliError, ExitCode, fileError, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { io } from "../base/terminal/io.ts";
import { jobFailure, waitForJob } from "../base/jobs/jobs.ts";
import { note, writeJson, writeJsonLine, writeResult } from "../base/terminal/output.ts";
import { createProgress } from "../base/terminal/progress.ts";
import { serverOption } from "../base/connection/server-option.ts";
import type { ServerOption } from "../base/connection/server-option.ts";
import { jobLine } from "../base/jobs/started-jobs.ts";
import { formatTable } from "../base/terminal/table.ts";
import { printable } from "../base/terminal/terminal.ts";

interface Options extends ServerOption, ChoiceOptions {
  readonly truth?: string;
  readonly set?: string;
  readonly revision?: number;
  readonly truthSet?: string;
  readonly truthRevision?: number;
  readonly iou: number;
  readonly leastConfidence: number;
  readonly match: ScoringParams["matchMode"];
  readonly keypointTolerance: number;
  readonly anyType?: true;
  readonly bestType?: true;
  readonly tracking: boolean;
  readonly sweep: boolean;
  readonly synonyms?: string;
  readonly title?: string;
  readonly wait: boolean;
  readonly json?: true;
}

type Pair = ScoringRequest["pairs"][number];

export default addDatasetChoice(
  new Command().description(
    "Compares annotations of datasets with their truth, on the server: precision, recall, mAP, HOTA, MOTA, IDF1, " +
      "and the thresholds of confidence that are best. All datasets are counted together. The truth is a set of each " +
      "dataset, the one that is called groundTruth, GT or truth unless --truth-set names it; --truth names another dataset. " +
      "The result is kept with the datasets, where the page Scoring shows all of it.",
  ),
)
  .option("--truth <dataset>", "the dataset that is the truth, for one dataset")
  .option("--set <name>", "annotation set to score (default: the default set)")
  .option("--revision <number>", "revision to score (default: the latest)", revision)
  .option("--truth-set <name>", "annotation set that is the truth")
  .option("--truth-revision <number>", "revision that is the truth (default: the latest)", revision)
  .option("--iou <share>", "overlap from which boxes match", share, 0.5)
  .option("--least-confidence <number>", "leave computed tracks below out", confidence, 0)
  .addOption(new Option("--match <what>", "what must overlap").choices(["box", "polygon"]).default("box"))
  .option("--keypoint-tolerance <share>", "how far heads and tails may be off, of the length of the truth", share, 0.1)
  .option("--best-type", "for mAP, look at the best type of a computed track alone")
  .option("--any-type", "boxes of different types match, too")
  .option("--synonyms <file>", "types that mean the same: lines of `type: alias, alias`")
  .option("--no-tracking", "do not compare identities")
  .option("--no-sweep", "do not try thresholds of confidence")
  .option("--title <text>", "what the result is called in lists (default: the name of the dataset)")
  .option("--no-wait", "print the id of the job instead of waiting for it")
  .addOption(serverOption())
  .addOption(new Option("--json", "print the whole result as one JSON document"))
  .action(score);

async function score(given: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { client } = connection;
  const references = await chooseDatasets(() => Promise.resolve(connection), given, options);
  if (options.truth !== undefined && references.length > 1) throw usageError("--truth works with one dataset only.");
  const pairs: Pair[] = [];
  for (const reference of references) pairs.push(await pairOf(connection, reference, options));
  const params: Partial<ScoringParams> = {
    iouThreshold: options.iou,
    confidenceThreshold: options.leastConfidence,
    matchMode: options.match,
    keypointTolerance: options.keypointTolerance,
    topClassOnly: options.bestType === true,
    perClass: options.anyType !== true,
    tracking: options.tracking,
    sweep: options.sweep,
    ...(options.synonyms !== undefined && { classSynonyms: await readText(options.synonyms) }),
  };
  const body = { pairs, params, ...(options.title !== undefined && { title: options.title }) };
  const job = await client.call("rpc.score", { body }, { signal: interrupted });
  if (!options.wait) {
    if (options.json === true) await writeJsonLine(jobLine(connection, job));
    else await writeResult(`${job._id}\n`);
    return;
  }
  const result = await resultOf(connection, job);
  if (options.json === true) return await writeJson(result);
  await writeResult(tableOf(result));
  noteRecommended(result);
}

async function pairOf(connection: Connection, reference: string, options: Options): Promise<Pair> {
  const datasetId = await resolveReference(connection, reference);
  const truthId = options.truth === undefined ? datasetId : await resolveReference(connection, options.truth);
  const asksItself = options.truth === undefined && options.truthSet === undefined;
  const set =
    asksItself && options.truthRevision === undefined
      ? await truthOf(connection, reference, datasetId)
      : options.truthSet;
  return {
    computed: source(datasetId, options.set, options.revision),
    truth: source(truthId, set, options.truthRevision),
  };
}

const source = (datasetId: string, set: string | undefined, number: number | undefined): Pair["computed"] => ({
  datasetId,
  ...(set !== undefined && { set }),
  ...(number !== undefined && { revision: number }),
});

/** The set whose name suggests that it is the truth. */
async function truthOf({ client }: Connection, reference: string, id: string): Promise<string> {
  const { truth, sets } = await client.call("dataset.scoringSources", { id }, { signal: interrupted });
  if (truth !== undefined) return truth;
  const known = sets.length === 0 ? "it has no named sets" : `it has ${sets.map(({ name }) => name).join(", ")}`;
  throw usageError(
    `nothing says what the truth of ${reference} is: ${known}. Name a set with --truth-set, or a dataset with --truth.`,
  );
}

async function resultOf(connection: Connection, { _id: id, dataset_id: datasetId = "" }: Job): Promise<ScoringResult> {
  const { client } = connection;
  const progress = createProgress({ unit: "steps" });
  const job = await waitForJob(client, id, progress).finally(() => progress.clear());
  if (job.status !== JobStatus.success) throw new CliError(ExitCode.findings, `${job.title}: ${jobFailure(job)}`);
  const entries = await client.call("dataset.scorings", { id: datasetId }, { signal: interrupted });
  const entry = entries.find(({ jobId }) => jobId === id);
  if (entry === undefined) throw new CliError(ExitCode.findings, "the result was deleted before it could be read.");
  return await client.call("dataset.scoring", { id: datasetId, resultId: entry._id }, { signal: interrupted });
}

const columns = ["precision", "recall", "F1", "mAP", "AP50", "HOTA", "MOTA", "IDF1", "switches", "truth", "computed"];

function tableOf({ scoring: { summary, classes } }: ScoringResult): string {
  const number = (value: number | null | undefined): string => (value == null ? "" : value.toFixed(4));
  const rows = [{ type: "all", ...summary }, ...classes].map((row) => [
    row.type,
    ...[row.precision, row.recall, row.f1, row.map, row.ap50].map(number),
    ...[row.tracking?.hota, row.tracking?.mota, row.tracking?.idf1].map(number),
    ...[row.tracking?.switches ?? "", row.truthBoxes, row.computedBoxes],
  ]);
  const titles = columns.map((title) => ({ title, align: "right" }) as const);
  return formatTable(io().out, [{ title: "type", flexible: true }, ...titles], rows);
}

function noteRecommended({ scoring: { sweep } }: ScoringResult): void {
  const recommended = Object.entries(sweep?.recommended ?? {});
  if (recommended.length === 0) return;
  const filters = recommended.map(([type, min]) => `${type === "default" ? "all others" : type} ${min}`);
  note(printable(`Recommended least confidence: ${filters.join(", ")}.`));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw fileError("read", path, error);
  }
}

function share(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number > 0 && number <= 1))
    throw new InvalidArgumentError("It is a number above 0, up to 1.");
  return number;
}

function confidence(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError("It is a number from 0 to 1.");
  return number;
}

function revision(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("A revision is a number from 0 on.");
  return Number(text);
}
