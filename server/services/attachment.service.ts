/** Calibrations and values of frames of a dataset: attaching them, and finding them again. */
import { AccessLevel } from "../base/access-level.ts";
import { RequestError } from "../base/errors.ts";
import { isFrameMetadataName } from "../domain/file-kinds.ts";
import { multiCamOf } from "../domain/multicam.ts";
import type { Ports } from "../ports/index.ts";
import type { FolderRecord, ItemRecord, Meta } from "../ports/records.ts";
import type { AccessService } from "./access.service.ts";
import type { Actor } from "./actor.ts";
import { calibrationMeta, requireCalibrationItem, requireMetadataItem } from "./attachments.ts";
import { changeFolderMeta } from "./dataset-folder.ts";
import type { FileService } from "./file.service.ts";
import { removeItems } from "./tree.ts";

export interface Calibration {
  itemId: string;
  jsonItemId: string | null;
  originalName: string;
  path: string;
  jsonPath: string | null;
  calibration?: unknown;
  conversionError?: string;
}

export type FrameMetadataSource = { itemId: string; name: string } | { name: string; error: string };

export interface FrameMetadataSources {
  cameras: Record<string, FrameMetadataSource>;
  shared?: FrameMetadataSource;
}

const MAX_CALIBRATION_BYTES = 16 * 1024 * 1024;
/** What the camera of a dataset without cameras is called. */
const ONLY_CAMERA = "singleCam";

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
    requireMulti(record, "Cannot search for calibration file on non stereo/multicam datasets");
    const stored = record.meta["multiCam"] as Meta;
    const { items } = this.#ports.database;
    const find = async (id: unknown): Promise<ItemRecord | undefined> =>
      typeof id === "string" ? await items.find(id) : undefined;
    const item = await find(stored["calibrationItemId"]);
    if (item === undefined) return null;
    const json = await find(stored["jsonCalibrationItemId"]);
    const error = stored["calibrationConversionError"];
    return {
      itemId: item.id,
      jsonItemId: json?.id ?? null,
      originalName:
        typeof stored["calibrationOriginalName"] === "string" ? stored["calibrationOriginalName"] : item.name,
      path: item.name,
      jsonPath: json?.name ?? null,
      ...(json === undefined ? {} : { calibration: await this.#readJson(json) }),
      ...(typeof error === "string" ? { conversionError: error } : {}),
    };
  }

  async attachCalibration(
    actor: Actor,
    datasetId: string,
    fileId: string,
  ): Promise<{ calibrationItemId: string; jsonCalibrationItemId: string | null }> {
    await this.#access.requireFolder(actor, datasetId, AccessLevel.write);
    const { record } = await changeFolderMeta(this.#ports, this.#access, actor, datasetId, async (meta, folder, tx) => {
      requireMulti(folder, "Calibration is only supported for stereo datasets");
      const file = await tx.files.find(fileId.toLowerCase());
      const item = await requireCalibrationItem(tx, folder, file?.itemId ?? "");
      const { calibrationConversionError: _old, jsonCalibrationItemId: _json, ...kept } = meta["multiCam"] as Meta;
      return { ...meta, multiCam: { ...kept, ...(await calibrationMeta(tx, item)) } };
    });
    const stored = record.meta["multiCam"] as { calibrationItemId: string; jsonCalibrationItemId?: string };
    return {
      calibrationItemId: stored.calibrationItemId,
      jsonCalibrationItemId: stored.jsonCalibrationItemId ?? null,
    };
  }

  /** The attachment before it is deleted, unless its name is one that is found without being attached. */
  async attachMetadata(
    actor: Actor,
    datasetId: string,
    itemId: string,
  ): Promise<{ metadataFileItemId: string; metadataFileOriginalName: string }> {
    await this.#access.requireFolder(actor, datasetId, AccessLevel.write);
    const { record } = await changeFolderMeta(this.#ports, this.#access, actor, datasetId, async (meta, folder, tx) => {
      const item = await requireMetadataItem(tx, folder, itemId);
      const oldId = meta["metadataFileItemId"];
      const old = typeof oldId === "string" && oldId !== item.id ? await tx.items.find(oldId) : undefined;
      if (old !== undefined && old.folderId === folder.id && !isFrameMetadataName(old.name)) {
        await removeItems(tx, [old.id]);
        await tx.folders.addSize(folder.id, -old.size);
      }
      await tx.items.update(item.id, { meta: { ...item.meta, frameMetadata: "true", processed: true } });
      return { ...meta, metadataFileItemId: item.id, metadataFileOriginalName: item.name };
    });
    return {
      metadataFileItemId: String(record.meta["metadataFileItemId"]),
      metadataFileOriginalName: String(record.meta["metadataFileOriginalName"]),
    };
  }

  async frameMetadataSources(actor: Actor, datasetId: string): Promise<FrameMetadataSources> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const own = await this.#sourceOf(record);
    const multi = multiCamOf(record.meta);
    if (multi === undefined) return { cameras: own === undefined ? {} : { [ONLY_CAMERA]: own } };
    const cameras: Record<string, FrameMetadataSource> = {};
    for (const [name, { folderId }] of Object.entries(multi.cameras)) {
      const source = await this.#sourceOf((await this.#access.requireFolder(actor, folderId)).record);
      if (source !== undefined) cameras[name] = source;
    }
    return { cameras, ...(own === undefined ? {} : { shared: own }) };
  }

  async #sourceOf(folder: FolderRecord): Promise<FrameMetadataSource | undefined> {
    const { items } = this.#ports.database;
    const attachedId = folder.meta["metadataFileItemId"];
    if (typeof attachedId === "string") {
      const name = String(folder.meta["metadataFileOriginalName"] ?? "Metadata File");
      const item = await items.find(attachedId);
      return item === undefined ? { name, error: "Metadata attachment is unavailable." } : { itemId: item.id, name };
    }
    const everything = { limit: 0, offset: 0 };
    const { rows } = await items.listInFolder(folder.id, everything, { by: "name", descending: false });
    const [only, ...others] = rows.filter(({ name }) => isFrameMetadataName(name));
    if (only === undefined) return undefined;
    if (others.length === 0) return { itemId: only.id, name: only.name };
    return { name: "Metadata File", error: "More than one reserved-name metadata attachment is available." };
  }

  /** `undefined` for a file that is no JSON: the client then says that it cannot use it. */
  async #readJson(item: ItemRecord): Promise<unknown> {
    const [file] = await this.#ports.database.files.listInItems([item.id]);
    if (file === undefined || file.size > MAX_CALIBRATION_BYTES) return undefined;
    try {
      return JSON.parse(
        Buffer.from(await this.#files.readAll(file, MAX_CALIBRATION_BYTES)).toString("utf8"),
      ) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}

function requireMulti({ meta }: FolderRecord, message: string): void {
  if (meta["type"] !== "multi" || multiCamOf(meta) === undefined) throw new RequestError(message);
}
