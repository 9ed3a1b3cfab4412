/** Folders and items as zip archives: what is in them, and under which names. */
import { entryNamePart, type ZipEntry } from "../base/zip-stream.ts";
import type { Ports } from "../ports/index.ts";
import type { FileRecord, ItemRecord } from "../ports/records.ts";
import type { AccessService } from "./access.service.ts";
import { viewerOf, type Actor } from "./actor.ts";

export interface Archive {
  /** Without `.zip`. */
  name: string;
  entries: AsyncIterable<ZipEntry>;
}

export class ArchiveService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** Everything in the folder that the caller can read. */
  async folder(actor: Actor, id: string): Promise<Archive> {
    const { record } = await this.#access.requireFolder(actor, id);
    return { name: record.name, entries: this.#folderEntries(actor, record.id, entryNamePart(record.name)) };
  }

  /** The files of one item. */
  async item(actor: Actor, id: string): Promise<Archive> {
    const { item } = await this.#access.requireItem(actor, id);
    const files = await this.#ports.database.files.listInItems([item.id]);
    return { name: item.name, entries: asyncOf(this.#fileEntries(item, files, "", true)) };
  }

  async *#folderEntries(actor: Actor, folderId: string, path: string): AsyncGenerator<ZipEntry> {
    const { folders, items, files } = this.#ports.database;
    const everything = { limit: 0, offset: 0 };
    const byName = { by: "lowerName", descending: false } as const;
    const inside = (await items.listInFolder(folderId, everything, byName)).rows;
    const filesOf = Map.groupBy(await files.listInItems(inside.map((item) => item.id)), (file) => file.itemId);
    for (const item of inside) yield* this.#fileEntries(item, filesOf.get(item.id) ?? [], `${path}/`, false);
    const query = { parent: { type: "folder", id: folderId }, ...everything } as const;
    const children = (await folders.list(query, byName, viewerOf(actor))).rows;
    for (const child of children) yield* this.#folderEntries(actor, child.id, `${path}/${entryNamePart(child.name)}`);
    if (inside.length === 0 && children.length === 0) {
      yield { name: `${path}/`, modifiedMs: 0, open: () => asyncOf([]) };
    }
  }

  /** An item with several files becomes a folder, so that none hides another. */
  *#fileEntries(item: ItemRecord, files: readonly FileRecord[], path: string, isRoot: boolean): Generator<ZipEntry> {
    const folder = files.length > 1 || isRoot ? `${path}${entryNamePart(item.name)}/` : path;
    for (const file of files) {
      const { blobHash } = file;
      if (blobHash === null) continue;
      // A single file goes by its item's name: that one is unique in the folder.
      const name = files.length > 1 || isRoot ? file.name : item.name;
      yield {
        name: folder + entryNamePart(name),
        modifiedMs: file.createdMs,
        open: () => this.#ports.blobs.read(blobHash) as AsyncIterable<Uint8Array>,
      };
    }
  }
}

async function* asyncOf<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}
