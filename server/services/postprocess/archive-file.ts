/** Finds uploaded zip archives and checks them without unpacking; a worker unpacks them. */
import { RequestError } from "../../base/errors.ts";
import { claimedBytes } from "../../../core-wasm/zip/claimed-bytes.ts";
import { kindOfFile } from "../../domain/file-kinds.ts";
import type { ItemRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import { hasBytes } from "../content/open-content.ts";
import type { FileService } from "../tree/file.service.ts";
import type { ItemService } from "../tree/item.service.ts";

/** A zip must be the only item of its folder. @throws RequestError if it is not */
export function findArchive(items: readonly ItemRecord[]): ItemRecord | undefined {
  const archives = items.filter(({ name }) => kindOfFile(name) === "zip");
  if (archives.length > 1) throw new RequestError("There are multiple zip files in the folder.");
  if (archives.length === 1 && items.length > 1) {
    throw new RequestError("There are multiple files besides a zip, cannot continue");
  }
  return archives[0];
}

/** Why it cannot be unpacked and what to do instead, for users; `undefined`: a worker can unpack it. */
export async function archiveBlockReason(
  { files, items }: { files: FileService; items: ItemService },
  actor: Actor,
  archive: ItemRecord,
  maxBytes: number,
): Promise<string | undefined> {
  const { rows } = await items.files(actor, archive.id, { limit: 1, offset: 0 });
  const [file] = rows;
  const content = hasBytes(file) ? await files.open(file) : undefined;
  const claimed = content && (await claimedBytes(content.size, (start, end) => content.read({ start, end }), maxBytes));
  return claimed === undefined || claimed <= maxBytes
    ? undefined
    : `its files claim to have more than the ${maxBytes} bytes that this server unpacks (WAKELINE_MAX_ARCHIVE_BYTES). Upload them in smaller archives, or one by one.`;
}
