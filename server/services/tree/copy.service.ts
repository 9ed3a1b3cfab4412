/**
 * Copies of folders, items and files. A copy shares the stored contents of its original and keeps its metadata; ids in
 * the metadata of documents copied along (cameras of a dataset, its calibration) are replaced by those of the copies. A
 * copy of a clone is a clone of the dataset that the clone shows, or of its copy. A copy of a dataset has the current
 * annotations of every set, each as one revision; the history stays with the original.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { type AccessError, ValidationError } from "../../base/errors.ts";
import { TimeSlices } from "../../base/turns.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, FolderRecord, ItemRecord, ParentType, UserRecord } from "../../ports/records.ts";
import type { AccessService, ParentRecord } from "../access/access.service.ts";
import { requireAccount, requireUser, type Actor } from "../access/actor.ts";
import { copyComments } from "./copy-comments.ts";
import { placeFile } from "./file-placement.ts";
import { folderAt, placeFolder } from "./folder-placement.ts";
import type { FolderView } from "./folder.service.ts";
import { mayPublishClone, refusalToPublish } from "./shown-media.ts";
import { checkName, freeName } from "./names.ts";
import { folderOfFile, folderOfItem, transactionIn } from "./scopes.ts";

export interface FolderCopy {
  /** Default: next to the original. */
  parent?: { type: ParentType; id: string };
  /** Default: the original's. A taken name gets a number. */
  name?: string;
  description?: string;
  /** Default: each folder as in the original. */
  public?: boolean;
}

export interface ItemCopy {
  /** Default: next to the original. */
  folderId?: string;
  name?: string;
  description?: string;
}

/** Rows written at a time. */
const itemsPerStep = 500;

export class CopyService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** Everything in the folder that the caller can read. */
  async folder(actor: Actor, id: string, given: FolderCopy = {}): Promise<FolderView> {
    const user = requireUser(actor);
    const record = await transactionIn(
      this.#ports.database,
      async (db) => [
        ...(await db.folders.listSubtreeIds(id)),
        given.parent?.id ?? (await db.folders.find(id))?.parentId,
      ],
      async (tx) => {
        const { record: source } = await this.#access.requireFolder(actor, id, AccessLevel.read, tx);
        const { type, id: parentId } = given.parent ?? { type: source.parentType, id: source.parentId };
        const parent = await this.#access.requireParent(actor, type, parentId, AccessLevel.write, tx);
        await requireAccount(tx, user.id);
        const wanted = checkName(given.name ?? source.name, "Folder");
        // Each such copy would double the content.
        if (type === "folder" && (await tx.folders.listSubtreeIds(source.id)).includes(parent.record.id)) {
          throw new ValidationError("A folder cannot be copied into itself.", "parentId");
        }
        const originals = await readTree(tx, this.#access, actor, source);
        const hidden = await this.#unpublishable(tx, actor, originals);
        if (given.public === true && hidden.size > 0) throw cannotPublish(originals, hidden);
        const name = await freeName(wanted, (one) => isTaken(tx, parent, one));
        const root = { name, description: given.description ?? source.description };
        return await this.#copyTree(tx, user, parent, originals, { root, public: given.public, hidden });
      },
    );
    return { record, level: AccessLevel.admin };
  }

  async item(actor: Actor, id: string, given: ItemCopy = {}): Promise<ItemRecord> {
    const user = requireUser(actor);
    return await transactionIn(
      this.#ports.database,
      async (db) => [...(await folderOfItem(id)(db)), given.folderId],
      async (tx) => {
        const { item: source } = await this.#access.requireItem(actor, id, AccessLevel.read, tx);
        const folderId = given.folderId ?? source.folderId;
        const { record: folder } = await this.#access.requireFolder(actor, folderId, AccessLevel.write, tx);
        const wanted = checkName(given.name ?? source.name, "Item");
        const name = await freeName(wanted, (one) => isTaken(tx, { type: "folder", record: folder }, one));
        const description = given.description?.trim() ?? source.description;
        const [copy] = await this.#copyItems(tx, user, folder, [{ ...source, name, description }], new Map());
        if (copy === undefined) throw new Error("an item was copied and is not there");
        await tx.folders.addSize(folder.id, copy.size);
        return copy;
      },
    );
  }

  /**
   * Copies an item that belongs to a dataset into the folder of its clone. The caller has checked that it is one of the
   * dataset's own items, so its rights are not checked again.
   */
  async attachment(
    tx: Repositories,
    user: UserRecord,
    item: ItemRecord,
    folder: Pick<FolderRecord, "id" | "baseParentType" | "baseParentId">,
  ): Promise<ItemRecord> {
    const name = await freeName(item.name, (one) => isTaken(tx, { type: "folder", record: folder }, one));
    const [copy] = await this.#copyItems(tx, user, folder, [{ ...item, name }], new Map());
    if (copy === undefined) throw new Error("an item was copied and is not there");
    await tx.folders.addSize(folder.id, copy.size);
    return copy;
  }

  /** Copies a file into an item, possibly its own. */
  async file(actor: Actor, id: string, itemId: string): Promise<FileRecord> {
    const user = requireUser(actor);
    return await transactionIn(
      this.#ports.database,
      async (db) => [...(await folderOfFile(id)(db)), ...(await folderOfItem(itemId)(db))],
      async (tx) => {
        // Read inside the transaction: the original cannot be deleted, and its content swept, before the copy exists.
        const { file } = await this.#access.requireFile(actor, id, AccessLevel.read, tx);
        const { item } = await this.#access.requireItem(actor, itemId, AccessLevel.write, tx);
        const { name, mimeType } = file;
        const target = { parentType: "item", parentId: item.id, name, mimeType, userId: user.id } as const;
        return (await placeFile(this.#ports, tx, target, file)).file;
      },
    );
  }

  async #copyTree(
    tx: Repositories,
    user: UserRecord,
    parent: ParentRecord,
    originals: readonly Original[],
    given: {
      root: { name: string; description: string };
      public: boolean | undefined;
      /** Clones that must not become public. */
      hidden: ReadonlySet<string>;
    },
  ): Promise<FolderRecord> {
    const ids = new Map<string, string>();
    for (const { folder, items } of originals) {
      for (const { id } of [folder, ...items]) ids.set(id, this.#ports.ids.next());
    }
    const [top, ...below] = originals;
    if (top === undefined) throw new Error("a folder that is copied is not there");
    const placeOf = ({ folder }: Original) => ({
      name: folder.name,
      description: folder.description,
      ...withId(ids.get(folder.id)),
      public: (given.public ?? folder.public) && !given.hidden.has(folder.id),
      meta: withNewIds(folder.meta, ids),
      foreignMediaId: folder.foreignMediaId && (ids.get(folder.foreignMediaId) ?? folder.foreignMediaId),
      size: folder.size,
    });
    const root = await placeFolder(this.#ports, tx, user.id, parent, { ...placeOf(top), ...given.root });
    const copies = new Map([[top.folder.id, root]]);
    const turns = new TimeSlices();
    for (const original of below) {
      if (turns.isOver) await turns.next();
      const record = copies.get(original.folder.parentId) ?? root;
      const place = { type: "folder", record, level: AccessLevel.admin } as const;
      copies.set(original.folder.id, folderAt(this.#ports, user.id, place, placeOf(original)));
    }
    const inside = [...copies.values()].slice(1);
    await tx.folders.insertMany(inside);
    // Read once: each folder would get the list of the folder above it.
    const access = await tx.access.list("folder", root.id);
    await tx.access.replaceMany(
      "folder",
      inside.map(({ id }) => id),
      access,
    );
    for (const { folder } of originals) await this.#copyClone(tx, folder, ids);
    for (const { folder } of originals) {
      const copy = ids.get(folder.id);
      if (copy !== undefined) await copyComments(tx, this.#ports, folder.id, copy);
    }
    const heads = await tx.annotations.heads([...copies.keys()]);
    for (const { folder, items } of originals) {
      const copy = copies.get(folder.id) ?? root;
      if (items.length > 0) await this.#copyItems(tx, user, copy, items, ids);
      const revision = heads.get(folder.id);
      if (revision !== undefined) await this.#copyAnnotations(tx, user, { folder, revision }, copy);
    }
    return root;
  }

  /** A copy shows what its original shows. @param ids new ids by old ones */
  async #copyClone(tx: Repositories, original: FolderRecord, ids: ReadonlyMap<string, string>): Promise<void> {
    const datasetId = ids.get(original.id);
    const { foreignMediaId } = original;
    const clone = foreignMediaId === null ? undefined : await tx.clones.find(original.id);
    if (datasetId === undefined || clone === undefined) return;
    const hasOwnMedia = ids.has(foreignMediaId ?? "");
    // If the media were copied along, a clone of that copy, like the original; otherwise a clone of the original.
    const sourceId = hasOwnMedia
      ? (ids.get(clone.sourceId) ?? ids.get(foreignMediaId ?? "") ?? original.id)
      : original.id;
    await tx.clones.insert({ datasetId, sourceId, cutMs: clone.cutMs });
    const pins = await tx.clones.listPins(original.id);
    await tx.clones.insertPins(
      datasetId,
      pins.map(({ itemId, blobHash }) => ({ itemId: ids.get(itemId) ?? itemId, blobHash })),
    );
  }

  /** Clones of media that the caller may not share. */
  async #unpublishable(tx: Repositories, actor: Actor, originals: readonly Original[]): Promise<Set<string>> {
    const copied = new Set(originals.map(({ folder }) => folder.id));
    const hidden = new Set<string>();
    for (const { folder } of originals) {
      if (folder.foreignMediaId === null || copied.has(folder.foreignMediaId)) continue;
      if (!(await mayPublishClone(this.#access, actor, folder, tx))) hidden.add(folder.id);
    }
    return hidden;
  }

  /** @param ids new ids by old ones; others get a new id */
  async #copyItems(
    tx: Repositories,
    user: UserRecord,
    folder: Pick<FolderRecord, "id" | "baseParentType" | "baseParentId">,
    items: readonly ItemRecord[],
    ids: ReadonlyMap<string, string>,
  ): Promise<ItemRecord[]> {
    const nowMs = this.#ports.clock.nowMs();
    const copies: ItemRecord[] = [];
    for (let start = 0; start < items.length; start += itemsPerStep) {
      const originals = items.slice(start, start + itemsPerStep);
      const step = originals.map((item) => ({
        ...item,
        id: ids.get(item.id) ?? this.#ports.ids.next(),
        folderId: folder.id,
        creatorId: user.id,
        meta: withNewIds(item.meta, ids),
        copyOfItemId: item.id,
        baseParentType: folder.baseParentType,
        baseParentId: folder.baseParentId,
        createdMs: nowMs,
        updatedMs: nowMs,
      }));
      const copyOf = new Map(step.map((copy) => [copy.copyOfItemId, copy.id]));
      const files = await tx.files.listInItems(originals.map((item) => item.id));
      await tx.items.insertMany(step);
      await tx.files.insertMany(
        files.map((file) => ({
          ...file,
          id: this.#ports.ids.next(),
          itemId: copyOf.get(file.itemId) ?? "",
          creatorId: user.id,
          createdMs: nowMs,
          updatedMs: nowMs,
        })),
      );
      copies.push(...step);
    }
    return copies;
  }

  async #copyAnnotations(
    tx: Repositories,
    user: UserRecord,
    { folder: from, revision }: { folder: FolderRecord; revision: number },
    to: FolderRecord,
  ): Promise<void> {
    let next = 1;
    // The default set, whose name is empty, comes first.
    for (const setName of (await tx.annotations.listSets(from.id)).sort()) {
      const target = { datasetId: to.id, setName };
      const additions = await tx.annotations.copy({ datasetId: from.id, setName, revision }, target, next);
      if (additions === 0) continue;
      await tx.annotations.insertRevision({
        ...target,
        revision: next++,
        authorId: user.id,
        authorName: user.login,
        description: `copy of ${from.name}`,
        additions,
        deletions: 0,
        createdMs: this.#ports.clock.nowMs(),
        saveId: null,
      });
    }
  }
}

function cannotPublish(originals: readonly Original[], hidden: ReadonlySet<string>): AccessError {
  return refusalToPublish(originals.flatMap(({ folder }) => (hidden.has(folder.id) ? [folder.name] : [])));
}

interface Original {
  folder: FolderRecord;
  items: ItemRecord[];
}

/** The folder and the folders below it that the caller can read, parents first. */
async function readTree(
  tx: Repositories,
  access: AccessService,
  actor: Actor,
  root: FolderRecord,
): Promise<Original[]> {
  const ids = await tx.folders.listSubtreeIds(root.id);
  const views = await access.withLevels(actor, "folder", await tx.folders.findMany(ids), tx);
  const readable = new Map(
    views.filter(({ level }) => level >= AccessLevel.read).map(({ record }) => [record.id, record]),
  );
  const originals = new Map<string, Original>([[root.id, { folder: root, items: [] }]]);
  for (const id of ids) {
    const folder = readable.get(id);
    if (folder !== undefined && originals.has(folder.parentId)) originals.set(id, { folder, items: [] });
  }
  const items = await tx.items.listInFolders([...originals.keys()]);
  for (const item of items) originals.get(item.folderId)?.items.push(item);
  return [...originals.values()];
}

async function isTaken(
  tx: Repositories,
  parent: Pick<ParentRecord, "type"> & { record: { id: string } },
  name: string,
): Promise<boolean> {
  const { type, record } = parent;
  if ((await tx.folders.findByName({ type, id: record.id }, name)) !== undefined) return true;
  return type === "folder" && (await tx.items.findByName(record.id, name)) !== undefined;
}

const withId = (id: string | undefined): { id?: string } => (id === undefined ? {} : { id });

function withNewIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === "string") return (ids.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((entry: unknown) => withNewIds(entry, ids)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withNewIds(entry, ids)])) as T;
}
