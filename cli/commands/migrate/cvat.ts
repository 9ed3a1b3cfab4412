/** `wakeline migrate cvat`: datasets from backups of CVAT tasks and projects. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Command } from "commander";
import { connect, viewerUrl } from "../../base/connection.ts";
import type { Connection } from "../../base/connection.ts";
import { type CvatDataset, cvatDatasetOf, writeCvatDataset } from "../../base/cvat-backup-dataset.ts";
import { readCvatBackup } from "../../base/cvat-backup.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../../base/dataset-reference.ts";
import { CliError, ExitCode } from "../../base/errors.ts";
import { io } from "../../base/io.ts";
import { counted, note, warn, writeJsonLine, writeResult } from "../../base/output.ts";
import { ownFolder } from "../../base/own-folder.ts";
import { serverOption } from "../../base/server-option.ts";
import type { ServerOption } from "../../base/server-option.ts";
import { formatTable } from "../../base/table.ts";
import { uploadDataset } from "../../base/upload-dataset.ts";
import { planBatch } from "../../base/upload-plan.ts";
import { endsEverything, Worst } from "../../base/worst.ts";
import { UploadReport } from "../upload-report.ts";

interface Options extends ServerOption {
  readonly to?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Frame rate that means: as the media. */
const mediaRate = -1;
const imageRate = 1;

export default new Command()
  .description(
    "Makes a dataset of each task in backups of CVAT tasks and projects (zip, version 1.0), with its media, annotations, " +
      "labels, colours and attributes, and names what cannot be taken. Datasets that are there already are passed over, so " +
      "the same command goes on where it was stopped.",
  )
  .argument("<file...>", "backups that CVAT has made")
  .option("--to <folder>", `folder on the server (default: your own folder Private): ${referenceHelp}`)
  .option("--dry-run", "say what would be made and what cannot be taken, and send nothing")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(migrateCvat);

async function migrateCvat(paths: readonly string[], options: Options): Promise<void> {
  const worst = new Worst();
  const report = new UploadReport(options.json === true, worst);
  const datasets = await readAll(paths, report);
  if (options.dryRun === true) await printPlan(datasets, options.json === true, worst);
  else await sendAll(datasets, options, report, worst);
  io().exitCode = worst.exitCode;
}

/** What cannot be taken is reported, and the rest goes on. */
async function readAll(paths: readonly string[], report: UploadReport): Promise<readonly CvatDataset[]> {
  const datasets: CvatDataset[] = [];
  const names = new Map<string, number>();
  for (const path of paths) {
    try {
      for (const task of await readCvatBackup(path)) {
        const count = (names.get(task.name) ?? 0) + 1;
        names.set(task.name, count);
        const name = count === 1 ? task.name : `${task.name} (${count})`;
        try {
          datasets.push({ ...cvatDatasetOf(task), name });
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

async function printPlan(datasets: readonly CvatDataset[], isJson: boolean, worst: Worst): Promise<void> {
  if (datasets.some(({ losses }) => losses.length > 0)) worst.saw(ExitCode.findings);
  if (isJson) {
    for (const { name, type, media, trackCount, shapeCount, losses } of datasets) {
      await writeJsonLine({ name, type, files: media.size, tracks: trackCount, shapes: shapeCount, losses });
    }
    return;
  }
  const columns = [
    { title: "dataset", flexible: true },
    { title: "type" },
    { title: "files", align: "right" as const },
    { title: "tracks", align: "right" as const },
    { title: "shapes", align: "right" as const },
  ];
  const rows = datasets.map((one) => [one.name, one.type, one.media.size, one.trackCount, one.shapeCount].map(String));
  await writeResult(formatTable(io().out, columns, rows));
  for (const dataset of datasets) for (const loss of lossTexts(dataset)) warn(loss);
  note(`Dry run: ${counted(datasets.length, "dataset")}; nothing was sent.`);
}

async function sendAll(
  datasets: readonly CvatDataset[],
  options: Options,
  report: UploadReport,
  worst: Worst,
): Promise<void> {
  if (datasets.length === 0) return;
  const connection = await connect(options.server ?? serverOfReference(options.to ?? ""));
  const parentId = await resolveReference(connection, options.to ?? (await ownFolder(connection)));
  for (const [index, dataset] of datasets.entries()) {
    const folder = await mkdtemp(join(tmpdir(), "wakeline-cvat-"));
    try {
      if (dataset.losses.length > 0) worst.saw(ExitCode.findings);
      await sendOne(connection, dataset, { folder, parentId, isJson: options.json === true }, report);
    } catch (error) {
      await report.failed(dataset.name, error);
      if (!endsEverything(error)) continue;
      for (const { name } of datasets.slice(index + 1)) await report.notBegun(name);
      break;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function sendOne(
  connection: Connection,
  dataset: CvatDataset,
  { folder, parentId, isJson }: { readonly folder: string; readonly parentId: string; readonly isJson: boolean },
  report: UploadReport,
): Promise<void> {
  const { client } = connection;
  const { name, trackCount, shapeCount } = dataset;
  const written = await writeCvatDataset(dataset, folder);
  const files = written.files.map((path) => ({ name: basename(path), path }));
  const annotations = trackCount + shapeCount > 0 ? written.annotations : undefined;
  const options = { name, isQuiet: isJson, ...(annotations !== undefined && { annotations }) };
  const [planned] = await planBatch(client, { label: name, folder, files, leftOut: [] }, options);
  if (planned === undefined) throw new CliError(ExitCode.findings, `"${name}" has no media.`);
  report.leftOut(planned.leftOut);
  const looked = planned.annotations.flatMap(({ path, looked: found }) =>
    found === undefined ? [] : [{ path, looked: found }],
  );
  report.looked(looked);
  const settings = {
    parentId,
    fps: planned.type === "video" ? mediaRate : imageRate,
    waits: true,
    skipsExisting: true,
  };
  const made = await uploadDataset(client, planned, settings);
  const { id, jobIds: jobs, isReady: ready, entries, pictures } = made;
  const named = { id, name, type: planned.type, url: viewerUrl(connection, id), leftOut: planned.leftOut };
  if (made.isSkipped === true) return await report.skipped(named);
  if (!ready) report.found();
  const warnings = [...made.warnings, ...lossTexts(dataset)];
  const checked = looked.map(({ looked: found }) => found.checked);
  await report.made({ ...named, ready, warnings, jobs, entries }, checked, true, pictures);
}

function lossTexts({ name, losses }: CvatDataset): readonly string[] {
  return losses.map((loss) => `${name}: not taken: ${loss}.`);
}
