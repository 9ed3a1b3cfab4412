/**
 * The folders of an upload that is started again after a failure: the user may have changed its name, its rate and its
 * files meanwhile. What has arrived and is still wanted stays; the rest is changed or deleted on the server. Finished
 * datasets stay as they are.
 */
import { fingerprintOf, isOvertaken, mayRemove, type FileFacts } from "#schemas/unfinished-upload";
import { api } from "../../api/client.ts";
import type { PartKey, PendingFile, PendingUpload, UploadPlace } from "./pending-upload.ts";

/** One dataset of an upload: a folder and its files. */
export interface Part {
  readonly key: PartKey;
  readonly name: string;
  /** As the server gets it; -1: the video's own rate. */
  readonly fps: number;
  readonly files: readonly PendingFile[];
}

export const factsOf = (files: readonly PendingFile[]): readonly FileFacts[] =>
  files.map(({ file }) => ({ name: file.name, sizeBytes: file.size, modifiedMs: file.lastModified }));

/**
 * Deletes the folder of a dataset, unless another page or a command began or continues it, and may still be sending it.
 *
 * @returns whether it was deleted
 */
export async function discardPlace(
  upload: Pick<PendingUpload, "id">,
  { id, goesOn, isDataset }: UploadPlace,
): Promise<boolean> {
  if (goesOn || (!isDataset && !(await mayRemove(api, id, upload.id)))) return false;
  await api.call("folder.delete", { id });
  return true;
}

/**
 * Makes the existing folders those of `parts`. If it fails, it can be called again.
 *
 * @param kept receives the names of folders that are not wanted, but stay, because others began or continue them
 */
export async function adjustPlaces(upload: PendingUpload, parts: readonly Part[], kept: string[]): Promise<void> {
  for (const [key, creation] of [...upload.folders]) {
    const place = await creation.catch(() => undefined);
    const part = parts.find((one) => one.key === key);
    if (place?.isDataset === true) continue;
    if (part === undefined && place !== undefined && !(await discardPlace(upload, place))) kept.push(place.name);
    if (part === undefined || place === undefined || !(await isOwn(upload, place))) upload.folders.delete(key);
    else await adjustPlace(upload, place, part);
  }
  for (const { key, files } of parts) {
    const place = await upload.folders.get(key);
    for (const pending of files) {
      const { file, progress } = pending;
      const isThere = place?.arrived.has(file) === true;
      pending.status = isThere ? "done" : "pending";
      progress.current = isThere ? progress.size : 0;
    }
  }
}

/** Whether no other run has taken the dataset: its files are no longer this upload's to delete. */
async function isOwn(upload: PendingUpload, { id, note }: UploadPlace): Promise<boolean> {
  try {
    await note.write({});
    return true;
  } catch (error) {
    if (await isOvertaken(api, id, upload.id, error)) return false;
    throw error;
  }
}

async function adjustPlace(upload: PendingUpload, place: UploadPlace, { name, fps, files }: Part): Promise<void> {
  const { id, note, arrived } = place;
  if (place.name !== name) await api.call("folder.update", { id, name });
  place.name = name;
  if (place.fps !== fps) await api.call("folder.setMetadata", { id, body: { fps } });
  place.fps = fps;

  const wanted = new Set(files.map(({ file }) => file));
  const unwanted = [...arrived].filter((file) => !wanted.has(file));
  if (unwanted.length > 0) {
    const items = await api.call("item.list", { folderId: id, limit: 0 });
    for (const file of unwanted) {
      const item = items.find((one) => one.name === file.name.trim());
      if (item !== undefined) await api.call("item.delete", { id: item._id });
      arrived.delete(file);
    }
  }

  const isSame = place.files.length === wanted.size && place.files.every((file) => wanted.has(file));
  if (isSame) return;
  // Pieces of another file of the same name must not become a part of this one.
  const known = new Set(place.files.filter((file) => wanted.has(file)).map((file) => file.name));
  const uploads = Object.fromEntries(Object.entries(note.content.uploads).filter(([file]) => known.has(file)));
  await note.write({ fingerprint: fingerprintOf(upload.type.peek(), factsOf(files)), uploads });
  place.files = [...wanted];
}
