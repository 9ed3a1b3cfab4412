/**
 * Files that have served their purpose are moved to a folder next to the media: annotation files, originals of
 * converted pictures.
 */
import type { Repositories } from "../../ports/database.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import { auxiliaryFolderName } from "./dataset.service.ts";
import type { FolderService } from "../tree/folder.service.ts";

/** Creates the folder if it does not exist. */
export async function archiveSourceItem(
  tx: Repositories,
  folders: FolderService,
  actor: Actor,
  folder: FolderRecord,
  item: ItemRecord,
): Promise<void> {
  const place = { parentType: "folder", parentId: folder.id, name: auxiliaryFolderName, reuseExisting: true } as const;
  const { record } = await folders.createWithin(tx, actor, place);
  await tx.folders.addSize(item.folderId, -item.size);
  await tx.folders.addSize(record.id, item.size);
  let name = item.name;
  for (let n = 1; (await tx.items.findByName(record.id, name)) !== undefined; n++) name = `${item.name} (${n})`;
  await tx.items.update(item.id, { folderId: record.id, name, meta: { ...item.meta, processed: true } });
}
