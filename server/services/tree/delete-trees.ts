/** Deleting whole trees inside one transaction: everything that hangs on a folder or item goes here, in one place. */
import type { Repositories } from "../../ports/database.ts";

/** Removes folders with all that is in them. The contents of files are swept later, when nothing refers to them. */
export async function removeFolderTrees(tx: Repositories, rootIds: readonly string[]): Promise<void> {
  const folderIds: string[] = [];
  for (const id of rootIds) folderIds.push(...(await tx.folders.listSubtreeIds(id)));
  await removeItems(tx, await tx.items.listIdsInFolders(folderIds));
  await tx.annotations.removeDatasets(folderIds);
  await tx.clones.removeMany(folderIds);
  await tx.access.removeDocuments("folder", folderIds);
  await tx.folders.removeMany(folderIds);
}

/** Removes items with their files. The caller corrects the sizes of the folders that stay. */
export async function removeItems(tx: Repositories, itemIds: readonly string[]): Promise<void> {
  await tx.files.removeInItems(itemIds);
  await tx.items.removeMany(itemIds);
}
