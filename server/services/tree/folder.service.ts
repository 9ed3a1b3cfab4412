/** Folders: the tree below users and collections, with access lists. */
import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, RequestError, ValidationError } from "../../base/errors.ts";
import type { Repositories } from "../../ports/database.ts";
import type { FolderQuery, FolderSort } from "../../ports/folder.repository.ts";
import type { Ports } from "../../ports/index.ts";
import type {
  CollectionRecord,
  FolderRecord,
  Meta,
  Page,
  Paged,
  ParentType,
  Sort,
  UserRecord,
} from "../../ports/records.ts";
import type { Accessible, AccessService, ParentRecord } from "../access/access.service.ts";
import { requireAccount, requireUser, viewerOf, type Actor } from "../access/actor.ts";
import { recordDeletion } from "../access/record-event.ts";
import { baseOf, placeFolder, setBase } from "./folder-placement.ts";
import { deleteMetaKeys, mergeMeta, requireValues } from "./metadata.ts";
import { checkName } from "./names.ts";
import { removeFolderTrees, removeItems, removeTrashEntry } from "./delete-trees.ts";
import { transactionIn } from "./scopes.ts";

export type FolderView = Accessible<FolderRecord>;

export interface NewFolder {
  parentType: ParentType;
  parentId: string;
  name: string;
  description?: string;
  /** Default: as the parent folder; private below a user or collection. */
  public?: boolean;
  meta?: Meta;
  reuseExisting?: boolean;
}

export interface FolderChanges {
  name?: string;
  description?: string;
  meta?: Meta;
  /** Moves it to this parent. */
  parent?: { type: ParentType; id: string };
}

/** One step of a path: a folder, or the user or collection at its root. */
export type PathEntry =
  | { type: "folder"; object: FolderView }
  | { type: "collection"; object: Accessible<CollectionRecord> }
  | { type: "user"; object: Accessible<UserRecord> };

export class FolderService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  async get(actor: Actor, id: string, level: AccessLevel = AccessLevel.read): Promise<FolderView> {
    return await this.#access.requireFolder(actor, id, level);
  }

  /** Folders that the caller can read: in a parent, or everywhere by text. */
  async list(
    actor: Actor,
    query: { parent?: { type: ParentType; id: string }; name?: string; text?: string } & Page,
    sort: Sort<FolderSort>,
  ): Promise<Paged<FolderView>> {
    if (query.parent !== undefined) await this.#access.requireParent(actor, query.parent.type, query.parent.id);
    else if (query.text === undefined || query.text === "") throw new RequestError("Invalid search mode.");
    return await this.#find(actor, query, sort);
  }

  /** Private folders that others shared with the caller. */
  async listShared(
    actor: Actor,
    query: { onlyNonAccessibles: boolean } & Page,
    sort: Sort<FolderSort>,
  ): Promise<Paged<FolderView & { ownerLogin: string }>> {
    const user = requireUser(actor);
    const { onlyNonAccessibles, ...page } = query;
    const shared = await this.#find(
      actor,
      { ...page, sharedWith: user.id, privateOnly: true, topmostSharedOnly: onlyNonAccessibles },
      sort,
    );
    return { total: shared.total, rows: await this.withOwners(shared.rows) };
  }

  /** How many folders come before this one in the list of the same query. */
  async position(
    actor: Actor,
    id: string,
    query: { parent?: { type: ParentType; id: string }; text?: string },
    sort: Sort<FolderSort>,
  ): Promise<number> {
    const { record } = await this.#access.requireFolder(actor, id);
    if (query.parent !== undefined) await this.#access.requireParent(actor, query.parent.type, query.parent.id);
    else if (query.text === undefined || query.text === "") throw new RequestError("Invalid search mode.");
    return await this.#ports.database.folders.position(
      { ...query, limit: 0, offset: 0 },
      sort,
      viewerOf(actor),
      record,
    );
  }

  /** Adds who created each folder. */
  async withOwners<V extends FolderView>(views: readonly V[]): Promise<(V & { ownerLogin: string })[]> {
    const ids = new Set(views.map((view) => view.record.creatorId).filter((id) => id !== null));
    const logins = new Map((await this.#ports.database.users.findMany([...ids])).map((user) => [user.id, user.login]));
    return views.map((view) => ({ ...view, ownerLogin: logins.get(view.record.creatorId ?? "") ?? "" }));
  }

  async countContents(actor: Actor, id: string): Promise<{ items: number; folders: number }> {
    const { record } = await this.#access.requireFolder(actor, id);
    const { items, folders } = this.#ports.database;
    return {
      items: await items.count(record.id),
      folders: await folders.count({ type: "folder", id: record.id }, viewerOf(actor)),
    };
  }

  /** A new folder with its parent's access list and the creator as its administrator. */
  async create(actor: Actor, given: NewFolder): Promise<FolderView> {
    return await this.#ports.database.transaction({ dataset: given.parentId }, (tx) =>
      this.createWithin(tx, actor, given),
    );
  }

  /** Like `create`, in the caller's transaction. */
  async createWithin(tx: Repositories, actor: Actor, given: NewFolder): Promise<FolderView> {
    const user = requireUser(actor);
    const parent = await this.#access.requireParent(actor, given.parentType, given.parentId, AccessLevel.write, tx);
    await requireAccount(tx, user.id);
    const name = checkName(given.name, "Folder");
    const meta = mergeMeta({}, given.meta ?? {});
    const twin = await tx.folders.findByName({ type: parent.type, id: parent.record.id }, name);
    if (twin !== undefined) {
      if (given.reuseExisting !== true) throw folderClash();
      const { level } = await this.#access.requireFolder(actor, twin.id, AccessLevel.read, tx);
      if (Object.keys(meta).length === 0) return { record: twin, level };
      if (level < AccessLevel.write) throw this.#access.denied("folder", twin.id, AccessLevel.write, actor);
      return { record: await this.#store(tx, twin, { meta: mergeMeta(twin.meta, meta) }), level };
    }
    await refuseSameNamedItem(tx, parent, name);
    const record = await placeFolder(this.#ports, tx, user.id, parent, { ...given, name, meta });
    return { record, level: AccessLevel.admin };
  }

  async update(actor: Actor, id: string, changes: FolderChanges): Promise<FolderView> {
    const needed = changes.parent === undefined ? AccessLevel.write : AccessLevel.admin;
    // Everything in a moved folder gets a different root and different rights.
    const find = async (db: Repositories) => [id, (await db.folders.find(id))?.parentId];
    const change = async (tx: Repositories): Promise<FolderView> => {
      const { record, level } = await this.#access.requireFolder(actor, id, needed, tx);
      const target =
        changes.parent === undefined
          ? undefined
          : await this.#access.requireParent(actor, changes.parent.type, changes.parent.id, AccessLevel.write, tx);
      const name = changes.name === undefined ? record.name : checkName(changes.name, "Folder");
      const parent =
        target === undefined
          ? { type: record.parentType, id: record.parentId }
          : { type: target.type, id: target.record.id };
      const twin = await tx.folders.findByName(parent, name);
      if (twin !== undefined && twin.id !== record.id) throw folderClash();
      const moved = target === undefined ? {} : await this.#move(tx, record, target);
      const changed = await this.#store(tx, record, {
        ...moved,
        name,
        ...(changes.description === undefined ? {} : { description: changes.description.trim() }),
        ...(changes.meta === undefined ? {} : { meta: mergeMeta(record.meta, changes.meta) }),
      });
      return { record: changed, level };
    };
    const { database } = this.#ports;
    if (changes.parent !== undefined) return await database.transaction("site", change);
    return await transactionIn(database, find, change);
  }

  /** @throws ConflictError if a value of `was` is another one by now */
  async setMeta(
    actor: Actor,
    id: string,
    changes: Meta,
    { allowNull, was = {} }: { allowNull: boolean; was?: Meta | undefined },
  ): Promise<FolderView> {
    return await this.#changeMeta(actor, id, (meta) => {
      requireValues(meta, was);
      return mergeMeta(meta, changes, allowNull);
    });
  }

  async deleteMeta(actor: Actor, id: string, keys: readonly string[]): Promise<FolderView> {
    return await this.#changeMeta(actor, id, (meta) => deleteMetaKeys(meta, keys));
  }

  async remove(actor: Actor, id: string): Promise<FolderRecord> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const record = await this.requireDeletable(tx, actor, id);
      await recordDeletion(tx, this.#ports, { folder: record, user: actor.user, restorable: false });
      await removeFolderTrees(tx, [record.id]);
      return record;
    });
  }

  /** @throws AccessError, MissingError */
  async requireDeletable(tx: Repositories, actor: Actor, id: string): Promise<FolderRecord> {
    const { record } = await this.#access.requireFolder(actor, id, AccessLevel.admin, tx);
    await this.#requireRemovable(tx, actor, record);
    return record;
  }

  async removeContents(actor: Actor, id: string): Promise<FolderRecord> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { record } = await this.#access.requireFolder(actor, id, AccessLevel.write, tx);
      await this.#requireRemovable(tx, actor, record);
      await removeItems(tx, await tx.items.listIdsInFolders([record.id]));
      const inside = await this.#childIds(tx, "folder", record.id);
      for (const folder of await tx.folders.findMany(inside)) {
        await recordDeletion(tx, this.#ports, { folder, user: actor.user, restorable: false });
      }
      await removeFolderTrees(tx, inside);
      await tx.folders.update(record.id, { size: 0 });
      return record;
    });
  }

  /**
   * The owner of the tree may delete everything in it; others only what they may write.
   * @throws AccessError that reveals nothing about the contents
   */
  async #requireRemovable(tx: Repositories, actor: Actor, record: FolderRecord): Promise<void> {
    const { baseParentType, baseParentId } = record;
    const base = await this.#access.requireParent(actor, baseParentType, baseParentId, AccessLevel.none, tx);
    if (base.level >= AccessLevel.admin) return;
    const below = await tx.folders.findMany(await tx.folders.listSubtreeIds(record.id));
    const views = await this.#access.withLevels(actor, "folder", below, tx);
    if (views.every(({ level }) => level >= AccessLevel.write)) return;
    throw new AccessError(
      `${record.name} contains folders that you may not change. Nothing was deleted. Ask the owner of the folder.`,
    );
  }

  /**
   * Removes everything below a user or collection, in the transaction that removes the user or collection; the caller
   * has checked the right to do that.
   */
  async removeAllOf(tx: Repositories, type: "user" | "collection", id: string): Promise<void> {
    await removeFolderTrees(tx, await this.#childIds(tx, type, id));
    for (const entry of await tx.trash.listOfBase(type, id)) await removeTrashEntry(tx, entry);
  }

  /** The folders that every user starts with. */
  async createFirstFolders(tx: Repositories, user: UserRecord): Promise<void> {
    const parent: ParentRecord = { type: "user", record: user, level: AccessLevel.admin };
    for (const name of ["Public", "Private"]) {
      await placeFolder(this.#ports, tx, user.id, parent, { name, public: name === "Public", meta: {} });
    }
  }

  /** From the root to the direct parent. */
  async rootPath(actor: Actor, id: string): Promise<PathEntry[]> {
    const { record } = await this.#access.requireFolder(actor, id);
    return (await this.#pathAbove(actor, record)).filter((entry) => entry.object.level >= AccessLevel.read);
  }

  /**
   * From the topmost folder that the caller can read to the direct parent. If an ancestor cannot be read, the path
   * begins with the user who created it; a collection at the root is left out.
   */
  async readableRootPath(actor: Actor, id: string): Promise<PathEntry[]> {
    requireUser(actor);
    const { record } = await this.#access.requireFolder(actor, id);
    const path = await this.#pathAbove(actor, record);
    const lastUnreadable = path.findLastIndex((entry) => entry.object.level < AccessLevel.read);
    const blocker = path[lastUnreadable];
    const readable = path.slice(lastUnreadable + 1).filter((entry) => entry.type !== "collection");
    const creatorId = blocker?.type === "folder" ? blocker.object.record.creatorId : null;
    const creator = creatorId === null ? undefined : await this.#ports.database.users.find(creatorId);
    if (creator === undefined) return readable;
    return [
      { type: "user", object: { record: creator, level: this.#access.levelOnUser(actor, creator.id) } },
      ...readable,
    ];
  }

  /** Bytes below users or collections the caller may read. */
  async treeSizes(type: "user" | "collection", ids: readonly string[]): Promise<Map<string, number>> {
    return ids.length === 0 ? new Map() : await this.#ports.database.folders.sizesOf(type, ids);
  }

  async #find(actor: Actor, query: FolderQuery, sort: Sort<FolderSort>): Promise<Paged<FolderView>> {
    const page = await this.#ports.database.folders.list(query, sort, viewerOf(actor));
    return { total: page.total, rows: await this.#access.withLevels(actor, "folder", page.rows) };
  }

  async #changeMeta(actor: Actor, id: string, change: (meta: Meta) => Meta): Promise<FolderView> {
    return await this.#ports.database.transaction({ dataset: id }, async (tx) => {
      // Read inside: of two concurrent changes, both must survive.
      const { record, level } = await this.#access.requireFolder(actor, id, AccessLevel.write, tx);
      return { record: await this.#store(tx, record, { meta: change(record.meta) }), level };
    });
  }

  async #store(tx: Repositories, record: FolderRecord, changes: Partial<FolderRecord>): Promise<FolderRecord> {
    const all = { ...changes, updatedMs: this.#ports.clock.nowMs() };
    await tx.folders.update(record.id, all);
    return { ...record, ...all };
  }

  async #move(tx: Repositories, record: FolderRecord, target: ParentRecord): Promise<Partial<FolderRecord>> {
    const subtree = await tx.folders.listSubtreeIds(record.id);
    if (target.type === "folder" && subtree.includes(target.record.id)) {
      throw new ValidationError("You may not move a folder underneath itself.", "parentId");
    }
    const base = baseOf(target);
    await setBase(tx, subtree, base);
    return { ...base, parentType: target.type, parentId: target.record.id };
  }

  async #childIds(tx: Repositories, type: ParentType, id: string): Promise<string[]> {
    const everything = { userId: null, seesAll: true };
    const query = { parent: { type, id }, limit: 0, offset: 0 };
    const { rows } = await tx.folders.list(query, { by: "name", descending: false }, everything);
    return rows.map((folder) => folder.id);
  }

  /** Root first; entries that the caller cannot read have a level below read. */
  async #pathAbove(actor: Actor, record: FolderRecord): Promise<PathEntry[]> {
    const { database } = this.#ports;
    const ancestors = await database.folders.listAncestors(record.id);
    const folders = await this.#access.withLevels(actor, "folder", ancestors.reverse());
    const path: PathEntry[] = folders.map((object) => ({ type: "folder", object }));
    if (record.baseParentType === "user") {
      const user = await database.users.find(record.baseParentId);
      if (user !== undefined)
        path.unshift({ type: "user", object: { record: user, level: this.#access.levelOnUser(actor, user.id) } });
    } else {
      const collection = await database.collections.find(record.baseParentId);
      if (collection !== undefined) {
        const [object] = await this.#access.withLevels(actor, "collection", [collection]);
        if (object !== undefined) path.unshift({ type: "collection", object });
      }
    }
    return path;
  }
}

async function refuseSameNamedItem(tx: Repositories, parent: ParentRecord, name: string): Promise<void> {
  if (parent.type !== "folder" || (await tx.items.findByName(parent.record.id, name)) === undefined) return;
  throw new ValidationError("An item with that name already exists here.", "name");
}

const folderClash = (): ValidationError => new ValidationError("A folder with that name already exists here.", "name");
