/** Folders and items as zip archives: what is in them, and under which names. */
import { entryNamePart, type ZipEntry } from "../base/zip-stream.ts";
import type { Ports } from "../ports/index.ts";
import type { FileRecord, ItemRecord, ParentType } from "../ports/records.ts";
import type { AccessService } from "./access.service.ts";
import { viewerOf, type Actor } from "./actor.ts";

export interface Archive {
  /** Without `.zip`. */
  name: string;
  entries: AsyncIterable<ZipEntry>;
}

/** Absent type: an empty folder. */
interface TypedEntry extends ZipEntry {
  mimeType?: string;
}

export class ArchiveService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** Everything in the folder that the caller can read. @param mimeTypes only files of these types */
  async folder(actor: Actor, id: string, mimeTypes?: readonly string[]): Promise<Archive> {
    const { record } = await this.#access.requireFolder(actor, id);
    const entries = this.#folderEntries(actor, record.id, entryNamePart(record.name));
    return { name: record.name, entries: ofTypes(entries, mimeTypes) };
  }

  /** Everything in the collection that the caller can read. @param mimeTypes only files of these types */
  async collection(actor: Actor, id: string, mimeTypes?: readonly string[]): Promise<Archive> {
    const { record } = await this.#access.requireCollection(actor, id);
    const entries = this.#childEntries(actor, { type: "collection", id: record.id }, entryNamePart(record.name));
    return { name: record.name, entries: ofTypes(entries, mimeTypes) };
  }

  /** What is in the folders of a user. */
  async user(actor: Actor, id: string): Promise<Archive> {
    const { record } = await this.#access.requireUserDocument(actor, id);
    const entries = this.#childEntries(actor, { type: "user", id: record.id }, entryNamePart(record.login));
    return { name: record.login, entries };
  }

  /** The files of one item. */
  async item(actor: Actor, id: string): Promise<Archive> {
    const { item } = await this.#access.requireItem(actor, id);
    const files = await this.#ports.database.files.listInItems([item.id]);
    return { name: item.name, entries: asyncOf(this.#fileEntries(item, files, "", true)) };
  }

  async *#folderEntries(actor: Actor, folderId: string, path: string): AsyncGenerator<TypedEntry> {
    const { items, files } = this.#ports.database;
    const everything = { limit: 0, offset: 0 };
    const byName = { by: "lowerName", descending: false } as const;
    const inside = (await items.listInFolder(folderId, everything, byName)).rows;
    const filesOf = Map.groupBy(await files.listInItems(inside.map((item) => item.id)), (file) => file.itemId);
    for (const item of inside) yield* this.#fileEntries(item, filesOf.get(item.id) ?? [], `${path}/`, false);
    let isEmpty = inside.length === 0;
    for await (const entry of this.#childEntries(actor, { type: "folder", id: folderId }, path)) {
      isEmpty = false;
      yield entry;
    }
    if (isEmpty) yield { name: `${path}/`, modifiedMs: 0, open: () => asyncOf([]) };
  }

  async *#childEntries(
    actor: Actor,
    parent: { type: ParentType; id: string },
    path: string,
  ): AsyncGenerator<TypedEntry> {
    const query = { parent, limit: 0, offset: 0 };
    const { folders } = this.#ports.database;
    const { rows } = await folders.list(query, { by: "lowerName", descending: false }, viewerOf(actor));
    for (const child of rows) yield* this.#folderEntries(actor, child.id, `${path}/${entryNamePart(child.name)}`);
  }

  /** An item with several files becomes a folder, so that none hides another. */
  *#fileEntries(item: ItemRecord, files: readonly FileRecord[], path: string, isRoot: boolean): Generator<TypedEntry> {
    const folder = files.length > 1 || isRoot ? `${path}${entryNamePart(item.name)}/` : path;
    for (const file of files) {
      const { blobHash } = file;
      if (blobHash === null) continue;
      // A single file goes by its item's name: that one is unique in the folder.
      const name = files.length > 1 || isRoot ? file.name : item.name;
      yield {
        name: folder + entryNamePart(name),
        mimeType: file.mimeType,
        modifiedMs: file.createdMs,
        open: () => this.#ports.blobs.read(blobHash) as AsyncIterable<Uint8Array>,
      };
    }
  }
}

/** @param mimeTypes absent or empty: all */
async function* ofTypes(
  entries: AsyncIterable<TypedEntry>,
  mimeTypes: readonly string[] = [],
): AsyncGenerator<ZipEntry> {
  for await (const entry of entries) {
    if (mimeTypes.length === 0 || mimeTypes.includes(entry.mimeType ?? "")) yield entry;
  }
}

async function* asyncOf<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}
