/** `wakeline upload`: creates datasets from videos, images and folders of images, with their annotations. */

import { Command, InvalidArgumentError, Option } from "commander";
import { collectCamera, type CameraOption } from "../base/upload/camera-option.ts";
import { checkAnnotations } from "../base/annotations/annotation-check.ts";
import type { CheckedFile } from "../base/annotations/annotation-check.ts";
import { connect, viewerUrl } from "../base/connection/connection.ts";
import type { Connection } from "../base/connection/connection.ts";
import { requireFolder } from "../base/site/make-folders.ts";
import { homeFolder } from "../base/site/home-folder.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/site/dataset-reference.ts";
import { fileLabel, readDecompressed } from "../base/files/files.ts";
import { isDirectory } from "../base/files/folder-source.ts";
import { counted, note, writeJson, writeResult } from "../base/terminal/output.ts";
import { collect, imageSize, positiveCount } from "../base/terminal/option-values.ts";
import { serverOption } from "../base/connection/server-option.ts";
import { formatTable } from "../base/terminal/table.ts";
import { findRigs, joinCameras, requireJoinable, rigDataset } from "../base/upload/tree-cameras.ts";
import { uploadCameras, uploadPlannedCameras } from "../base/upload/upload-cameras.ts";
import { otherNames, uploadDataset } from "../base/upload/upload-dataset.ts";
import type { UploadSettings } from "../base/upload/upload-dataset.ts";
import type { UploadedDataset } from "../base/upload/uploaded-dataset.ts";
import { KnownUploads } from "../base/upload/known-uploads.ts";
import { planBatch, readBatches } from "../base/upload/upload-plan.ts";
import { withPerPicture } from "../base/upload/upload-per-picture.ts";
import type { Batch } from "../base/upload/upload-plan.ts";
import type { PlacedDataset, PlannedDataset } from "../base/upload/planned-dataset.ts";
import { describePlan, readPlan } from "../base/upload/upload-plan-file.ts";
import { annotationsOf, checkUsage, type UploadOptions as Options } from "./upload-options.ts";
import { UploadReport, warnLeftOut } from "./upload-report.ts";
import { MirroredFolders, readTree, type TreeBatch } from "../base/upload/upload-tree.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { sideBySide } from "../base/process/side-by-side.ts";
import { isFatal, WorstExitCode } from "../base/process/worst-exit-code.ts";
import { HeldMessages } from "../base/terminal/held-messages.ts";
import { io } from "../base/terminal/io.ts";
import { printable } from "../base/terminal/terminal.ts";

/** Frame rate that stands for that of the media. */
const mediaRate = -1;
const imageRate = 1;
const defaultJobs = 4;

export default new Command()
  .description(
    "Creates a dataset from each video, from each folder of images, and from all images named one by one. A zip archive is " +
      "unpacked: exported datasets are restored, any other folder of media becomes a dataset. Annotations in the same " +
      "folder are uploaded too. Prints the address of each dataset in the viewer. Uploads that fail are listed, the rest " +
      "continues, and the exit code is the most severe one. To resume an interrupted upload, run the same command again; " +
      "`wakeline ls --unfinished` lists such uploads, `wakeline rm` removes them.",
  )
  .argument("[path...]", "videos, images, folders of images, zip archives")
  .option("--to <folder>", `folder on the server (default: your own folder Private): ${referenceHelp}`)
  .option("--into <path>", "the same for the path of a folder, which is made if it is missing")
  .option("--name <name>", "name of the dataset (default: that of the file or folder)")
  .option("--fps <rate>", "annotation frame rate, pictures per second (default: the video's; 1 for images)", rate)
  .option(
    "--annotations <file>",
    "annotations of any format that `convert` reads, to import with the media; of a camera: name=file, once for each",
    collect,
  )
  .option("--image-size <WxH>", "picture size; YOLO coordinates are fractions of it", imageSize)
  .option(
    "--camera <name=path>",
    "a camera of one dataset with several, and its folder of images or its video; repeat it for each camera",
    collectCamera,
  )
  .option("--calibration <file>", "calibration of two cameras: npz, yml, json, cam or zip")
  .addOption(
    new Option(
      "--align <by>",
      "cameras of other rates and lengths, up to eight: what their pictures are aligned by",
    ).choices(["frame", "capture-time", "timestamp"]),
  )
  .option("-r, --recursive", "look for media in all folders below, and mirror these on the server")
  .option("--cameras", "with --recursive: datasets side by side that are named like cameras become one dataset")
  .option("--plan", "print which datasets would be made of which files, and send nothing")
  .option("--from-plan <file>", "make the datasets of a plan that --plan --json has printed; `-` is standard input")
  .option("--skip-existing", "pass over datasets whose name is there already")
  .option("--fail-fast", "stop at the first dataset that fails, and list the others as not begun")
  .option("--jobs <count>", "datasets to send at a time", positiveCount, defaultJobs)
  .option("--no-wait", "do not wait until the server has prepared the media")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset as it is finished")
  .action(upload);

async function upload(paths: readonly string[], options: Options): Promise<void> {
  checkUsage(paths, options);
  const connection = await connect(options.server ?? serverOfReference(options.to ?? ""));
  // Made once it is known what to send; a plan makes none.
  const { to, into } = options;
  const known =
    into === undefined ? await resolveReference(connection, to ?? (await homeFolder(connection))) : undefined;
  const parentId = async (): Promise<string> => known ?? (await requireFolder(connection, into ?? ""));
  const worst = new WorstExitCode();
  const report = new UploadReport(options.json === true, worst);
  if (options.camera !== undefined) {
    await uploadRig(connection, options.camera, { ...options, parentId: await parentId() }, report);
    io().exitCode = worst.exitCode;
    return;
  }
  const planned = offerCameras(await planAll(connection, paths, options, report), options);
  const datasets = options.align === undefined ? await onlyJoinable(planned, report) : planned;
  if (options.plan === true) {
    await printPlan(datasets, options);
    io().exitCode = worst.exitCode;
    return;
  }
  if (datasets.length > 0) await uploadAll(connection, datasets, { ...options, parentId: await parentId() }, report);
  io().exitCode = worst.exitCode;
}

/** Cameras are only joined on request: datasets may have such names for other reasons. */
function offerCameras(
  datasets: readonly PlacedDataset[],
  { recursive, cameras, plan }: Options,
): readonly PlacedDataset[] {
  if (recursive !== true) return datasets;
  const rigs = findRigs(datasets);
  if (cameras === true) {
    if (rigs.length === 0) note("No datasets are named like cameras (left, right, cam0, cam1): none are joined.");
    return joinCameras(datasets, rigs);
  }
  const [first] = rigs;
  if (first === undefined) return datasets;
  const others = rigs.length === 1 ? "" : `, and ${counted(rigs.length - 1, "other group")} too`;
  const names = new Intl.ListFormat("en").format(first.datasets.map(({ name }) => name));
  // A dataset named after the folder of its cameras: once that folder is on the server, it is in the way.
  const isInTheWay = plan !== true && rigs.some((rig) => rig.place.length < (rig.datasets[0]?.place.length ?? 0));
  const later = isInTheWay ? "; after this upload, only in another folder (--into)" : "";
  note(printable(`${names} look like cameras of one dataset, "${first.name}"${others}: --cameras joins them${later}.`));
  return datasets;
}

/** Reports cameras that the server would refuse once all of them are there. */
async function onlyJoinable(
  planned: readonly PlacedDataset[],
  report: UploadReport,
): Promise<readonly PlacedDataset[]> {
  const joinable: PlacedDataset[] = [];
  for (const dataset of planned) {
    try {
      if (dataset.cameras !== undefined) requireJoinable(dataset.name, dataset.cameras);
      joinable.push(dataset);
    } catch (error) {
      await report.failed(dataset.name, error);
    }
  }
  return joinable;
}

/** Several at a time, reported in the order of the plan. */
async function uploadAll(
  connection: Connection,
  datasets: readonly PlacedDataset[],
  options: Options & { readonly parentId: string },
  report: UploadReport,
): Promise<void> {
  const folders = new MirroredFolders(connection.client, options.parentId);
  const isTree = options.recursive === true || options.fromPlan !== undefined;
  const isOnly = !isTree && datasets.length === 1;
  const known = isTree ? new KnownUploads(connection.client, options.parentId, datasets) : undefined;
  // Of two datasets of one name, the second one is refused, and not taken for a continuation of the first.
  const byName = new Map<string, Promise<unknown>>();
  const messages = new Map(datasets.map((dataset) => [dataset, new HeldMessages()]));
  const printRest = (): void => {
    for (const held of messages.values()) held.print();
  };
  const upload = async (dataset: PlacedDataset): Promise<Report> => {
    const key = JSON.stringify([...dataset.place, dataset.name.trim()]);
    const before = byName.get(key);
    const uploading = (async () => {
      await before?.catch(() => undefined);
      const checked = await messages.get(dataset)!.during(() => checkOne(dataset, options, report));
      const parentId = () => folders.idOf(dataset.place);
      const findKnown = async (fingerprint: string, run: string) => await known?.claim(dataset, fingerprint, run);
      if (dataset.cameras !== undefined)
        return await uploadJoined(connection, dataset, { ...options, parentId, checked }, report);
      return await uploadOne(connection, dataset, { ...options, parentId, checked, findKnown, isOnly }, report);
    })();
    byName.set(key, uploading);
    try {
      return await uploading;
    } catch (error) {
      interrupted.throwIfAborted();
      throw error;
    }
  };
  const isLast = (error: unknown): boolean => options.failFast === true || interrupted.aborted || isFatal(error);
  // With --fail-fast, nothing is sent if a part cannot be planned.
  const limit = options.failFast === true && report.hasFailure ? 0 : (options.jobs ?? defaultJobs);
  const notBegun: string[] = [];
  // A second signal ends the process without any `finally`.
  process.once("exit", printRest);
  try {
    for await (const [dataset, outcome] of sideBySide(datasets, { limit, work: upload, isLast })) {
      const { name } = dataset;
      messages.get(dataset)?.print();
      if (outcome !== undefined && "value" in outcome) await outcome.value();
      // Those that were being sent when a signal came say so themselves.
      else if (interrupted.aborted && (outcome === undefined || outcome.error === interrupted.reason)) continue;
      else if (outcome === undefined) notBegun.push(name);
      else await report.failed(name, outcome.error);
    }
    await report.notBegun(notBegun);
    interrupted.throwIfAborted();
  } finally {
    process.off("exit", printRest);
    printRest();
  }
}

/** Prints the result of a dataset. */
type Report = () => Promise<void>;

/** Reports what cannot be planned, and continues with the rest. */
async function planAll(
  { client }: Connection,
  paths: readonly string[],
  options: Options,
  report: UploadReport,
): Promise<readonly PlacedDataset[]> {
  const [annotations] = options.annotations ?? [];
  const { name, fps, imageSize: size } = options;
  const plan = { name, annotations, imageSize: size, fps, isQuiet: options.json === true };
  const datasets: PlacedDataset[] = [];
  if (options.fromPlan !== undefined) {
    for (const dataset of readPlan(await readDecompressed(options.fromPlan), fileLabel(options.fromPlan))) {
      try {
        const { cameras, ...single } = dataset;
        if (cameras === undefined) datasets.push(await withPerPicture(single, plan));
        else {
          const whole = await Promise.all(cameras.map((camera) => withPerPicture(camera, plan)));
          datasets.push(rigDataset({ ...dataset, cameras: whole }));
        }
      } catch (error) {
        interrupted.throwIfAborted();
        await report.failed(dataset.name, error);
      }
    }
    return datasets;
  }
  const batches = await batchesOf(paths, options, plan);
  const limit = options.jobs ?? defaultJobs;
  const work = (batch: Batch): Promise<PlannedDataset[]> => planBatch(client, batch, plan);
  for await (const [{ place = [], label }, outcome] of sideBySide(batches, { limit, work, isLast: isFatal })) {
    if (outcome === undefined) break;
    interrupted.throwIfAborted();
    if ("error" in outcome) await report.failed(label, outcome.error);
    else datasets.push(...outcome.value.map((dataset) => ({ ...dataset, place })));
  }
  return datasets;
}

async function batchesOf(
  paths: readonly string[],
  { recursive }: Options,
  plan: Parameters<typeof readBatches>[1],
): Promise<readonly (Batch & Partial<Pick<TreeBatch, "place">>)[]> {
  if (recursive !== true) return await readBatches(paths, plan);
  const batches: (Batch & Partial<Pick<TreeBatch, "place">>)[] = [];
  for (const path of paths) {
    batches.push(...((await isDirectory(path)) ? await readTree(path) : await readBatches([path], plan)));
  }
  return batches;
}

async function printPlan(datasets: readonly PlacedDataset[], { json }: Options): Promise<void> {
  if (json === true) return writeJson(describePlan(datasets));
  const columns = [
    { title: "folder", flexible: true },
    { title: "dataset", flexible: true },
    { title: "type" },
    { title: "files", align: "right" as const },
    { title: "annotations", flexible: true },
    { title: "cameras" },
  ];
  const rows = datasets.map(({ place, name, type, files, annotations, cameras }) => [
    ...[place.join("/"), name, cameras === undefined ? type : "multi", files.length],
    annotations.map((file) => file.name).join(", "),
    cameras?.map((camera) => camera.name).join(", ") ?? "",
  ]);
  await writeResult(formatTable(io().out, columns, rows));
  warnLeftOut(datasets.flatMap(({ leftOut }) => leftOut));
  note(`${counted(datasets.length, "dataset")}; nothing was sent.`);
}

/** One dataset of several cameras. */
async function uploadRig(
  connection: Connection,
  cameras: readonly CameraOption[],
  options: Options & { readonly parentId: string },
  report: UploadReport,
): Promise<void> {
  const { name = "", calibration, align, parentId, fps, imageSize: size } = options;
  const annotations = annotationsOf(cameras, options.annotations);
  const isQuiet = options.json === true;
  const request = { name, cameras, calibration, align, parentId, fps, annotations, imageSize: size, isQuiet };
  const { id, type, warnings, leftOut, inspected } = await uploadCameras(connection.client, request);
  report.leftOut(leftOut);
  report.inspected(inspected);
  const checked = inspected.map((file) => file.inspected.checked);
  const url = viewerUrl(connection, id);
  await report.made({ id, name, type, url, ready: true, warnings, jobs: [], leftOut, entries: [] }, checked, true);
}

/** One dataset of the cameras of a tree. */
async function uploadJoined(
  connection: Connection,
  { name, cameras = [], leftOut }: PlacedDataset,
  options: Options & Pick<UploadSettings, "parentId"> & { readonly checked: readonly Checked[] },
  report: UploadReport,
): Promise<Report> {
  const { align, fps, checked } = options;
  const request = {
    name,
    parentId: await options.parentId(),
    align,
    fps,
    skipsExisting: options.skipExisting === true,
  };
  const made = await uploadPlannedCameras(connection.client, cameras, request);
  const { id, type, warnings } = made;
  const url = viewerUrl(connection, id);
  if (made.isSkipped === true) return () => report.skipped({ id, name, type, url, leftOut });
  if (checked.some(({ skippedCount }) => skippedCount > 0)) report.found();
  const result = { id, name, type, url, ready: true, warnings, jobs: [], leftOut, entries: [] };
  return () => report.made(result, checked, true);
}

type Checked = Pick<CheckedFile, "findings" | "skippedCount">;

/** Reports which files of the dataset are left out, and the contents of its annotations. */
async function checkOne(dataset: PlannedDataset, options: Options, report: UploadReport): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  const rate = options.fps ?? (dataset.type === "image-sequence" ? imageRate : undefined);
  const known = rate === undefined ? {} : { fps: rate };
  report.leftOut(dataset.leftOut);
  for (const { path, inspected } of dataset.annotations) {
    const { findings, skippedCount } =
      inspected?.checked ?? (await checkAnnotations(path, options.json === true, known));
    // Without the annotations themselves, which would stay in memory until the report.
    checked.push({ findings, skippedCount });
    if (inspected !== undefined) report.inspected([{ path, inspected }]);
  }
  return checked;
}

async function uploadOne(
  connection: Connection,
  dataset: PlannedDataset,
  options: Options &
    Pick<UploadSettings, "findKnown" | "parentId"> & { readonly checked: readonly Checked[]; readonly isOnly: boolean },
  report: UploadReport,
): Promise<Report> {
  const isZip = dataset.type === "zip";
  const made = await uploadDataset(connection.client, dataset, {
    parentId: options.parentId,
    fps: options.fps ?? (dataset.type === "video" || isZip ? mediaRate : imageRate),
    waits: options.wait,
    skipsExisting: options.skipExisting === true,
    findKnown: options.findKnown,
    otherName: options.isOnly ? otherNames.ofOne : otherNames.inPlan,
  });
  const { id, warnings, problems = [], entries, jobIds, isReady, isSkipped, foundAt, unpacked, pictures } = made;
  const { name, type, leftOut } = dataset;
  const url = viewerUrl(connection, id);
  if (unpacked !== undefined) return () => reportUnpacked(connection, { warnings, jobIds, entries, unpacked }, report);
  if (isSkipped === true) return () => report.skipped({ id, name, type, url, leftOut, foundAt });
  const { checked } = options;
  if (checked.some(({ skippedCount }) => skippedCount > 0)) report.found();
  if (problems.length > 0 || (!isReady && options.wait)) report.found();
  const result = { id, name, type, url, ready: isReady, warnings, jobs: jobIds, leftOut, entries };
  return () => report.made(result, checked, options.wait, pictures);
}

/** Reports each dataset in an archive. */
async function reportUnpacked(
  connection: Connection,
  {
    warnings,
    jobIds: jobs,
    entries: all,
    unpacked,
  }: Required<Pick<UploadedDataset, "entries" | "jobIds" | "unpacked" | "warnings">>,
  report: UploadReport,
): Promise<void> {
  for (const [index, { id, name, type, isReady: ready, failures, problems, entries: own }] of unpacked.entries()) {
    const url = viewerUrl(connection, id);
    // Reported once.
    const reported = [...(index === 0 ? warnings : []), ...failures, ...problems];
    if (!ready || reported.length > 0) report.found();
    const entries = [...(index === 0 ? all : []), ...own];
    await report.made({ id, name, type, url, ready, warnings: reported, jobs, leftOut: [], entries }, [], true);
  }
}

function rate(text: string): number {
  const fps = Number(text);
  if (text.trim() === "" || !(fps > 0 && fps <= 1000))
    throw new InvalidArgumentError("A frame rate is a number above 0.");
  return fps;
}
