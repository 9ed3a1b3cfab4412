/**
 * Deletes whole trees inside one transaction: everything that belongs to a folder or item is deleted here, in one
 * place.
 */
import type { Repositories } from "../../ports/database.ts";
import type { TrashRecord } from "../../ports/trash.repository.ts";

/** Removes folders and everything in them. Contents of files are swept later, once nothing references them. */
export async function removeFolderTrees(tx: Repositories, rootIds: readonly string[]): Promise<void> {
  const folderIds: string[] = [];
  for (const id of rootIds) folderIds.push(...(await tx.folders.listSubtreeIds(id)));
  await removeItems(tx, await tx.items.listIdsInFolders(folderIds));
  await tx.annotations.removeDatasets(folderIds);
  await tx.clones.removeMany(folderIds);
  await tx.comments.removeDatasets(folderIds);
  await tx.tasks.removeDatasets(folderIds);
  await tx.webhooks.removeFolders(folderIds);
  await tx.access.removeDocuments("folder", folderIds);
  await tx.folders.removeMany(folderIds);
}

/** Permanently deletes an entry of the trash. */
export async function removeTrashEntry(tx: Repositories, { id, folderId }: TrashRecord): Promise<void> {
  await removeFolderTrees(tx, [folderId]);
  await tx.trash.remove(id);
}

/** Removes items and their files. The caller corrects the sizes of the remaining folders. */
export async function removeItems(tx: Repositories, itemIds: readonly string[]): Promise<void> {
  await tx.files.removeInItems(itemIds);
  await tx.items.removeMany(itemIds);
}
