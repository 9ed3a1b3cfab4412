/** `wakeline set rm`: removes annotation sets of a dataset. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { ask, canAsk } from "../../base/terminal/prompt.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly yes?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Removes annotation sets of a dataset, after a question or with --yes. Their revisions stay, so that " +
      "`wakeline revision restore` brings them back. The default set cannot be removed.",
  )
  .argument("<dataset>", referenceHelp)
  .argument("<set...>", "names of sets")
  .option("-y, --yes", "without a question")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each set")
  .action(remove);

async function remove(reference: string, sets: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(reference));
  const { client } = connection;
  const folderId = await resolveReference(connection, reference);
  const { name } = await client.call("folder.get", { id: folderId }, { signal: interrupted });
  const known = await client.call("annotation.sets", { folderId }, { signal: interrupted });
  await forEach(sets, { as: "set", json: options.json }, async (set) => {
    if (!known.includes(set)) throw usageError(`${name} has no set "${set}".`);
    if (options.yes !== true) await confirm(set, name);
    await client.call("annotation.removeSet", { folderId, set }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id: folderId, set, removed: true });
    else note(printable(`Removed the set ${set} of ${name}.`));
  });
}

async function confirm(set: string, name: string): Promise<void> {
  if (!canAsk()) throw usageError(`--yes removes the set "${set}" of ${name}.`);
  const answer = await ask(printable(`Remove the set ${set} of ${name}? [y/N] `));
  if (!/^y(es)?$/i.test(answer.trim())) throw usageError(`the set "${set}" was kept.`);
}
