/** Datasets with several cameras: a folder whose sub-folders are the datasets of the cameras (api-v1 14.10). */
import { mediaLedgerOf } from "#schemas/media-ledger";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError, ValidationError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import { type Dataset, datasetOf } from "../../domain/dataset.ts";
import { kindOfFile } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { type NewMultiCam, parseNewMultiCam, refusalOf } from "../../domain/multicam.ts";
import type { Repositories } from "../../ports/database.ts";
import { isPlayableCodec } from "../../domain/playable-video.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, Meta } from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { attachPrepared, prepareCalibration, type PreparedCalibration, requireMetadataItem } from "./attachments.ts";
import { changeFolderMeta } from "../tree/dataset-folder.ts";
import type { FileService } from "../tree/file.service.ts";
import type { FolderView } from "../tree/folder.service.ts";
import { addToHierarchy } from "./type-hierarchy.ts";

export class MultiCamService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #files: FileService;

  constructor(ports: Ports, services: { access: AccessService; files: FileService }) {
    this.#ports = ports;
    this.#access = services.access;
    this.#files = services.files;
  }

  /** Turns a folder that contains the datasets of the cameras into a dataset. @returns it, and warnings for users */
  async create(actor: Actor, folderId: string, body: unknown): Promise<{ folder: FolderView; warnings: string[] }> {
    const { record: before } = await this.#access.requireFolder(actor, folderId, AccessLevel.write);
    const parsed = parseNewMultiCam(body);
    if (!parsed.ok) throw new ValidationError(parsed.message);
    const wanted = parsed.value;
    const calibration = await this.#prepareCalibration(before, wanted);
    const warnings: string[] = calibration?.form.kind === "unreadable" ? [calibration.form.reason] : [];
    const folder = await changeFolderMeta(this.#ports, this.#access, actor, folderId, async (meta, record, tx) => {
      if (record.name !== wanted.name) {
        throw new RequestError(`Dataset folder name "${wanted.name}" does not match "${record.name}"`);
      }
      const refusal = refusalOf(wanted);
      if (refusal !== undefined) throw new RequestError(refusal);
      const cameras = await requireCameras(tx, record, wanted);
      const hierarchy = mergeHierarchies(datasetOf(record), cameras, warnings);
      for (const [name, { id }] of cameras) {
        const camera = await tx.folders.find(id);
        if (camera !== undefined) warnings.push(...missingPictures(name, camera.meta));
      }
      const { fps, type, subType, defaultDisplay, cameraOrder, timeAlignment } = wanted;
      return {
        confidenceFilters: { default: 0.1 },
        ...meta,
        type: "multi",
        subType,
        fps: fps === -1 ? fpsOf(cameras, defaultDisplay) : fps,
        annotate: true,
        multiCam: {
          defaultDisplay,
          cameraOrder,
          cameras: Object.fromEntries(
            cameras.map(([name, { id }]) => [name, { folderId: id, type: wanted.cameras[name]?.type ?? type }]),
          ),
          ...(calibration &&
            (await attachPrepared(this.#ports, tx, calibration, { folder: record, userId: actor.user?.id ?? null }))),
        },
        ...(await metadataFile(tx, record, wanted)),
        ...(hierarchy === undefined ? {} : { typeHierarchy: hierarchy }),
        ...(timeAlignment === undefined ? {} : { timeAlignment }),
      };
    });
    return { folder, warnings };
  }

  /** Report errors in the rest of the request first. */
  async #prepareCalibration(folder: FolderRecord, wanted: NewMultiCam): Promise<PreparedCalibration | undefined> {
    const { calibrationFileId, subType } = wanted;
    if (calibrationFileId === undefined || refusalOf(wanted) !== undefined) return undefined;
    if (subType !== "stereo") throw new RequestError("Calibration is only supported for stereo datasets");
    return await prepareCalibration(this.#ports, this.#files, folder, calibrationFileId);
  }
}

async function metadataFile(tx: Repositories, folder: FolderRecord, { metadataFileId }: NewMultiCam): Promise<Meta> {
  if (metadataFileId === undefined) return {};
  const item = await requireMetadataItem(tx, folder, metadataFileId);
  await tx.items.update(item.id, { meta: { ...item.meta, frameMetadata: "true", processed: true } });
  return { metadataFileItemId: item.id, metadataFileOriginalName: item.name };
}

type CameraDatasets = (readonly [name: string, camera: Dataset])[];

async function requireCameras(tx: Repositories, parent: FolderRecord, wanted: NewMultiCam): Promise<CameraDatasets> {
  const cameras: CameraDatasets = [];
  for (const [name, { folderId, type }] of Object.entries(wanted.cameras)) {
    const folder = isObjectId(folderId) ? await tx.folders.find(folderId.toLowerCase()) : undefined;
    if (folder === undefined) throw new RequestError(`Camera folder ${folderId.slice(0, 100)} was not found`, 404);
    if (folder.parentId !== parent.id) {
      throw new RequestError(`Camera folder "${name}" must be a direct child of the dataset folder`);
    }
    const camera = datasetOf(folder);
    if (camera.type !== type) {
      throw new RequestError(`Camera "${name}" has type ${camera.typeText}, expected ${type}`);
    }
    cameras.push([name, camera]);
  }
  const [first] = cameras;
  for (const [name, { id, fps, type }] of cameras) {
    const isAligned = wanted.timeAlignment !== undefined;
    if (!isAligned && wanted.fps === -1 && fps !== first?.[1].fps) {
      throw new RequestError("All cameras must have the same fps when using auto frame rate");
    }
    if (!isAligned && wanted.fps !== -1 && fps !== wanted.fps) {
      throw new RequestError(`Camera "${name}" has fps ${fps}, expected ${wanted.fps}`);
    }
    if (type !== "video") continue;
    const { rows } = await tx.items.listInFolder(id, wholeList, { by: "name", descending: false });
    if (!rows.some((item) => isPlayableCodec(itemFactsOf(item).codec))) {
      throw new RequestError(`Camera folder "${name}" does not contain a processed video`);
    }
  }
  return cameras;
}

/** The rate of the camera shown first; without a time alignment, all have the same. */
const fpsOf = (cameras: CameraDatasets, shownFirst: string): number =>
  cameras.find(([name]) => name === shownFirst)?.[1].fps ?? -1;

/** A picture that was left out shifts all later ones against the other cameras. */
function missingPictures(camera: string, meta: Meta): string[] {
  const isMedia = (name: string): boolean => ["image", "large-image", "video"].includes(kindOfFile(name));
  const broken = mediaLedgerOf(meta).filter(({ what, where }) => what === "broken" && isMedia(where));
  const names = broken.map(({ where }) => where).join(", ");
  return broken.length === 0
    ? []
    : [`Camera "${camera}" lacks pictures (${names}): from there on its frames are not those of the other cameras.`];
}

/** Merges the cameras' hierarchies into the dataset's; one that contradicts the previous ones is left out. */
function mergeHierarchies({ typeHierarchy }: Dataset, cameras: CameraDatasets, warnings: string[]): unknown {
  let merged = typeHierarchy;
  for (const [name, camera] of cameras) {
    if (camera.typeHierarchy === undefined) continue;
    const result = addToHierarchy(merged, camera.typeHierarchy);
    if (result.ok) merged = result.hierarchy;
    else warnings.push(`Camera "${name}" type hierarchy was skipped: ${result.reason}`);
  }
  return merged;
}
