/** `wakeline datasets remove` and `wakeline rm`: removes datasets, finished or interrupted. */

import { Command } from "commander";
import type { Folder } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import type { Connection } from "../../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../../base/site/dataset-choice.ts";
import { resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { ask, canAsk } from "../../base/terminal/prompt.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { unfinishedUploadOf } from "#schemas/unfinished-upload";
import { removeUnfinished } from "../../base/upload/unfinished-upload.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption, ChoiceOptions {
  readonly yes?: true;
  readonly permanently?: true;
  readonly json?: true;
}

export default addDatasetChoice(
  new Command().description(
    "Removes datasets with everything in them. What an upload left unfinished goes at once; a dataset that is ready, or that " +
      "has annotations, goes into the trash after a question, or with --yes; `wakeline trash restore` brings it back within " +
      "30 days. Folders that are not datasets stay.",
  ),
)
  .option("-y, --yes", "remove finished datasets without a question")
  .option("--permanently", "delete for good instead of into the trash")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(remove);

async function remove(given: readonly string[], options: Options): Promise<void> {
  const choose = () => connect(options.server ?? serverOfReference(options.in ?? ""));
  const references = await chooseDatasets(choose, given, options);
  await forEach(references, { as: "dataset", json: options.json }, async (reference) => {
    const connection = await connect(options.server ?? serverOfReference(reference));
    const { id, name, isKept } = await removeOne(connection, reference, options);
    if (options.json === true) await writeJsonLine({ id, name, removed: true, trash: isKept });
    else
      note(
        printable(isKept ? `Removed ${name}; \`wakeline trash restore ${id}\` brings it back.` : `Removed ${name}.`),
      );
  });
}

interface Removed {
  readonly id: string;
  readonly name: string;
  /** Kept in the trash. */
  readonly isKept: boolean;
}

async function removeOne(connection: Connection, reference: string, { yes, permanently }: Options): Promise<Removed> {
  const { client } = connection;
  const id = await resolveReference(connection, reference);
  const folder = await client.call("folder.get", { id }, { signal: interrupted });
  const unfinished = unfinishedUploadOf(folder);
  if (unfinished === undefined && folder.meta.type === undefined)
    throw usageError(`${reference} is a folder, not a dataset: it was not removed.`);
  const isLeftover = unfinished !== undefined && !(await hasContents(connection, folder));
  const isKept = !isLeftover && permanently !== true;
  if (!isLeftover && yes !== true) await confirm(folder, isKept);
  await removeUnfinished(client, id, Object.values(unfinished?.uploads ?? {}), isKept);
  return { id, name: folder.name, isKept };
}

/**
 * Any user with write access to the folder may have written an upload's note, at any time: it alone proves nothing.
 */
async function hasContents({ client }: Connection, { _id: folderId, meta }: Folder): Promise<boolean> {
  if (Boolean(meta.annotate) || meta.type === "multi") return true;
  return (await client.call("annotation.revisions", { folderId, limit: 1 }, { signal: interrupted })).length > 0;
}

async function confirm({ name }: Folder, isKept: boolean): Promise<void> {
  if (!canAsk()) throw usageError(`"${name}" is a finished dataset: --yes removes it, with its annotations.`);
  const what = isKept ? `Move ${name} to the trash` : `Remove ${name} with its media and annotations for good`;
  const answer = await ask(printable(`${what}? [y/N] `));
  if (!/^y(es)?$/i.test(answer.trim())) throw usageError(`"${name}" was kept.`);
}
