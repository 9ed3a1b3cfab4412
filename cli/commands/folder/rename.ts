/** `wakeline folder rename`: gives a folder another name. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson } from "../../base/terminal/output.ts";
import { pathOfFolder, requirePlainFolder } from "../../base/site/place-reference.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";

interface Options extends ServerOption {
  readonly description?: string;
  readonly json?: true;
}

export default new Command()
  .description("Gives a folder another name, another description, or both. Its id and the address of its page stay.")
  .argument("<folder>", referenceHelp)
  .argument("[name]", "the new name")
  .option("--description <text>", "the new description")
  .addOption(serverOption())
  .option("--json", "print one JSON document")
  .action(rename);

async function rename(reference: string, name: string | undefined, options: Options): Promise<void> {
  const { description } = options;
  if (name === undefined && description === undefined) throw usageError("give a new name, or --description.");
  const connection = await connect(options.server ?? serverOfReference(reference));
  const before = await requirePlainFolder(connection, reference);
  const request = {
    id: before._id,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  };
  const after = await connection.client.call("folder.update", request, { signal: interrupted });
  const { _id: id, name: now } = after;
  if (options.json === true)
    return writeJson({
      id,
      name: now,
      path: await pathOfFolder(connection, id),
      was: before.name,
      description: after.description,
    });
  note(printable(name === undefined ? `Changed the description of ${now}.` : `Renamed ${before.name} to ${now}.`));
}
