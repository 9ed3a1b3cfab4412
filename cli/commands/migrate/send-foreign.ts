/** Uploads datasets of another tool, or reports what would be uploaded, with the losses of each. */
import { basename } from "node:path";
import { rescaleFrames } from "#core/formats/rescale-frames";
import { sentFormOf } from "#core/formats/sent-form";
import type { ApiClient } from "#schemas/client";
import { uploadFile } from "#schemas/upload";
import type { Folder } from "#schemas/wire";
import { unfinishedUploadOf } from "#schemas/unfinished-upload";
import { checkAnnotations } from "../../base/annotations/annotation-check.ts";
import { readPictures } from "../../base/site/dataset-media.ts";
import { connect, viewerUrl } from "../../base/connection/connection.ts";
import type { Connection } from "../../base/connection/connection.ts";
import { resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { CliError, ExitCode } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { io } from "../../base/terminal/io.ts";
import { counted, note, warn, writeJsonLine, writeResult } from "../../base/terminal/output.ts";
import { homeFolder } from "../../base/site/home-folder.ts";
import type { SentAnnotations } from "../../base/annotations/sent-annotations.ts";
import { postprocess } from "../../base/upload/postprocess.ts";
import type { ServerOption } from "../../base/connection/server-option.ts";
import { formatTable } from "../../base/terminal/table.ts";
import { otherNames, uploadDataset } from "../../base/upload/upload-dataset.ts";
import { planBatch } from "../../base/upload/upload-plan.ts";
import { isFatal, type WorstExitCode } from "../../base/process/worst-exit-code.ts";
import type { UploadReport } from "../upload-report.ts";
import { type ForeignDataset, writeForeignDataset } from "../../foreign/foreign-dataset.ts";
import { withTempFolder } from "../../foreign/private-temp-folder.ts";

export interface ForeignOptions extends ServerOption {
  readonly to?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Frame rate that stands for that of the media. */
const mediaRate = -1;
const imageRate = 1;

/** If two names are equal, the second one gets a number. */
export class FreeNames {
  readonly #counts = new Map<string, number>();

  next(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  }
}

export async function sendForeignDatasets(
  datasets: readonly ForeignDataset[],
  options: ForeignOptions,
  report: UploadReport,
  worst: WorstExitCode,
): Promise<void> {
  if (options.dryRun === true) await printPlan(datasets, options.json === true, worst);
  else if (datasets.length > 0) await sendAll(datasets, options, report, worst);
}

async function printPlan(datasets: readonly ForeignDataset[], isJson: boolean, worst: WorstExitCode): Promise<void> {
  if (datasets.some(({ losses }) => losses.length > 0)) worst.recordExitCode(ExitCode.findings);
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
  datasets: readonly ForeignDataset[],
  options: ForeignOptions,
  report: UploadReport,
  worst: WorstExitCode,
): Promise<void> {
  const connection = await connect(options.server ?? serverOfReference(options.to ?? ""));
  const parentId = await resolveReference(connection, options.to ?? (await homeFolder(connection)));
  for (const [index, dataset] of datasets.entries()) {
    try {
      if (dataset.losses.length > 0) worst.recordExitCode(ExitCode.findings);
      await withTempFolder(async (folder) => {
        await sendOne(connection, dataset, { folder, parentId, isJson: options.json === true }, report);
      });
    } catch (error) {
      await report.failed(dataset.name, error);
      if (!isFatal(error)) continue;
      await report.notBegun(datasets.slice(index + 1).map(({ name }) => name));
      break;
    }
  }
}

async function sendOne(
  connection: Connection,
  dataset: ForeignDataset,
  { folder, parentId, isJson }: { readonly folder: string; readonly parentId: string; readonly isJson: boolean },
  report: UploadReport,
): Promise<void> {
  const { client } = connection;
  const { name, trackCount, shapeCount } = dataset;
  const place = { parentType: "folder", parentId, name: name.trim() } as const;
  const [there] = await client.call("folder.list", place, { signal: interrupted });
  if (there !== undefined && unfinishedUploadOf(there) === undefined && !(await lacksTracks(client, dataset, there))) {
    const url = viewerUrl(connection, there._id);
    return await report.skipped({ id: there._id, name, type: dataset.type, url, leftOut: [] }, lossTexts(dataset));
  }
  const written = await writeForeignDataset(dataset, folder);
  const own = trackCount + shapeCount > 0 ? written.annotations : undefined;
  const annotations = dataset.annotatedLater === undefined ? own : undefined;
  const options = { name, isQuiet: isJson, ...(annotations !== undefined && { annotations }) };
  const [planned] = await planBatch(client, { label: name, folder, files: written.files, leftOut: [] }, options);
  if (planned === undefined) throw new CliError(ExitCode.findings, `"${name}" has no media.`);
  report.leftOut(planned.leftOut);
  const inspected = planned.annotations.flatMap(({ path, inspected: found }) =>
    found === undefined ? [] : [{ path, inspected: found }],
  );
  report.inspected(inspected);
  const settings = {
    parentId: () => Promise.resolve(parentId),
    fps: planned.type === "video" ? mediaRate : imageRate,
    waits: true,
    skipsExisting: true,
    otherName: otherNames.inPlace,
  };
  const made = await uploadDataset(client, planned, settings);
  const { id, jobIds: jobs, isReady: ready, entries, pictures } = made;
  const named = { id, name, type: planned.type, url: viewerUrl(connection, id), leftOut: planned.leftOut };
  const { annotatedLater } = dataset;
  const isLater = own !== undefined && annotatedLater !== undefined;
  if (made.isSkipped === true && !isLater) return await report.skipped(named, lossTexts(dataset));
  const later = isLater ? await deferImport(connection, id, own, { ...annotatedLater, isQuiet: isJson }) : undefined;
  if (later !== undefined) {
    inspected.push(later.inspected);
    report.inspected([later.inspected]);
  }
  if (!ready) report.found();
  const warnings = [...made.warnings, ...(later?.warnings ?? []), ...lossTexts(dataset)];
  const checked = inspected.map(({ inspected: found }) => found.checked);
  await report.made({ ...named, ready, warnings, jobs, entries }, checked, true, pictures);
}

/** An earlier run was stopped after sending the media. */
async function lacksTracks(client: ApiClient, dataset: ForeignDataset, folder: Folder): Promise<boolean> {
  const { annotatedLater, trackCount, shapeCount } = dataset;
  if (annotatedLater === undefined || trackCount + shapeCount === 0 || folder.meta.type !== dataset.type) return false;
  const first = { folderId: folder._id, limit: 1 } as const;
  return (await client.call("annotation.revisions", first, { signal: interrupted })).length === 0;
}

interface DeferredImport {
  readonly inspected: { readonly path: string; readonly inspected: SentAnnotations["inspected"] };
  readonly warnings: readonly string[];
}

async function deferImport(
  connection: Connection,
  id: string,
  path: string,
  { frameRate, isQuiet }: { readonly frameRate: number | undefined; readonly isQuiet: boolean },
): Promise<DeferredImport> {
  const { client } = connection;
  const dataset = await client.call("dataset.get", { id }, { signal: interrupted });
  const { imageNames, imageSize, imageSizes } = await readPictures(connection, dataset);
  const checked = await checkAnnotations(path, isQuiet, {
    ...(imageNames.length > 0 && { imageNames }),
    fps: frameRate ?? dataset.fps,
    ...(imageSize !== undefined && { imageSize }),
    ...(imageSizes !== undefined && { imageSizes }),
  });
  const { core } = checked;
  if (core === undefined) throw new CliError(ExitCode.findings, `${path} has no annotations.`);
  const isMoved = dataset.type === "video" && frameRate !== undefined && frameRate !== dataset.fps;
  const moved = isMoved ? rescaleFrames(core, dataset.fps / frameRate) : undefined;
  if (moved !== undefined) core.reader.readDiveJson(moved);
  const { losses, bytes, name } = sentFormOf(core, basename(path));
  const place = { parentType: "folder", parentId: id, name } as const;
  await uploadFile(client, place, new Blob([bytes as Uint8Array<ArrayBuffer>]), { signal: interrupted });
  const failed = `the annotations of ${dataset.name} were not imported`;
  const { warnings } = await postprocess(client, failed, { id, skipJobs: true });
  return { inspected: { path, inspected: { checked, losses } }, warnings };
}

function lossTexts({ name, losses }: ForeignDataset): readonly string[] {
  return losses.map((loss) => `${name}: not taken: ${loss}.`);
}
