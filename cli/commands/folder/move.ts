/** `wakeline folder move`: moves folders into another place. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { placeReferenceHelp, requirePlainFolder, resolvePlace } from "../../base/site/place-reference.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly to: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Moves folders with everything in them into another one, whose members then have access to them. A name that is taken " +
      "there is refused. `wakeline dataset move` moves datasets.",
  )
  .argument("<folder...>", referenceHelp)
  .requiredOption("--to <place>", placeReferenceHelp)
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each folder")
  .action(move);

async function move(references: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(options.to));
  const { parentType, parentId, path } = await resolvePlace(connection, options.to);
  await forEach(references, { as: "folder", json: options.json }, async (reference) => {
    const { _id: id, name } = await requirePlainFolder(connection, reference);
    await connection.client.call("folder.update", { id, parentType, parentId }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id, name, path: `${path}/${name}` });
    else note(printable(`Moved ${name} into ${path}.`));
  });
}
