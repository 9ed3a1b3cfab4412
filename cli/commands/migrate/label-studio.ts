/** `wakeline migrate label-studio`: creates datasets from the JSON export of Label Studio. */

import { basename } from "node:path";
import { Command } from "commander";
import { parseServer } from "../../base/connection/connection.ts";
import { referenceHelp } from "../../base/site/dataset-reference.ts";
import { io } from "../../base/terminal/io.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import { WorstExitCode } from "../../base/process/worst-exit-code.ts";
import type { ForeignDataset } from "../../foreign/foreign-dataset.ts";
import { readStudioExport } from "../../foreign/label-studio-export.ts";
import { MediaFolder } from "../../foreign/media-folder.ts";
import { UploadReport } from "../upload-report.ts";
import { FreeNames, type ForeignOptions, sendForeignDatasets } from "./send-foreign.ts";

interface Options extends ForeignOptions {
  readonly media?: string;
  readonly site?: string;
}

export default new Command()
  .description(
    "Creates datasets from the JSON export of Label Studio projects: one for the pictures of each project, one for each video. The newest " +
      "annotation of a task is used, and what cannot be imported is listed. Media come from --media, from their addresses, or from " +
      "Label Studio (--site, with the key in LABEL_STUDIO_API_KEY). Existing datasets are skipped, so the " +
      "same command continues where it stopped.",
  )
  .argument("<file...>", "exports: JSON or JSON-MIN")
  .option("--media <folder>", "look here for pictures and videos, by their names")
  .option("--site <url>", "Label Studio, which has what was uploaded to it")
  .option("--to <folder>", `folder on the server (default: your own folder Private): ${referenceHelp}`)
  .option("--dry-run", "show what would be created and what cannot be imported, and send nothing")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(migrateLabelStudio);

async function migrateLabelStudio(paths: readonly string[], options: Options): Promise<void> {
  const worst = new WorstExitCode();
  const report = new UploadReport(options.json === true, worst);
  const places = {
    folder: options.media === undefined ? undefined : await MediaFolder.read(options.media),
    site: options.site === undefined ? undefined : parseServer(options.site),
    key: io().env["LABEL_STUDIO_API_KEY"] || undefined,
  };
  const datasets: ForeignDataset[] = [];
  const names = new FreeNames();
  for (const path of paths) {
    try {
      for (const one of await readStudioExport(path, places)) datasets.push({ ...one, name: names.next(one.name) });
    } catch (error) {
      await report.failed(basename(path), error);
    }
  }
  await sendForeignDatasets(datasets, options, report, worst);
  io().exitCode = worst.exitCode;
}
