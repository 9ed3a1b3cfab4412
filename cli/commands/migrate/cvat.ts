/** `wakeline migrate cvat`: creates datasets from backups of CVAT tasks and projects. */

import { basename } from "node:path";
import { Command } from "commander";
import { referenceHelp } from "../../base/site/dataset-reference.ts";
import { io } from "../../base/terminal/io.ts";
import { serverOption } from "../../base/connection/server-option.ts";
import { WorstExitCode } from "../../base/process/worst-exit-code.ts";
import { cvatDatasetOf } from "../../foreign/cvat-backup-dataset.ts";
import { readCvatBackup } from "../../foreign/cvat-backup.ts";
import type { ForeignDataset } from "../../foreign/foreign-dataset.ts";
import { MediaFolder } from "../../foreign/media-folder.ts";
import { UploadReport } from "../upload-report.ts";
import { FreeNames, type ForeignOptions, sendForeignDatasets } from "./send-foreign.ts";

interface Options extends ForeignOptions {
  readonly media?: string;
}

export default new Command()
  .description(
    "Creates a dataset from each task in backups of CVAT tasks and projects (zip, version 1.0), with its media, annotations, " +
      "labels, colors and attributes, and lists what cannot be imported. Existing datasets are skipped, so " +
      "the same command continues where it stopped.",
  )
  .argument("<file...>", "backups made by CVAT")
  .option("--media <folder>", "look here for media of tasks whose backup has none, by their names")
  .option("--to <folder>", `folder on the server (default: your own folder Private): ${referenceHelp}`)
  .option("--dry-run", "show what would be created and what cannot be imported, and send nothing")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(migrateCvat);

async function migrateCvat(paths: readonly string[], options: Options): Promise<void> {
  const worst = new WorstExitCode();
  const report = new UploadReport(options.json === true, worst);
  const folder = options.media === undefined ? undefined : await MediaFolder.read(options.media);
  await sendForeignDatasets(await readAll(paths, folder, report), options, report, worst);
  io().exitCode = worst.exitCode;
}

/** Reports what cannot be migrated, and continues with the rest. */
async function readAll(
  paths: readonly string[],
  folder: MediaFolder | undefined,
  report: UploadReport,
): Promise<readonly ForeignDataset[]> {
  const datasets: ForeignDataset[] = [];
  const names = new FreeNames();
  for (const path of paths) {
    try {
      for (const task of await readCvatBackup(path)) {
        const name = names.next(task.name);
        try {
          datasets.push({ ...cvatDatasetOf(task, folder), name });
        } catch (error) {
          await report.failed(name, error);
        }
      }
    } catch (error) {
      await report.failed(basename(path), error);
    }
  }
  return datasets;
}
