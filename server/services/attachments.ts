/** Files that belong to a dataset without being media or annotations: calibrations and values of frames (api-v1 14.10). */
import type { MultiCam } from "#schemas";

import { RequestError } from "../base/errors.ts";
import { isObjectId } from "../base/object-id.ts";
import type { Repositories } from "../ports/database.ts";
import type { FolderRecord, ItemRecord } from "../ports/records.ts";

/** @throws RequestError 404, 400 */
export async function requireCalibrationItem(db: Repositories, folder: FolderRecord, id: string): Promise<ItemRecord> {
  const item = isObjectId(id) ? await db.items.find(id.toLowerCase()) : undefined;
  if (item === undefined) throw new RequestError("Calibration file was not found", 404);
  if (item.folderId !== folder.id) throw new RequestError("Calibration file must be stored in the dataset folder");
  if (!/\.(npz|json|cam|ya?ml|zip)$/i.test(item.name)) {
    throw new RequestError("Calibration file must be .npz, .json, .cam, .yml, or .zip");
  }
  return item;
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
  if (!/\.(json|txt|csv)$/i.test(item.name)) throw new RequestError("Metadata file must be .json, .txt, or .csv");
  return item;
}
