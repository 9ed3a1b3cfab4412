/** `wakeline task consensus`: merges the annotations of several people into a new set. */

import { Command, InvalidArgumentError } from "commander";
import { JobStatus } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { CliError, ExitCode } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { jobFailure, waitForJob } from "../../base/jobs/jobs.ts";
import { note, writeJsonLine, writeResult } from "../../base/terminal/output.ts";
import { createProgress } from "../../base/terminal/progress.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { jobLine } from "../../base/jobs/started-jobs.ts";

interface Options extends ServerOption {
  readonly sets?: readonly string[];
  readonly into: string;
  readonly people?: number;
  readonly undo?: true;
  readonly wait: boolean;
  readonly json?: true;
}

export default new Command()
  .description(
    "Merges annotation sets of a dataset into a set of its own: boxes and tracks that at least half of the people have who were " +
      "asked to look there, or fewer who are much more exact; boxes as a mean in which more exact people count more, types and attributes by vote. " +
      "The sets stay as they are. --undo removes the new set again.",
  )
  .argument("<dataset>", referenceHelp)
  .option("--sets <names>", "sets to merge, with commas between; default is the default set (default: all)", names)
  .option("--into <name>", "name of the new set", "consensus")
  .option("--people <number>", "how many people must have an object (default: half of those who looked)", count)
  .option("--undo", "remove the set that --into names; its history stays")
  .option("--no-wait", "print the id of the job instead of waiting for it")
  .addOption(serverOption())
  .option("--json", "print the job as JSON")
  .action(consensus);

async function consensus(dataset: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(dataset));
  const { client } = connection;
  const id = await resolveReference(connection, dataset);
  const { into, people } = options;
  if (options.undo === true) {
    await client.call("annotation.removeSet", { folderId: id, set: into }, { signal: interrupted });
    note(`Removed the set ${into}.`);
    return;
  }
  const known = await client.call("annotation.sets", { folderId: id }, { signal: interrupted });
  const sets = options.sets ?? known.map((name) => name ?? "").filter((name) => name !== into);
  const body = { sets: [...sets], into, ...(people !== undefined && { leastPeople: people }) };
  const job = await client.call("task.consensus", { id, body }, { signal: interrupted });
  if (!options.wait) {
    if (options.json === true) await writeJsonLine(jobLine(connection, job));
    else await writeResult(`${job._id}\n`);
    return;
  }
  const progress = createProgress({ unit: "steps" });
  const ended = await waitForJob(client, job._id, progress).finally(() => progress.clear());
  if (ended.status !== JobStatus.success) {
    throw new CliError(ExitCode.findings, `${ended.title}: ${jobFailure(ended)}`);
  }
  if (options.json === true) return await writeJsonLine(jobLine(connection, ended));
  for (const line of (ended.log ?? []).join("").trim().split("\n")) note(printable(line));
  await writeResult(`${connection.url}/viewer/${id}/set/${encodeURIComponent(into)}\n`);
}

function names(text: string): string[] {
  const sets = text.split(",").map((name) => name.trim());
  if (sets.some((name) => name === "")) throw new InvalidArgumentError("Write the names with commas between them.");
  return sets.map((name) => (name === "default" ? "" : name));
}

function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("It is a number of people from 1 on.");
  return number;
}
