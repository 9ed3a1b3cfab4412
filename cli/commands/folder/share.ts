/** `wakeline folder share`: who may see, change or administer folders and items created in them. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, serverOfReference } from "../../base/site/dataset-reference.ts";
import { requirePlainFolder } from "../../base/site/place-reference.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { addShareOptions, shareOne, type ShareOptions } from "../../base/site/share.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption, ShareOptions {
  readonly recursive?: true;
}

export default addShareOptions(
  new Command()
    .description(
      "Shows who may do what with folders, or changes it. Levels are read (see), write (annotate) and admin (share, delete). " +
        "What is made in a folder later starts with its rights; what is in it keeps its own, unless --recursive is given.",
    )
    .argument("<folder...>", referenceHelp),
)
  .option("-r, --recursive", "give every folder and dataset in it that you administer the same rights")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each folder")
  .action(share);

async function share(references: readonly string[], options: Options): Promise<void> {
  await forEach(references, { as: "folder", json: options.json }, async (reference) => {
    const connection = await connect(options.server ?? serverOfReference(reference));
    const { _id: id } = await requirePlainFolder(connection, reference);
    await shareOne(connection, id, options, { what: "folder", recurse: options.recursive === true });
  });
}
