/** `wakeline clone`: datasets that share the media of others and are independent from a revision on. */

import { Command, InvalidArgumentError } from "commander";
import { ApiError } from "#schemas/client";
import { connect, viewerUrl } from "../base/connection/connection.ts";
import type { Connection } from "../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../base/site/dataset-choice.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/site/dataset-reference.ts";
import { type CliError, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { note, writeJsonLine, writeResult } from "../base/terminal/output.ts";
import { requireFolder } from "../base/site/make-folders.ts";
import { homeFolder } from "../base/site/home-folder.ts";
import { serverOption } from "../base/connection/server-option.ts";
import type { ServerOption } from "../base/connection/server-option.ts";
import { printable } from "../base/terminal/terminal.ts";
import { forEach } from "../base/process/worst-exit-code.ts";

interface Options extends ServerOption, ChoiceOptions {
  readonly revision?: number;
  readonly name?: string;
  readonly to?: string;
  readonly into?: string;
  readonly json?: true;
}

export default addDatasetChoice(
  new Command().description(
    "Clones datasets: annotations at a revision, configuration, and the same media, which take no space.",
  ),
)
  .option("--revision <number>", "annotations as they were at this revision (default: the newest)", revision)
  .option("--name <name>", "name of the clone; for one dataset (default: Clone of ...)")
  .option("--to <folder>", `folder on the server (default: your own folder Private): ${referenceHelp}`)
  .option("--into <path>", "the same for the path of a folder, which is made if it is missing")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(clone);

async function clone(given: readonly string[], options: Options): Promise<void> {
  if (options.to !== undefined && options.into !== undefined) throw usageError("Give either --to or --into.");
  const references = await chooseDatasets(
    () => connect(options.server ?? serverOfReference(options.in ?? "")),
    given,
    options,
  );
  if (options.name !== undefined && references.length > 1) throw usageError("--name works with one dataset only.");
  await forEach(references, { as: "dataset", json: options.json }, async (reference) => {
    const connection = await connect(options.server ?? serverOfReference(reference));
    const { client } = connection;
    const id = await resolveReference(connection, reference);
    const dataset = await client.call("dataset.get", { id }, { signal: interrupted });
    const parentFolderId = await targetFolder(connection, options);
    const name = options.name ?? `Clone of ${dataset.name}`;
    const made = await client
      .call("dataset.clone", { cloneId: id, parentFolderId, name, revision: options.revision }, { signal: interrupted })
      .catch((error: unknown) => {
        throw refusedByUsage(error, name) ?? error;
      });
    const url = viewerUrl(connection, made._id);
    if (options.json === true) await writeJsonLine({ id: made._id, name: made.name, of: id, url });
    else {
      await writeResult(`${url}\n`);
      note(printable(`Made ${made.name}.`));
    }
  });
}

async function targetFolder(connection: Connection, { to, into }: Options): Promise<string> {
  if (into !== undefined) return await requireFolder(connection, into);
  return await resolveReference(connection, to ?? (await homeFolder(connection)));
}

/** Errors that another option would avoid. */
function refusedByUsage(error: unknown, name: string): CliError | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  if (error.reply?.field === "revision") return usageError(`--revision: ${error.message}`, error);
  if (error.reply?.field !== "name") return undefined;
  return usageError(
    `"${name}": ${error.message} Choose another name with --name, or another folder with --to or --into.`,
    error,
  );
}

function revision(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("A revision is a number from 0 on.");
  return Number(text);
}
