/** `wakeline model export`: exports a trained model as ONNX or as an addon, to a folder on the server. */

import { Command } from "commander";
import { connect } from "../../base/connection/connection.ts";
import { referenceHelp, resolveReference } from "../../base/site/dataset-reference.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { requireModel } from "../../base/jobs/models.ts";
import { homeFolder } from "../../base/site/home-folder.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { watchJobs } from "../../base/jobs/started-jobs.ts";
import { WorstExitCode } from "../../base/process/worst-exit-code.ts";

interface Options extends ServerOption {
  readonly to?: string;
  readonly json?: true;
}

export default new Command()
  .description("Exports a trained model as model.onnx, or as an addon, into a folder of the server, and waits for it.")
  .argument("<model>", "its name, or the id of its folder")
  .option("--to <folder>", `folder on the server (default: your own folder Private): ${referenceHelp}`)
  .addOption(serverOption())
  .option("--json", "print the job as one line of JSON")
  .action(exportModel);

async function exportModel(wanted: string, options: Options): Promise<void> {
  const connection = await connect(options.server);
  const { client } = connection;
  const { id: modelFolderId } = await requireModel(client, wanted);
  const exportFolderId = await resolveReference(connection, options.to ?? (await homeFolder(connection)));
  const job = await client.call("rpc.export", { modelFolderId, exportFolderId }, { signal: interrupted });
  const worst = new WorstExitCode();
  await watchJobs(connection, [job], options, worst);
  io().exitCode = worst.exitCode;
}
