/** Folders, items and files as zip archives: their entries and names. */
import { entryNamePart } from "../../../core-wasm/zip/safe-names.ts";
import type { ZipEntry } from "../../../core-wasm/zip/write.ts";
import { withoutTiles } from "../../domain/tile-files.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, ItemRecord, Meta, ParentType } from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { AccessService } from "../access/access.service.ts";
import { viewerOf, type Actor } from "../access/actor.ts";
import { hasBytes, readContent } from "../content/open-content.ts";

export interface Archive {
  /** Without `.zip`. */
  name: string;
  entries: AsyncIterable<ZipEntry>;
}

export interface ArchiveOptions {
  /** Only files of these types; absent or empty: all. */
  readonly mimeTypes?: readonly string[] | undefined;
  /** Adds a JSON file for everything that has metadata. */
  readonly metadata?: boolean;
  /** Name of the outermost entry, instead of the document's own name. */
  readonly rootName?: string;
}

/** Without a type: an empty folder, or metadata. */
interface TypedEntry extends ZipEntry {
  mimeType?: string;
}

const metadataNames = { folder: "girder-folder-metadata.json", item: "girder-item-metadata.json" } as const;

export class ArchiveService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** Everything in the folder that the caller can read. */
  async folder(actor: Actor, id: string, options: ArchiveOptions = {}): Promise<Archive> {
    const { record } = await this.#access.requireFolder(actor, id);
    const entries = this.#folderEntries(actor, record, rootOf(record.name, options), options);
    return { name: record.name, entries: ofTypes(entries, options) };
  }

  /** Everything in the collection that the caller can read. */
  async collection(actor: Actor, id: string, options: ArchiveOptions = {}): Promise<Archive> {
    const { record } = await this.#access.requireCollection(actor, id);
    const parent = { type: "collection", id: record.id } as const;
    const entries = this.#childEntries(actor, parent, rootOf(record.name, options), options);
    return { name: record.name, entries: ofTypes(entries, options) };
  }

  /** The folders of a user. */
  async user(actor: Actor, id: string, options: ArchiveOptions = {}): Promise<Archive> {
    const { record } = await this.#access.requireUserDocument(actor, id);
    const parent = { type: "user", id: record.id } as const;
    const entries = this.#childEntries(actor, parent, rootOf(record.login, options), options);
    return { name: record.login, entries: ofTypes(entries, options) };
  }

  /** The files of one item, in a folder with its name. */
  async item(actor: Actor, id: string): Promise<Archive> {
    const { item } = await this.#access.requireItem(actor, id);
    const files = withoutTiles(await this.#ports.database.files.listInItems([item.id]));
    return { name: item.name, entries: asyncOf(this.#filesIn(files, `${entryNamePart(item.name)}/`)) };
  }

  /** An item as it appears in the archive of its folder. */
  async selectedItem(actor: Actor, id: string, options: ArchiveOptions = {}): Promise<Archive> {
    const { item } = await this.#access.requireItem(actor, id);
    const files = withoutTiles(await this.#ports.database.files.listInItems([item.id]));
    const entries = this.#itemEntries({ ...item, name: rootOf(item.name, options) }, files, "", options);
    return { name: item.name, entries: asyncOf(entries) };
  }

  async file(actor: Actor, id: string, options: ArchiveOptions = {}): Promise<Archive> {
    const { file } = await this.#access.requireFile(actor, id);
    const named = { ...file, name: rootOf(file.name, options) };
    return { name: file.name, entries: asyncOf(this.#filesIn([named], "")) };
  }

  async *#folderEntries(
    actor: Actor,
    folder: { id: string; meta: Meta },
    path: string,
    options: ArchiveOptions,
  ): AsyncGenerator<TypedEntry> {
    const { items, files } = this.#ports.database;
    const byName = { by: "lowerName", descending: false } as const;
    yield* metadataEntry(`${path}/${metadataNames.folder}`, folder.meta, options);
    const inside = (await items.listInFolder(folder.id, wholeList, byName)).rows;
    const filesOf = Map.groupBy(
      withoutTiles(await files.listInItems(inside.map((item) => item.id))),
      (file) => file.itemId,
    );
    for (const item of inside) yield* this.#itemEntries(item, filesOf.get(item.id) ?? [], `${path}/`, options);
    let isEmpty = inside.length === 0;
    for await (const entry of this.#childEntries(actor, { type: "folder", id: folder.id }, path, options)) {
      isEmpty = false;
      yield entry;
    }
    if (isEmpty) yield { name: `${path}/`, modifiedMs: 0, open: () => asyncOf([]) };
  }

  async *#childEntries(
    actor: Actor,
    parent: { type: ParentType; id: string },
    path: string,
    options: ArchiveOptions,
  ): AsyncGenerator<TypedEntry> {
    const query = { parent, limit: 0, offset: 0 };
    const { folders } = this.#ports.database;
    const { rows } = await folders.list(query, { by: "lowerName", descending: false }, viewerOf(actor));
    for (const child of rows) {
      yield* this.#folderEntries(actor, child, `${path}/${entryNamePart(child.name)}`, options);
    }
  }

  /**
   * An item with several files, or with metadata in addition to its file, becomes a folder, so that none hides another.
   */
  *#itemEntries(
    item: ItemRecord,
    files: readonly FileRecord[],
    path: string,
    options: ArchiveOptions,
  ): Generator<TypedEntry> {
    const [only] = files;
    const folder = `${path}${entryNamePart(item.name)}/`;
    const metadata = [...metadataEntry(folder + metadataNames.item, item.meta, options)];
    // A single file gets its item's name, which is unique in the folder.
    if (files.length === 1 && only !== undefined && metadata.length === 0) {
      yield* this.#filesIn([{ ...only, name: item.name }], path);
      return;
    }
    yield* metadata;
    yield* this.#filesIn(files, folder);
  }

  *#filesIn(files: readonly FileRecord[], path: string): Generator<TypedEntry> {
    for (const file of files) {
      if (!hasBytes(file)) continue;
      const { name, mimeType, createdMs } = file;
      yield {
        name: path + entryNamePart(name),
        mimeType,
        modifiedMs: createdMs,
        open: () => readContent(this.#ports, file),
      };
    }
  }
}

const rootOf = (name: string, { rootName }: ArchiveOptions): string => rootName ?? entryNamePart(name);

function* metadataEntry(name: string, meta: Meta, { metadata = false }: ArchiveOptions): Generator<TypedEntry> {
  if (!metadata || Object.keys(meta).length === 0) return;
  const bytes = Buffer.from(JSON.stringify(meta));
  yield { name, modifiedMs: 0, open: () => asyncOf([bytes]) };
}

async function* ofTypes(
  entries: AsyncIterable<TypedEntry>,
  { mimeTypes = [] }: ArchiveOptions,
): AsyncGenerator<ZipEntry> {
  for await (const entry of entries) {
    if (mimeTypes.length === 0 || mimeTypes.includes(entry.mimeType ?? "")) yield entry;
  }
}

async function* asyncOf<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}
