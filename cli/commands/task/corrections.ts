/** `wakeline task corrections`: how much people corrected the results of pipelines, as CSV. */

import { Command } from "commander";
import { correctionsCsv } from "#schemas/corrections-csv";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { counted, warn, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";

interface Options extends ServerOption {
  readonly json?: true;
}

export default new Command()
  .description(
    "Writes as CSV how much people corrected the results of pipelines in the datasets of a folder: for each of the newest 50 runs, over " +
      "all types and for each, the boxes that they kept, moved (with the mean IoU), split off into tracks of their own, deleted and " +
      "added, and the tracks that they retyped. A run is compared with the revision before the next run in its set, or with the newest.",
  )
  .argument("<folder>", referenceHelp)
  .addOption(serverOption())
  .option("--json", "print it as JSON")
  .action(corrections);

async function corrections(folder: string, { server, json }: Options): Promise<void> {
  const connection = await connect(server ?? serverOfReference(folder));
  const id = await resolveReference(connection, folder);
  const corrections = await connection.client.call("task.corrections", { id }, { signal: interrupted });
  if (json === true) return writeJson(corrections);
  if (corrections.leftOut > 0) warn(`Left out: ${counted(corrections.leftOut, "older run")}.`);
  await writeResult(correctionsCsv(corrections.rows));
}
