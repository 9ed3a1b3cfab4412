/**
 * Requirements of measurements: two cameras, which is left and which is right, and a readable calibration.
 */
import type { StereoCalibration, TimeAlignment } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { type Dataset, datasetOf } from "../../domain/dataset.ts";
import type { Ports } from "../../ports/index.ts";
import type { PairSide } from "../../ports/pipeline-engine.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AttachmentService } from "../datasets/attachment.service.ts";
import { camerasOf } from "../tree/dataset-folder.ts";
import { requireCameraFolder } from "../tree/stored-ids.ts";

/** The datasets of the two cameras, and their revisions at the time of the request. */
export type PairTask = Readonly<Record<PairSide, { readonly folderId: string; readonly revision: number }>>;

interface PairDeps {
  readonly access: AccessService;
  readonly attachments: AttachmentService;
}

/** @throws RequestError if lengths cannot be measured here; as for folders that the caller requests by id */
export async function requirePair(
  ports: Ports,
  services: PairDeps,
  actor: Actor,
  folder: FolderRecord,
): Promise<PairTask> {
  const dataset = datasetOf(folder);
  await requireCalibration(services.attachments, actor, folder);
  if (isShifted(dataset)) {
    throw new RequestError(
      "Measurements pair frames of the same number, and this dataset is aligned by time so that other frames belong together.",
    );
  }
  const names = sidesOf(dataset);
  const at = async (side: PairSide) => {
    const cameras = camerasOf(dataset);
    if (cameras === undefined) throw notStereo();
    const { id } = await requireCameraFolder(services.access, actor, cameras, names[side]);
    const { record } = await services.access.requireFolder(actor, id, AccessLevel.write);
    return { folderId: record.id, revision: await ports.database.annotations.head(record.id) };
  };
  return { left: await at("left"), right: await at("right") };
}

/** @throws RequestError */
export async function requireCalibration(
  attachments: AttachmentService,
  actor: Actor,
  folder: FolderRecord,
): Promise<StereoCalibration> {
  if (datasetOf(folder).subType !== "stereo") throw notStereo();
  const stereo = await attachments.calibration(actor, folder.id);
  if (stereo?.calibration !== undefined) return stereo.calibration;
  throw new RequestError("Measurement pipelines require a calibration that can be read. Attach one to the dataset.");
}

const notStereo = (): RequestError => new RequestError("Measurement pipelines require a stereo dataset.");

/** The cameras named left and right, or the first and the second. */
function sidesOf(dataset: Dataset): Readonly<Record<PairSide, string>> {
  const [first, second, ...more] = camerasOf(dataset)?.order ?? [];
  if (first === undefined || second === undefined || more.length > 0) throw notStereo();
  return first === "right" || second === "left" ? { left: second, right: first } : { left: first, right: second };
}

/** Whether they are shifted by half a frame or more, or by an unknown time. */
function isShifted({ configuration, fps }: Dataset): boolean {
  const alignment = configuration["timeAlignment"] as TimeAlignment | undefined;
  if (alignment === undefined) return false;
  const offsets = Object.values(alignment.cameras).map(({ offset }) => offset);
  const isDrifting = Object.values(alignment.cameras).some(({ drift = 0 }) => drift !== 0);
  const apart = Math.max(0, ...offsets) - Math.min(0, ...offsets);
  return alignment.mode !== "frame" || isDrifting || apart * (fps ?? 1) >= 0.5;
}
