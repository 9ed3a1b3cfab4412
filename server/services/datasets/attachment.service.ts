/** Calibrations and per-frame metadata of a dataset: attaching and finding them. */
import type { Calibration, FrameMetadataSource, FrameMetadataSources } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { defined } from "../../base/defined.ts";
import { RequestError } from "../../base/errors.ts";
import { type CameraSet, datasetOf } from "../../domain/dataset.ts";
import { isFrameMetadataName } from "../../domain/file-kinds.ts";
import { readStereoCalibration } from "#schemas/stereo-calibration";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import {
  attachPrepared,
  findCalibration,
  isMetadataName,
  prepareCalibration,
  requireMetadataItem,
  unmarkCalibrations,
} from "./attachments.ts";
import { maxCalibrationBytes } from "./calibration-file.ts";
import { camerasOf, changeFolderMetaFor, requireDataset } from "../tree/dataset-folder.ts";
import type { FileService } from "../tree/file.service.ts";
import { deleteMetaKeys } from "../tree/metadata.ts";
import { requireShownMedia } from "../tree/shown-media.ts";
import { findStoredItem, requireCameraFolder } from "../tree/stored-ids.ts";
import { removeItems } from "../tree/delete-trees.ts";

export interface AttachedCalibration {
  calibrationItemId: string;
  jsonCalibrationItemId: string | null;
}

export class AttachmentService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #files: FileService;

  constructor(ports: Ports, services: { access: AccessService; files: FileService }) {
    this.#ports = ports;
    this.#access = services.access;
    this.#files = services.files;
  }

  async calibration(actor: Actor, datasetId: string): Promise<Calibration | null> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const { calibration } = requireCameras(
      record,
      "Cannot search for calibration file on non stereo/multicam datasets",
    );
    const attached = await findCalibration(this.#ports.database, record, calibration);
    if (attached === undefined) return null;
    const { item, json } = attached;
    const path = json?.name ?? null;
    const content = json && readStereoCalibration(await this.#readJson(json));
    const { originalName, conversionError } = calibration;
    return {
      itemId: item?.id ?? null,
      jsonItemId: json?.id ?? null,
      originalName: originalName ?? item?.name ?? null,
      path,
      jsonPath: path,
      ...defined({ calibration: content, conversionError }),
    };
  }

  async attachCalibration(actor: Actor, datasetId: string, fileId: string): Promise<AttachedCalibration> {
    const { record } = await this.#access.requireFolder(actor, datasetId, AccessLevel.write);
    requireStereo(record);
    const file = await this.#ports.database.files.find(fileId.toLowerCase());
    const prepared = await prepareCalibration(this.#ports, this.#files, record, file?.itemId ?? "");
    const { result } = await changeFolderMetaFor(
      this.#ports,
      this.#access,
      actor,
      datasetId,
      async (meta, folder, tx) => {
        const { document } = requireStereo(folder);
        const kept = deleteMetaKeys(document, ["calibrationConversionError", "jsonCalibrationItemId"]);
        await unmarkCalibrations(tx, folder);
        const written = await attachPrepared(this.#ports, tx, prepared, { folder, userId: actor.user?.id ?? null });
        const { calibrationItemId, jsonCalibrationItemId = null } = written;
        return {
          meta: { ...meta, multiCam: { ...kept, ...written } },
          result: { calibrationItemId, jsonCalibrationItemId },
        };
      },
    );
    return result;
  }

  /** Returns the attachment before it is deleted, unless its name is found without being attached. */
  async attachMetadata(
    actor: Actor,
    datasetId: string,
    itemId: string,
  ): Promise<{ metadataFileItemId: string; metadataFileOriginalName: string }> {
    await this.#access.requireFolder(actor, datasetId, AccessLevel.write);
    const { result } = await changeFolderMetaFor(
      this.#ports,
      this.#access,
      actor,
      datasetId,
      async (meta, folder, tx) => {
        const item = await requireMetadataItem(tx, folder, itemId);
        const old = await findStoredItem(tx, folder, datasetOf(folder).frameMetadata?.item);
        const isReplaced = old !== undefined && old.id !== item.id && old.folderId === folder.id;
        if (isReplaced && !isFrameMetadataName(old.name)) {
          await removeItems(tx, [old.id]);
          await tx.folders.addSize(folder.id, -old.size);
        }
        await tx.items.update(item.id, { meta: { ...item.meta, frameMetadata: "true", processed: true } });
        const attached = { metadataFileItemId: item.id, metadataFileOriginalName: item.name };
        return { meta: { ...meta, ...attached }, result: attached };
      },
    );
    return result;
  }

  /** For the dataset as a whole, and for cameras that have their own. */
  async frameMetadataSources(actor: Actor, datasetId: string): Promise<FrameMetadataSources> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const set = camerasOf(requireDataset(record));
    const shared = await this.#sourceOf(actor, record);
    const cameras: Record<string, FrameMetadataSource> = {};
    for (const name of set?.order ?? []) {
      const source = set && (await this.#sourceOf(actor, await requireCameraFolder(this.#access, actor, set, name)));
      if (source !== undefined) cameras[name] = source;
    }
    return { cameras, ...defined({ shared }) };
  }

  /** The attached file, else the file with the reserved name, in the folder or in the source of the clone. */
  async #sourceOf(actor: Actor, folder: FolderRecord): Promise<FrameMetadataSource | undefined> {
    const { database } = this.#ports;
    const { frameMetadata, type } = datasetOf(folder);
    // Large images have no frames in time.
    if (type === "large-image") return undefined;
    if (frameMetadata !== undefined) {
      const { name } = frameMetadata;
      const item = await findStoredItem(database, folder, frameMetadata.item);
      return item === undefined || !isMetadataName(item.name)
        ? { name, error: "Metadata attachment is unavailable." }
        : { itemId: item.id, name };
    }
    const byName = { by: "name", descending: false } as const;
    const items = (await database.items.listInFolder(folder.id, wholeList, byName)).rows;
    const places =
      folder.foreignMediaId === null
        ? [items]
        : [items, await (await requireShownMedia(this.#access, actor, folder, database)).list()];
    for (const rows of places) {
      const [only, ...others] = rows.filter(({ name }) => isFrameMetadataName(name));
      if (only === undefined) continue;
      if (others.length === 0) return { itemId: only.id, name: only.name };
      return { name: "Metadata File", error: "More than one reserved-name metadata attachment is available." };
    }
    return undefined;
  }

  /** `undefined` if the file is not JSON: the client then reports that it cannot be used. */
  async #readJson(item: ItemRecord): Promise<unknown> {
    const [file] = await this.#ports.database.files.listInItems([item.id]);
    if (file === undefined || file.size > maxCalibrationBytes) return undefined;
    try {
      return JSON.parse(Buffer.from(await this.#files.readAll(file, maxCalibrationBytes)).toString("utf8")) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}

/** Calibrations can be attached only to these. */
function requireStereo(folder: FolderRecord): CameraSet {
  const cameras = requireCameras(folder, "Calibration is only supported for stereo/multicam datasets");
  if (datasetOf(folder).subType !== "stereo") {
    throw new RequestError("Calibration is only supported for stereo datasets");
  }
  return cameras;
}

function requireCameras(folder: FolderRecord, message: string): CameraSet {
  const cameras = camerasOf(datasetOf(folder));
  if (cameras === undefined) throw new RequestError(message);
  return cameras;
}
