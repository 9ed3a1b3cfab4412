/** `wakeline storage import`: creates datasets of the media of a media source. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { note, writeJson, writeResult } from "../../base/terminal/output.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { waitForSourceJob, requireSource } from "../../base/site/media-sources.ts";

interface Options extends ServerOption {
  readonly to: string;
  readonly path?: string;
  readonly dryRun?: true;
  readonly wait: boolean;
  readonly json?: true;
}

export default new Command()
  .description(
    "Makes a dataset of each video and each folder of pictures of a media source, or of a folder in it, without copying them, and " +
      "imports annotations that are next to them. Again, it adds what is new and names what has changed or is gone. Prints " +
      "what became of the files, as the log of the job has it.",
  )
  .argument("<source>", "id, name or location")
  .requiredOption("--to <folder>", `folder on the server that the datasets go into: ${referenceHelp}`)
  .option("--path <folder>", "only this folder of the media source")
  .option("--dry-run", "make nothing: only say what would be made, and what has changed or is gone")
  .option("--no-wait", "print the id of the job, and do not wait for it")
  .addOption(serverOption())
  .option("--json", "print the job as JSON")
  .action(importPlace);

async function importPlace(wanted: string, options: Options): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(options.to));
  const { client } = connection;
  const { _id: id } = await requireSource(connection, wanted);
  const destinationId = await resolveReference(connection, options.to);
  const parameters = {
    id,
    destinationId,
    dryRun: options.dryRun === true,
    ...(options.path === undefined ? {} : { importPath: options.path }),
  };
  const started = await client.call("assetstore.import", parameters, { signal: interrupted });
  if (!options.wait) return options.json === true ? writeJson(started) : writeResult(`${started._id}\n`);
  const json = options.json === true;
  const lines = await waitForSourceJob(connection, started, { json, failed: "nothing more was imported" });
  if (!json) for (const line of lines) note(line);
}
