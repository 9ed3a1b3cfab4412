/** `wakeline trash delete`: permanently deletes items in the trash. */

import { Command } from "commander";
import type { ApiClient } from "#schemas/client";
import type { TrashEntry } from "#schemas/wire";
import { connect } from "../../base/connection/connection.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { counted, note, writeJsonLine } from "../../base/terminal/output.ts";
import { ask, canAsk } from "../../base/terminal/prompt.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { findInTrash, listTrash } from "../../base/site/trash.ts";

interface Options extends ServerOption {
  readonly all?: true;
  readonly yes?: true;
  readonly json?: true;
}

export default new Command()
  .description("Deletes folders and datasets in the trash for good, which frees their space.")
  .argument("[entry...]", "names or ids of `wakeline trash list`, or ids of the folders")
  .option("--all", "everything that you have put into the trash")
  .option("-y, --yes", "without a question")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each entry")
  .action(deleteEntries);

async function deleteEntries(wanted: readonly string[], options: Options): Promise<void> {
  if (wanted.length > 0 === (options.all === true)) throw usageError("name entries of the trash, or give --all.");
  const connection = await connect(options.server);
  const { client } = connection;
  const entries = options.all === true ? await listOwnTrash(client) : [...(await findInTrash(connection, wanted))];
  if (entries.length === 0) return note("There is nothing of yours in the trash.");
  if (options.yes !== true) await confirm(entries.length);
  for (const { _id: id, folderId, name } of entries) {
    await client.call("trash.delete", { id }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id: folderId, name, deleted: true });
    else note(printable(`Deleted ${name} for good.`));
  }
}

/** Administrators also see what others have deleted, which is kept. */
async function listOwnTrash(client: ApiClient): Promise<readonly TrashEntry[]> {
  const me = await client.call("user.me", {}, { signal: interrupted });
  return (await listTrash(client)).filter(({ deletedBy }) => deletedBy === me?.login);
}

async function confirm(count: number): Promise<void> {
  if (!canAsk()) throw usageError("this cannot be undone: --yes deletes for good.");
  const answer = await ask(`Delete ${counted(count, "folder")} for good? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw usageError("nothing was deleted.");
}
