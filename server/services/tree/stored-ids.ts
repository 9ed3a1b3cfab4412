/**
 * The only place that follows ids found in stored documents. A user who may write a folder can write any id into its
 * metadata, so an id alone proves no right:
 *
 * - an item counts only when it is in the dataset's own folder, also for clones, which have copies of what belongs to
 *   them;
 * - a camera's folder is read with the rights of the caller;
 * - the folder that holds a clone's media is no part of the metadata, is written by clones and copies alone and never
 *   by a request; `shown-media.ts` says who may see what is in it.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import type { CameraSet, StoredId } from "../../domain/dataset.ts";
import type { Repositories } from "../../ports/database.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";

/** The item that a dataset's metadata name, if it is one of the dataset's own. */
export async function findStoredItem(
  db: Repositories,
  folder: FolderRecord,
  stored: StoredId | undefined,
): Promise<ItemRecord | undefined> {
  const id = String(stored).toLowerCase();
  const item = isObjectId(id) ? await db.items.find(id) : undefined;
  return item?.folderId === folder.id ? item : undefined;
}

/** @throws MissingError, AccessError as for a folder that the caller asks for by its id */
export async function requireCameraFolder(
  access: AccessService,
  actor: Actor,
  cameras: CameraSet,
  name: string,
  db?: Repositories,
): Promise<FolderRecord> {
  const id = String(cameras.cameras[name]?.folder ?? "");
  return (await access.requireFolder(actor, id, AccessLevel.read, db)).record;
}

/** Whether this is the folder of that camera. */
export const isCameraFolder = (camera: { readonly folder: StoredId }, folder: FolderRecord): boolean =>
  String(camera.folder) === folder.id;

/** The folder that holds the media: the dataset itself, or what it was cloned from in the end. @throws RequestError 404 */
export async function requireMediaRoot(db: Repositories, folder: FolderRecord): Promise<FolderRecord> {
  const { folders, missing } = await foldersAbove(db, folder);
  if (missing === undefined) return folders.at(-1) ?? folder;
  throw new RequestError(
    `Referenced media source missing. Folder Id ${missing} was not found. This may be a cloned dataset where the source was deleted.`,
    404,
  );
}

/** What a folder was cloned from, nearest first; `missing` is where that ends too early. */
async function foldersAbove(
  db: Repositories,
  folder: FolderRecord,
): Promise<{ folders: FolderRecord[]; missing: string | undefined }> {
  const folders: FolderRecord[] = [];
  const seen = new Set([folder.id]);
  let id = folder.foreignMediaId;
  while (id !== null) {
    const next = await db.folders.find(id);
    if (next === undefined || seen.has(next.id)) return { folders, missing: id };
    seen.add(next.id);
    folders.push(next);
    id = next.foreignMediaId;
  }
  return { folders, missing: undefined };
}
