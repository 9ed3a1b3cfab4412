/**
 * The only place that follows ids found in stored documents. A user who may write a folder can write any id into its
 * metadata, so an id alone proves no right:
 *
 * - an item counts only if it is in the dataset's own folder; clones have their own copies of a dataset's items;
 * - a camera's folder is read with the rights of the caller;
 * - the folder with a clone's media is not part of the metadata; only cloning and copying write it, never a request.
 *   `shown-media.ts` decides who may see its contents.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import type { CameraSet, StoredId } from "../../domain/dataset.ts";
import type { Repositories } from "../../ports/database.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";

/** The item that a dataset's metadata refer to, if it is in the dataset's own folder. */
export async function findStoredItem(
  db: Repositories,
  folder: FolderRecord,
  stored: StoredId | undefined,
): Promise<ItemRecord | undefined> {
  const id = String(stored).toLowerCase();
  const item = isObjectId(id) ? await db.items.find(id) : undefined;
  return item?.folderId === folder.id ? item : undefined;
}

/** @throws MissingError, AccessError as for a folder that the caller requests by its id */
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

/** The folder with the media: the dataset itself, or the one it was ultimately cloned from. @throws RequestError 404 */
export async function requireMediaRoot(db: Repositories, folder: FolderRecord): Promise<FolderRecord> {
  const { folders, missing } = await foldersAbove(db, folder);
  if (missing === undefined) return folders.at(-1) ?? folder;
  throw new RequestError(
    `Referenced media source missing. Folder Id ${missing} was not found. This may be a cloned dataset where the source was deleted.`,
    404,
  );
}

/** The chain of folders it was cloned from, nearest first; `missing` is where the chain breaks. */
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
