/** The video that a job works on, or a reason for users. */
import type { Repositories } from "../../ports/database.ts";
import type { ItemRecord } from "../../ports/records.ts";
import { JobError } from "./job-error.ts";

/** @throws JobError if it was deleted, or moved to another folder */
export async function requireVideo(
  { folders, items }: Pick<Repositories, "folders" | "items">,
  itemId: string,
  folderId: string,
): Promise<ItemRecord> {
  const item = await items.find(itemId);
  if (item?.folderId === folderId) return item;
  const place = item && (await folders.find(item.folderId));
  if (item === undefined || place?.trashId != null) throw new JobError("The video has been deleted.");
  throw new JobError(`${item.name} has been moved to another folder. Move it back, and run the job again.`);
}
