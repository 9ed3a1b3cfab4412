/** Files that belong to a dataset without being media or annotations: calibrations and values of frames (api-v1 14.10). */
import type { MultiCam } from "#schemas";
import { isCalibrationName } from "#schemas/media-files";

import { RequestError } from "../base/errors.ts";
import { isObjectId } from "../base/object-id.ts";
import type { CameraSet } from "../domain/dataset.ts";
import { itemFactsOf } from "../domain/item-facts.ts";
import type { Repositories } from "../ports/database.ts";
import type { FolderRecord, ItemRecord } from "../ports/records.ts";
import { deleteMetaKeys } from "./metadata.ts";
import { findStoredItem } from "./stored-ids.ts";

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

/** By what the dataset says, else by the marks of the items in its folder, the newest first. `undefined`: neither. */
export async function findCalibration(
  db: Repositories,
  folder: FolderRecord,
  said: CameraSet["calibration"],
): Promise<{ item: ItemRecord | undefined; json: ItemRecord | undefined } | undefined> {
  const everything = { limit: 0, offset: 0 };
  const { rows } = await db.items.listInFolder(folder.id, everything, { by: "created", descending: true });
  const isJson = (one: ItemRecord): boolean => {
    const { isCalibration, isJsonCalibration } = itemFactsOf(one);
    // Older datasets have one mark for both.
    return isJsonCalibration || (isCalibration && /\.json$/i.test(one.name));
  };
  const item =
    (await findStoredItem(db, folder, said.item)) ??
    rows.find((one) => isCalibrationName(one.name) && itemFactsOf(one).isCalibration);
  const json = (await findStoredItem(db, folder, said.jsonItem)) ?? rows.find(isJson);
  return item === undefined && json === undefined ? undefined : { item, json };
}

/** Before another takes their place. The files stay; nothing finds them as calibrations any more. */
export async function unmarkCalibrations(tx: Repositories, folder: FolderRecord): Promise<void> {
  const everything = { limit: 0, offset: 0 };
  const { rows } = await tx.items.listInFolder(folder.id, everything, { by: "created", descending: false });
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

/** Marks the item, and says what the dataset notes about it. Other forms than JSON have to be converted by a worker. */
export async function calibrationMeta(tx: Repositories, item: ItemRecord): Promise<AttachedToCameras> {
  const isJson = /\.json$/i.test(item.name);
  const marks = { calibrationFile: "true", jsonCalibrationFile: isJson ? "true" : false, processed: true };
  await tx.items.update(item.id, { meta: { ...item.meta, ...marks } });
  return {
    calibrationItemId: item.id,
    calibrationOriginalName: item.name,
    ...(isJson
      ? { jsonCalibrationItemId: item.id }
      : { calibrationConversionError: "Conversion is unavailable because no conversion workers are connected." }),
  };
}

/** @throws RequestError 404, 400 */
export async function requireMetadataItem(db: Repositories, folder: FolderRecord, id: string): Promise<ItemRecord> {
  const item = isObjectId(id) ? await db.items.find(id.toLowerCase()) : undefined;
  if (item === undefined) throw new RequestError("Metadata file was not found", 404);
  if (item.folderId !== folder.id) throw new RequestError("Metadata file must be stored in the dataset folder");
  if (!isMetadataName(item.name)) throw new RequestError("Metadata file must be .json, .txt, or .csv");
  return item;
}
