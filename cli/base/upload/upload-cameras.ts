/**
 * A dataset with several cameras: a folder, in it the dataset of each camera, then one dataset of them all. Repeating
 * the command after a failure continues: completed cameras are skipped.
 */
import { basename } from "node:path";

import type { ImageSize } from "#core/types";
import type { Folder, NewMultiCam } from "#schemas";
import { ApiError } from "#schemas/client";
import type { ApiClient } from "#schemas/client";
import { mediaEntryText, withoutEntries } from "#schemas/media-ledger";
import { isCalibrationName } from "#schemas/media-files";
import { uploadFile } from "#schemas/upload";
import type { CameraOption } from "./camera-option.ts";
import { CliError, ExitCode, usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { note } from "../terminal/output.ts";
import { measureFiles } from "./send-files.ts";
import type { SentAnnotations } from "../annotations/sent-annotations.ts";
import { otherNames, sentence, uploadDataset } from "./upload-dataset.ts";
import type { UploadedDataset } from "./uploaded-dataset.ts";
import { planBatch, readBatches } from "./upload-plan.ts";
import type { CameraDataset, SkippedFile } from "./planned-dataset.ts";

export type AlignmentMode = NonNullable<NewMultiCam["timeAlignment"]>["mode"];

export interface PlannedCamerasRequest {
  readonly name: string;
  readonly calibration?: string | undefined;
  readonly align: AlignmentMode | undefined;
  readonly parentId: string;
  /** Annotation frame rate; `undefined`: that of the videos, 1 for images. */
  readonly fps: number | undefined;
  /** Skips a dataset that already exists. */
  readonly skipsExisting?: boolean;
}

export interface CamerasRequest extends PlannedCamerasRequest {
  readonly cameras: readonly CameraOption[];
  /** By the name of the camera. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly imageSize: ImageSize | undefined;
  readonly isQuiet: boolean;
}

export interface UploadedCameras {
  readonly id: string;
  readonly type: "multi";
  readonly warnings: readonly string[];
  readonly leftOut: readonly SkippedFile[];
  /** The named annotation files. */
  readonly inspected: readonly Pick<SentAnnotations, "path" | "inspected">[];
  /** Nothing was done: the dataset existed. */
  readonly isSkipped?: true;
}

/** Metadata key of a folder whose cameras are not joined yet: their names. */
const camerasKey = "unfinishedCameras";

/** @throws CliError, ApiError */
export async function uploadCameras(client: ApiClient, request: CamerasRequest): Promise<UploadedCameras> {
  const { cameras, calibration } = request;
  if (calibration !== undefined && cameras.length !== 2) throw usageError("--calibration is for a pair of cameras.");
  if (calibration !== undefined && !isCalibrationName(calibration)) {
    throw usageError("Calibration file must be .npz, .json, .cam, .yml, or .zip.");
  }
  const plans: CameraDataset[] = [];
  for (const camera of cameras) plans.push(await planCamera(client, camera, request));
  return await uploadPlannedCameras(client, plans, request, otherNames.ofOne);
}

/** @param otherName advice for a name that is taken: those of a tree have no option */
export async function uploadPlannedCameras(
  client: ApiClient,
  plans: readonly CameraDataset[],
  request: PlannedCamerasRequest,
  otherName: string = otherNames.inPlan,
): Promise<UploadedCameras> {
  const { calibration, align, fps } = request;
  const [calibrationFile] =
    calibration === undefined ? [] : await measureFiles([{ name: basename(calibration), path: calibration }]);
  const type = plans[0]?.type ?? "image-sequence";
  if (plans.some((plan) => plan.type !== type)) throw usageError("All cameras are images, or all are videos.");
  const cameraNames = plans.map(({ name }) => name).join(" ");
  const { folder: parent, isSkipped } = await openParent(client, request, cameraNames, otherName);
  if (isSkipped === true) return { id: parent._id, type: "multi", warnings: [], leftOut: [], inspected: [], isSkipped };
  const ids = new Map<string, string>();
  const warnings: string[] = [];
  for (const plan of plans) {
    const settings = {
      parentId: () => Promise.resolve(parent._id),
      fps: fps ?? (type === "video" ? -1 : 1),
      waits: true,
      skipsExisting: true,
      otherName,
    };
    const made = await uploadDataset(client, plan, settings);
    await requireAllPictures(client, plan.name, made);
    ids.set(plan.name, made.id);
    const reported = [...withoutEntries(made.warnings, made.entries), ...made.entries.map(mediaEntryText)];
    warnings.push(...reported.map((warning) => `${plan.name}: ${warning}`));
  }
  let calibrationFileId: string | undefined;
  if (calibrationFile !== undefined) {
    const { name, content } = calibrationFile;
    const there = await client.call("item.list", { folderId: parent._id, name }, { signal: interrupted });
    const target = { parentType: "folder", parentId: parent._id, name } as const;
    calibrationFileId = there[0]?._id ?? (await uploadFile(client, target, content, { signal: interrupted })).itemId;
  }
  const names = plans.map(({ name }) => name);
  const body: NewMultiCam = {
    name: parent.name,
    fps: -1,
    type,
    subType: calibration === undefined ? "multicam" : "stereo",
    defaultDisplay: names.includes("left") ? "left" : (names[0] ?? ""),
    cameras: Object.fromEntries(names.map((name) => [name, { folderId: ids.get(name) ?? "", type }])),
    cameraOrder: names,
    ...(calibrationFileId === undefined ? {} : { calibrationFileId }),
    ...(align === undefined
      ? {}
      : { timeAlignment: { mode: align, cameras: Object.fromEntries(names.map((name) => [name, { offset: 0 }])) } }),
  };
  const { importWarnings = [] } = await client.call("dataset.createMultiCam", { parentFolderId: parent._id, body });
  await client.call("folder.setMetadata", { id: parent._id, body: { [camerasKey]: null } });
  const leftOut = plans.flatMap((plan) => plan.leftOut);
  const files = plans.flatMap((plan) => plan.files);
  const inspected = files.flatMap(({ path, inspected: found }) =>
    found === undefined ? [] : [{ path, inspected: found }],
  );
  return { id: parent._id, type: "multi", warnings: [...warnings, ...importWarnings], leftOut, inspected };
}

/** Leaving out a picture would shift all later ones relative to the other cameras. */
async function requireAllPictures(
  client: ApiClient,
  name: string,
  { id, entries, jobIds, isContinued, isByOther = false }: UploadedDataset,
): Promise<void> {
  const broken = entries.filter(({ what }) => what === "broken");
  if (broken.length === 0 || (jobIds.length === 0 && !isByOther)) return;
  if (!isByOther) await client.call("folder.delete", { id, trash: isContinued === true });
  const reasons = broken.map(({ where, why }) => `${where} ${why}`).join(" ");
  throw new CliError(
    ExitCode.findings,
    `"${name}" was not made: the cameras need a picture for each frame. ${reasons}`,
  );
}

async function planCamera(
  client: ApiClient,
  { name, path }: CameraOption,
  { annotations: all, imageSize, isQuiet }: CamerasRequest,
): Promise<CameraDataset> {
  const [batch] = await readBatches([path], {});
  const options = { annotations: all[name], imageSize, isQuiet };
  const [plan, ...others] = batch === undefined ? [] : await planBatch(client, batch, options);
  if (plan === undefined || others.length > 0) throw usageError(`--camera ${name}: ${path} holds several videos.`);
  const { type } = plan;
  if (type === "zip") throw usageError(`--camera ${name}: ${path} is an archive. Unpack it and name its folder.`);
  return { ...plan, type, name };
}

/** A new folder, or the one left by an earlier run of the same command. */
async function openParent(
  client: ApiClient,
  { name, parentId, skipsExisting }: PlannedCamerasRequest,
  cameraNames: string,
  otherName: string,
): Promise<{ readonly folder: Folder; readonly isSkipped?: true }> {
  const place = { parentType: "folder", parentId, name } as const;
  const metadata = { [camerasKey]: cameraNames };
  try {
    return { folder: await client.call("folder.create", { ...place, metadata }, { signal: interrupted }) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400 || error.reply?.field !== "name") throw error;
    const [folder] = await client.call("folder.list", { ...place, name: name.trim() }, { signal: interrupted });
    if (skipsExisting === true && folder?.meta.type === "multi") return { folder, isSkipped: true };
    if (folder?.meta[camerasKey] !== cameraNames) {
      throw usageError(`"${name}": ${error.message} ${sentence(otherName)}`, error);
    }
    note(`Going on with "${name}", which was not finished.`);
    return { folder };
  }
}
