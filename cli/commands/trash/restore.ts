/** `wakeline trash restore`: restores deleted folders, datasets and files. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { findInTrash } from "../../base/site/trash.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description(
    "Puts deleted folders and datasets back to where they were, or where that place is gone, to the top of the space they " +
      "were in, or of your own. A name that is taken gets a number. Nothing is restored unless each name is one entry's.",
  )
  .argument("<entry...>", "names or ids of `wakeline trash list`, or ids of the folders")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each entry")
  .action(restore);

async function restore(wanted: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server);
  for (const { _id: id, files, name: first, place } of await findInTrash(connection, wanted)) {
    const { client } = connection;
    const { _id: folderId, name: folderName } = await client.call("trash.restore", { id }, { signal: interrupted });
    const path = await client.call("resource.path", { id: folderId, type: "folder" }, { signal: interrupted });
    const name = files === 0 ? folderName : files === 1 ? first : `${first} and ${files - 1} more`;
    const where = place === null ? `to ${path}, since its place is gone` : `to ${place}`;
    if (options.json === true) await writeJsonLine({ id: folderId, name, restored: true });
    else note(printable(`Restored ${name} ${where}.`));
  }
}
