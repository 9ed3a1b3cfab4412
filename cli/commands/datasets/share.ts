/** `wakeline datasets share`: who may see, change or administer datasets. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../../base/site/dataset-choice.ts";
import { resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { addShareOptions, shareOne, type ShareOptions } from "../../base/site/share.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption, ChoiceOptions, ShareOptions {}

export default addShareOptions(
  addDatasetChoice(
    new Command().description(
      "Shows who may do what with datasets, or changes it. Levels are read (see), write (annotate) and admin (share, " +
        "delete). Anyone you do not name keeps their access, whatever others change at the same time.",
    ),
  ),
)
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(share);

async function share(given: readonly string[], options: Options): Promise<void> {
  const connectTo = (reference: string) => connect(options.server ?? serverOfReference(reference));
  const references = await chooseDatasets(() => connectTo(options.in ?? ""), given, options);
  await forEach(references, { as: "dataset", json: options.json }, async (reference) => {
    const connection = await connectTo(reference);
    await shareOne(connection, await resolveReference(connection, reference), options, { what: "dataset" });
  });
}
