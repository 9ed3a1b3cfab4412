/**
 * Files that belong to a dataset but are neither media nor annotations: calibrations and per-frame metadata (api-v1
 * 14.10).
 */
import { Readable } from "node:stream";

import type { MultiCam } from "#schemas";
import { endingOf, isCalibrationName } from "#schemas/media-files";

import { RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import type { CameraSet } from "../../domain/dataset.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import type { BlobRef } from "../../ports/blob-store.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import { type CalibrationForm, maxCalibrationBytes, readCalibrationFile } from "./calibration-file.ts";
import type { FileService } from "../tree/file.service.ts";
import { placed, placeFile } from "../tree/file-placement.ts";
import { deleteMetaKeys } from "../tree/metadata.ts";
import { requireStillStored, storeStream } from "../tree/stored-content.ts";
import { findStoredItem } from "../tree/stored-ids.ts";

export const isMetadataName = (name: string): boolean => /\.(json|txt|csv)$/i.test(name);

/** @throws RequestError 404, 400 */
export async function requireCalibrationItem(db: Repositories, folder: FolderRecord, id: string): Promise<ItemRecord> {
  const item = isObjectId(id) ? await db.items.find(id.toLowerCase()) : undefined;
  if (item === undefined) throw new RequestError("Calibration file was not found", 404);
  if (item.folderId !== folder.id) throw new RequestError("Calibration file must be stored in the dataset folder");
  if (!isCalibrationName(item.name)) {
    throw new RequestError("Calibration file must be .npz, .json, .cam, .yml, or .zip");
  }
  return item;
}

/** As the dataset says, else by the marks of the items in its folder, newest first. `undefined`: neither. */
export async function findCalibration(
  db: Repositories,
  folder: FolderRecord,
  stored: CameraSet["calibration"],
): Promise<{ item: ItemRecord | undefined; json: ItemRecord | undefined } | undefined> {
  const { rows } = await db.items.listInFolder(folder.id, wholeList, { by: "created", descending: true });
  const isJson = (one: ItemRecord): boolean => {
    const { isCalibration, isJsonCalibration } = itemFactsOf(one);
    // Older datasets have one mark for both.
    return isJsonCalibration || (isCalibration && /\.json$/i.test(one.name));
  };
  const item =
    (await findStoredItem(db, folder, stored.item)) ??
    rows.find((one) => isCalibrationName(one.name) && itemFactsOf(one).isCalibration);
  const json = (await findStoredItem(db, folder, stored.jsonItem)) ?? rows.find(isJson);
  return item === undefined && json === undefined ? undefined : { item, json };
}

/** Call before another calibration replaces them. The files stay, but are no longer found as calibrations. */
export async function unmarkCalibrations(tx: Repositories, folder: FolderRecord): Promise<void> {
  const { rows } = await tx.items.listInFolder(folder.id, wholeList, { by: "created", descending: false });
  for (const item of rows) {
    const { isCalibration, isJsonCalibration } = itemFactsOf(item);
    if (!isCalibration && !isJsonCalibration) continue;
    const meta = deleteMetaKeys(item.meta, ["calibrationFile", "jsonCalibrationFile"]);
    await tx.items.update(item.id, { meta });
  }
}

type AttachedToCameras = { calibrationItemId: string } & Pick<
  MultiCam,
  "jsonCalibrationItemId" | "calibrationOriginalName" | "calibrationConversionError"
>;

/** A calibration about to be attached: the content of its file, read before the transaction. */
export interface PreparedCalibration {
  readonly itemId: string;
  readonly form: CalibrationForm;
  /** The stored JSON of a converted calibration. */
  readonly json?: BlobRef;
}

/** Reads the file and stores the result, to which nothing refers yet. @throws RequestError 404, 400, 413 */
export async function prepareCalibration(
  ports: Ports,
  files: FileService,
  folder: FolderRecord,
  itemId: string,
): Promise<PreparedCalibration> {
  const item = await requireCalibrationItem(ports.database, folder, itemId);
  const [file] = await ports.database.files.listInItems([item.id]);
  const bytes = file === undefined ? new Uint8Array() : await files.readAll(file, maxCalibrationBytes);
  const form = await readCalibrationFile(item.name, bytes);
  if (form.kind !== "converted") return { itemId: item.id, form };
  const json = await storeStream(ports, Readable.from([Buffer.from(form.json)]), maxCalibrationBytes);
  return { itemId: item.id, form, json };
}

/** Marks the item and its JSON, and returns the dataset's metadata about them. */
export async function attachPrepared(
  ports: Ports,
  tx: Repositories,
  { form, json, itemId }: PreparedCalibration,
  { folder, userId }: { folder: FolderRecord; userId: string | null },
): Promise<AttachedToCameras> {
  const item = await requireCalibrationItem(tx, folder, itemId);
  const isJson = endingOf(item.name) === "json" && json === undefined;
  const marks = { calibrationFile: "true", jsonCalibrationFile: isJson ? "true" : false, processed: true };
  await tx.items.update(item.id, { meta: { ...item.meta, ...marks } });
  const attached = {
    calibrationItemId: item.id,
    calibrationOriginalName: item.name,
    ...(form.kind === "unreadable" ? { calibrationConversionError: form.reason } : {}),
  };
  if (json === undefined) return isJson ? { ...attached, jsonCalibrationItemId: item.id } : attached;
  await requireStillStored(tx, json);
  const name = `${item.name.replace(/\.[^.]*$/, "")}.calibration.json`;
  const place = { parentType: "folder", parentId: folder.id, name, mimeType: "application/json", userId } as const;
  const { item: converted } = await placeFile(ports, tx, place, placed(json));
  await tx.items.update(converted.id, { meta: { jsonCalibrationFile: "true", processed: true } });
  return { ...attached, jsonCalibrationItemId: converted.id };
}

/** @throws RequestError 404, 400 */
export async function requireMetadataItem(db: Repositories, folder: FolderRecord, id: string): Promise<ItemRecord> {
  const item = isObjectId(id) ? await db.items.find(id.toLowerCase()) : undefined;
  if (item === undefined) throw new RequestError("Metadata file was not found", 404);
  if (item.folderId !== folder.id) throw new RequestError("Metadata file must be stored in the dataset folder");
  if (!isMetadataName(item.name)) throw new RequestError("Metadata file must be .json, .txt, or .csv");
  return item;
}
