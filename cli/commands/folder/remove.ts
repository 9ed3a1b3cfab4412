/** `wakeline folder rm`: removes folders with everything in them. */

import { Command } from "commander";
import type { Folder } from "#schemas/wire";
import { connect, type Connection } from "../../base/connection/connection.ts";
import { referenceHelp, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { counted, note, writeJsonLine } from "../../base/terminal/output.ts";
import { requirePlainFolder } from "../../base/site/place-reference.ts";
import { ask, canAsk } from "../../base/terminal/prompt.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly yes?: true;
  readonly permanently?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Moves folders into the trash, with all folders, datasets and files in them; `wakeline trash restore` brings them back " +
      "within 30 days. For folders that hold something it asks first, unless --yes is given. `wakeline rm` removes datasets.",
  )
  .argument("<folder...>", referenceHelp)
  .option("-y, --yes", "remove without a question")
  .option("--permanently", "delete for good instead, also empty folders only after a question")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each folder")
  .action(remove);

async function remove(references: readonly string[], options: Options): Promise<void> {
  await forEach(references, { as: "folder", json: options.json }, async (reference) => {
    const connection = await connect(options.server ?? serverOfReference(reference));
    const folder = await requirePlainFolder(connection, reference);
    const { _id: id, name } = folder;
    const held = await contentsText(connection, folder);
    // Others may have put something in since, or something that this user may not see.
    const isKept = options.permanently !== true;
    if ((held !== "" || !isKept) && options.yes !== true) await confirm(folder, held, isKept);
    await connection.client.call("folder.delete", { id, trash: isKept }, { signal: interrupted });
    if (options.json === true) return writeJsonLine({ id, name, removed: true, trash: isKept });
    const what = `Removed ${name}${held === "" ? "" : `, with ${held}`}`;
    note(printable(isKept ? `${what}; \`wakeline trash restore ${id}\` brings it back.` : `${what}.`));
  });
}

/** Empty if the folder is empty. */
async function contentsText({ client }: Connection, { _id: id }: Folder): Promise<string> {
  const request = { resources: { folder: [id] } };
  const [holds] = await client.call("resource.contents", request, { signal: interrupted });
  const { folders = 0, datasets = 0, files = 0 } = holds ?? {};
  const counts = [
    [folders, "folder"],
    [datasets, "dataset"],
    [files, "file"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => counted(count, what));
  return new Intl.ListFormat("en-US").format(parts);
}

async function confirm({ name }: Folder, held: string, isKept: boolean): Promise<void> {
  if (!canAsk()) {
    const why =
      held === "" ? "would be deleted for good: --yes deletes it" : `holds ${held}: --yes removes it with them`;
    throw usageError(`"${name}" ${why}.`);
  }
  const what = isKept ? `Move ${name} to the trash` : `Remove ${name} for good`;
  const answer = await ask(printable(`${what}${held === "" ? "" : `, with ${held}`}? [y/N] `));
  if (!/^y(es)?$/i.test(answer.trim())) throw usageError(`"${name}" was kept.`);
}
