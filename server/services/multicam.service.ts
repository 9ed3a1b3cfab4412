/** Datasets with several cameras: a folder whose sub-folders are the datasets of the cameras (api-v1 14.10). */
import { parseTypeHierarchy, type TypeHierarchy } from "#core/formats/type-hierarchy";

import { AccessLevel } from "../base/access-level.ts";
import { RequestError, ValidationError } from "../base/errors.ts";
import { isObjectId } from "../base/object-id.ts";
import { metaNumber } from "../domain/meta.ts";
import { type NewMultiCam, parseNewMultiCam, refusalOf } from "../domain/multicam.ts";
import type { Repositories } from "../ports/database.ts";
import type { Ports } from "../ports/index.ts";
import type { FolderRecord, Meta } from "../ports/records.ts";
import type { AccessService } from "./access.service.ts";
import type { Actor } from "./actor.ts";
import { calibrationMeta, requireCalibrationItem, requireMetadataItem } from "./attachments.ts";
import { changeFolderMeta } from "./dataset-folder.ts";
import type { FolderView } from "./folder.service.ts";
import { isPlayableCodec } from "./media.service.ts";

export class MultiCamService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** Makes a folder that holds the datasets of the cameras a dataset of its own. @returns it and warnings for people */
  async create(actor: Actor, folderId: string, body: unknown): Promise<{ folder: FolderView; warnings: string[] }> {
    await this.#access.requireFolder(actor, folderId, AccessLevel.write);
    const parsed = parseNewMultiCam(body);
    if (!parsed.ok) throw new ValidationError(parsed.message);
    const wanted = parsed.value;
    const warnings: string[] = [];
    const folder = await changeFolderMeta(this.#ports, this.#access, actor, folderId, async (meta, record, tx) => {
      if (record.name !== wanted.name) {
        throw new RequestError(`Dataset folder name "${wanted.name}" does not match "${record.name}"`);
      }
      const refusal = refusalOf(wanted);
      if (refusal !== undefined) throw new RequestError(refusal);
      const cameras = await requireCameras(tx, record, wanted);
      const hierarchy = mergeHierarchies(meta, cameras, warnings);
      const { fps, type, subType, defaultDisplay, cameraOrder } = wanted;
      return {
        confidenceFilters: { default: 0.1 },
        ...meta,
        type: "multi",
        subType,
        fps: fps === -1 ? commonFps(cameras) : fps,
        annotate: true,
        multiCam: {
          defaultDisplay,
          cameraOrder,
          cameras: Object.fromEntries(
            cameras.map(([name, camera]) => [name, { folderId: camera.id, type: wanted.cameras[name]?.type ?? type }]),
          ),
          ...(await this.#calibration(tx, record, wanted)),
        },
        ...(await metadataFile(tx, record, wanted)),
        ...(hierarchy === undefined ? {} : { typeHierarchy: hierarchy }),
      };
    });
    return { folder, warnings };
  }

  async #calibration(tx: Repositories, folder: FolderRecord, wanted: NewMultiCam): Promise<Meta> {
    const { calibrationFileId, subType } = wanted;
    if (calibrationFileId === undefined) return {};
    if (subType !== "stereo") throw new RequestError("Calibration is only supported for stereo datasets");
    return await calibrationMeta(tx, await requireCalibrationItem(tx, folder, calibrationFileId));
  }
}

async function metadataFile(tx: Repositories, folder: FolderRecord, { metadataFileId }: NewMultiCam): Promise<Meta> {
  if (metadataFileId === undefined) return {};
  const item = await requireMetadataItem(tx, folder, metadataFileId);
  await tx.items.update(item.id, { meta: { ...item.meta, frameMetadata: "true", processed: true } });
  return { metadataFileItemId: item.id, metadataFileOriginalName: item.name };
}

type CameraFolders = (readonly [name: string, folder: FolderRecord])[];

async function requireCameras(tx: Repositories, parent: FolderRecord, wanted: NewMultiCam): Promise<CameraFolders> {
  const found: CameraFolders = [];
  for (const [name, { folderId, type }] of Object.entries(wanted.cameras)) {
    const folder = isObjectId(folderId) ? await tx.folders.find(folderId.toLowerCase()) : undefined;
    if (folder === undefined) throw new RequestError(`Camera folder ${folderId.slice(0, 100)} was not found`, 404);
    if (folder.parentId !== parent.id) {
      throw new RequestError(`Camera folder "${name}" must be a direct child of the dataset folder`);
    }
    if (folder.meta["type"] !== type) {
      throw new RequestError(`Camera "${name}" has type ${String(folder.meta["type"])}, expected ${type}`);
    }
    found.push([name, folder]);
  }
  const [first] = found;
  for (const [name, { id, meta }] of found) {
    if (wanted.fps === -1 && metaNumber(meta["fps"]) !== metaNumber(first?.[1].meta["fps"])) {
      throw new RequestError("All cameras must have the same fps when using auto frame rate");
    }
    if (wanted.fps !== -1 && metaNumber(meta["fps"]) !== wanted.fps) {
      throw new RequestError(`Camera "${name}" has fps ${String(meta["fps"])}, expected ${wanted.fps}`);
    }
    if (meta["type"] !== "video") continue;
    const { rows } = await tx.items.listInFolder(id, { limit: 0, offset: 0 }, { by: "name", descending: false });
    if (!rows.some((item) => isPlayableCodec(item.meta["codec"]))) {
      throw new RequestError(`Camera folder "${name}" does not contain a processed video`);
    }
  }
  return found;
}

const commonFps = ([first]: CameraFolders): number => metaNumber(first?.[1].meta["fps"]) ?? -1;

/** The cameras' hierarchies become the one of the dataset; one that contradicts those before it is left out. */
function mergeHierarchies(meta: Meta, cameras: CameraFolders, warnings: string[]): TypeHierarchy | undefined {
  let merged = meta["typeHierarchy"] as TypeHierarchy | undefined;
  for (const [name, camera] of cameras) {
    const own = camera.meta["typeHierarchy"] as TypeHierarchy | undefined;
    if (own === undefined || own === null) continue;
    const conflict = Object.entries(own).find(([child, parent]) => (merged?.[child] ?? parent) !== parent);
    const result = parseTypeHierarchy({ ...own, ...merged });
    const reason =
      conflict === undefined
        ? result.ok
          ? undefined
          : result.reason
        : `conflicting parents for "${conflict[0]}": "${merged?.[conflict[0]]}" and "${conflict[1]}"`;
    if (reason === undefined && result.ok) merged = result.hierarchy;
    else warnings.push(`Camera "${name}" type hierarchy was skipped: ${reason}`);
  }
  return merged;
}
