/** `wakeline datasets move`: moves datasets into another folder. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../../base/site/dataset-choice.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJsonLine } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { printable } from "../../base/terminal/terminal.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption, ChoiceOptions {
  readonly to: string;
  readonly json?: true;
}

export default addDatasetChoice(
  new Command().description(
    "Moves datasets into another folder, whose members then have access to them. A name that is taken there is refused.",
  ),
)
  .requiredOption("--to <folder>", `folder on the server: ${referenceHelp}`)
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(move);

async function move(given: readonly string[], options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(options.to));
  const references = await chooseDatasets(() => Promise.resolve(connection), given, options);
  const { client } = connection;
  const parentId = await resolveReference(connection, options.to);
  const target = await client.call("folder.get", { id: parentId }, { signal: interrupted });
  await forEach(references, { as: "dataset", json: options.json }, async (reference) => {
    const id = await resolveReference(connection, reference);
    const folder = await client.call("folder.get", { id }, { signal: interrupted });
    if (folder.meta.type === undefined) throw usageError(`${reference} is a folder, not a dataset: it was not moved.`);
    await client.call("folder.update", { id, parentType: "folder", parentId }, { signal: interrupted });
    if (options.json === true) await writeJsonLine({ id, name: folder.name, parentId });
    else note(printable(`Moved ${folder.name} into ${target.name}.`));
  });
}
