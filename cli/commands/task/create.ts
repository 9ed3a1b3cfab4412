/** `wakeline task create`: creates tasks for datasets, split and distributed between users. */

import { Command, InvalidArgumentError, Option } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../../base/site/dataset-choice.ts";
import { resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { positiveCount, collect } from "../../base/terminal/option-values.ts";
import { counted, note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { framesText } from "../../base/site/tasks.ts";
import { printable } from "../../base/terminal/terminal.ts";

type Range = readonly [number, number];

interface Options extends ServerOption, ChoiceOptions {
  readonly assignee: readonly string[];
  readonly reviewer?: string;
  readonly text?: string;
  readonly type?: readonly string[];
  readonly attribute?: readonly string[];
  readonly rule?: readonly string[];
  readonly set?: string;
  readonly frames?: readonly Range[];
  readonly split?: number;
  readonly overlap?: number;
  readonly people?: number;
  readonly due?: string;
  readonly priority?: "low" | "normal" | "high";
  readonly json?: true;
}

export default addDatasetChoice(
  new Command().description(
    "Makes tasks for datasets that you administrate, all or none. Several assignees take turns. A task gives no rights: " +
      "assignees and reviewer must be able to write the datasets.",
  ),
)
  .requiredOption("--assignee <login>", "who does it; repeat it for several people", collect)
  .option("--reviewer <login>", "who reviews it (default: administrators of the dataset)")
  .option("--text <text>", "what to do")
  .option("--type <name>", "a type to annotate; repeatable", collect)
  .option("--attribute <name>", "an attribute that every track must have; repeatable", collect)
  .option("--rule <code>", "a rule of `wakeline validate --all` that the frames must pass; repeatable", collect)
  .option("--set <name>", "the annotation set to work in, if not the default one")
  .option("--frames <first-last>", "only these frames, counted from 0; repeatable", collectRange)
  .option("--split <frames>", "a task for each piece of so many frames", positiveCount)
  .option("--overlap <share>", "the share of the tasks, from 0 to 1, that several people do, for agreement", share)
  .option("--people <count>", "how many people do each of these (default: 2)", positiveCount)
  .option("--due <day>", "YYYY-MM-DD")
  .addOption(
    new Option("--priority <priority>", "how urgent it is (default: normal)").choices(["low", "normal", "high"]),
  )
  .addOption(serverOption())
  .option("--json", "print the tasks as JSON")
  .action(create);

async function create(given: readonly string[], options: Options): Promise<void> {
  if (options.people !== undefined && options.overlap === undefined) throw usageError("--people needs --overlap.");
  const connection = await connect(options.server ?? serverOfReference(options.in ?? given[0] ?? ""));
  const references = await chooseDatasets(() => Promise.resolve(connection), given, options);
  const datasetIds: string[] = [];
  for (const reference of references) datasetIds.push(await resolveReference(connection, reference));
  const { assignee, reviewer, text = "", type, attribute, rule, set, frames, split, overlap, due, priority } = options;
  const body = {
    datasetIds,
    assignees: [...assignee],
    instructions: text,
    ...(reviewer !== undefined && { reviewer }),
    ...(type !== undefined && { types: [...type] }),
    ...(attribute !== undefined && { attributes: [...attribute] }),
    ...(rule !== undefined && { rules: [...rule] }),
    ...(set !== undefined && { set }),
    ...(frames !== undefined && { ranges: frames.map((range) => [...range]) }),
    ...(split !== undefined && { framesPerTask: split }),
    ...(overlap !== undefined && { overlap: { share: overlap, people: options.people ?? 2 } }),
    ...(due !== undefined && { due }),
    ...(priority !== undefined && { priority }),
  };
  const tasks = await connection.client.call("task.create", { body }, { signal: interrupted });
  if (options.json === true) return writeJson(tasks);
  note(`Made ${counted(tasks.length, "task")}.`);
  const lines = tasks.map((task) => [task._id, task.datasetName, framesText(task), task.assignee.login].map(printable));
  await writeResult(lines.map((line) => `${line.join("\t")}\n`).join(""));
}

function share(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0 && number <= 1)) {
    throw new InvalidArgumentError("A share is a number from 0 to 1.");
  }
  return number;
}

function collectRange(text: string, earlier: readonly Range[] = []): readonly Range[] {
  const [, first, last] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  if (first === undefined || Number(first) > Number(last)) {
    throw new InvalidArgumentError("Give the first and the last frame, as in `0-99`.");
  }
  return [...earlier, [Number(first), Number(last)]];
}
