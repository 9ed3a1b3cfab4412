/** Turns stored contents into files of the tree; runs inside the caller's transaction. */
import { MissingError } from "../../base/errors.ts";
import type { BlobRef } from "../../ports/blob-store.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../../ports/records.ts";
import { freeName } from "./names.ts";

export type PlacedContent = Pick<FileRecord, "content" | "size">;

export const placed = ({ hash, size }: BlobRef): PlacedContent => ({ content: { kind: "blob", hash }, size });

/** Adds a file to a folder, as a new item whose name is made unique, or to an item. Updates the sizes above it. */
export async function placeFile(
  ports: Ports,
  tx: Repositories,
  given: { parentType: "folder" | "item"; parentId: string; name: string; mimeType: string; userId: string | null },
  { content, size }: PlacedContent,
): Promise<{ item: ItemRecord; file: FileRecord }> {
  const { clock, ids } = ports;
  const nowMs = clock.nowMs();
  const item =
    given.parentType === "item"
      ? await addItemSize(tx, given.parentId, size)
      : await createItem(ports, tx, given, size);
  const file: FileRecord = {
    id: ids.next(),
    itemId: item.id,
    name: given.name,
    mimeType: given.mimeType,
    size,
    content,
    creatorId: given.userId,
    createdMs: nowMs,
    updatedMs: nowMs,
  };
  await tx.files.insert(file);
  await tx.folders.addSize(item.folderId, size);
  return { item, file };
}

/** Adds many files, each as a separate item; their names must be free in the folder. Updates the sizes above. */
export async function placeFiles(
  ports: Ports,
  tx: Repositories,
  { folder, userId }: { folder: FolderRecord; userId: string | null },
  files: readonly (PlacedContent & Pick<FileRecord, "name" | "mimeType">)[],
): Promise<void> {
  const nowMs = ports.clock.nowMs();
  const items = files.map(({ name, size }) => newItem(ports, folder, { name, userId }, size));
  await tx.items.insertMany(items);
  const ofItem = (file: (typeof files)[number], n: number): FileRecord => ({
    id: ports.ids.next(),
    itemId: items[n]?.id ?? "",
    creatorId: userId,
    createdMs: nowMs,
    updatedMs: nowMs,
    name: file.name,
    mimeType: file.mimeType,
    size: file.size,
    content: file.content,
  });
  await tx.files.insertMany(files.map(ofItem));
  await tx.folders.addSize(
    folder.id,
    files.reduce((sum, { size }) => sum + size, 0),
  );
}

async function createItem(
  ports: Ports,
  tx: Repositories,
  given: { parentId: string; name: string; userId: string | null },
  size: number,
): Promise<ItemRecord> {
  const folder = await tx.folders.find(given.parentId);
  if (folder === undefined) throw new MissingError("folder", given.parentId);
  const name = await freeName(given.name, async (one) => (await tx.items.findByName(folder.id, one)) !== undefined);
  const item = newItem(ports, folder, { name, userId: given.userId }, size);
  await tx.items.insert(item);
  return item;
}

function newItem(
  { clock, ids }: Ports,
  folder: FolderRecord,
  { name, userId }: { name: string; userId: string | null },
  size: number,
): ItemRecord {
  const nowMs = clock.nowMs();
  return {
    id: ids.next(),
    folderId: folder.id,
    name,
    description: "",
    creatorId: userId,
    size,
    meta: {},
    copyOfItemId: null,
    baseParentType: folder.baseParentType,
    baseParentId: folder.baseParentId,
    createdMs: nowMs,
    updatedMs: nowMs,
  };
}

async function addItemSize(tx: Repositories, itemId: string, bytes: number): Promise<ItemRecord> {
  const item = await tx.items.find(itemId);
  if (item === undefined) throw new MissingError("item", itemId);
  await tx.items.addSize(item.id, bytes);
  return { ...item, size: item.size + bytes };
}

/** A file before and after its bytes were replaced. */
export interface Replaced {
  readonly file: FileRecord;
  readonly old: FileRecord;
  readonly item: ItemRecord;
}

/**
 * Replaces the bytes of a file. It gets the current time and the sender as creator: clients that cache files by id and
 * `created` would otherwise show the old bytes.
 */
export async function replaceContent(
  ports: Ports,
  tx: Repositories,
  { fileId, userId }: { fileId: string; userId: string },
  ref: BlobRef,
): Promise<Replaced> {
  const old = await tx.files.find(fileId);
  if (old === undefined) throw new MissingError("file", fileId);
  const createdMs = Math.max(ports.clock.nowMs(), old.createdMs + 1);
  const changes = { ...placed(ref), creatorId: userId, createdMs, updatedMs: createdMs };
  await tx.files.update(old.id, changes);
  const item = await addItemSize(tx, old.itemId, ref.size - old.size);
  await tx.folders.addSize(item.folderId, ref.size - old.size);
  return { file: { ...old, ...changes }, old, item };
}
