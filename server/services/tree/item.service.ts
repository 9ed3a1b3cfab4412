/** Items: the contents of folders. An item usually has one file; its rights are those of the folder. */
import { AccessLevel } from "../../base/access-level.ts";
import { defined } from "../../base/defined.ts";
import { AccessError, RequestError } from "../../base/errors.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { ItemSort } from "../../ports/item.repository.ts";
import type { FileRecord, FolderRecord, ItemRecord, Meta, Page, Paged, Sort } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireUser, viewerOf, type Actor } from "../access/actor.ts";
import type { FolderService, PathEntry } from "./folder.service.ts";
import { deleteMetaKeys, mergeMeta } from "./metadata.ts";
import { recordChangedItem } from "./changed-media.ts";
import { checkName, freeName } from "./names.ts";
import { removeItems } from "./delete-trees.ts";
import { folderOfItem, transactionIn } from "./scopes.ts";

export interface NewItem {
  folderId: string;
  name: string;
  description?: string;
  meta?: Meta;
  reuseExisting?: boolean;
}

export interface ItemChanges {
  name?: string;
  description?: string;
  meta?: Meta;
  /** Moves it to this folder. */
  folderId?: string;
}

export class ItemService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #folders: FolderService;

  constructor(ports: Ports, access: AccessService, folders: FolderService) {
    this.#ports = ports;
    this.#access = access;
    this.#folders = folders;
  }

  async get(actor: Actor, id: string, level: AccessLevel = AccessLevel.read): Promise<ItemRecord> {
    return (await this.#access.requireItem(actor, id, level)).item;
  }

  /** The items of a folder, or everywhere by text. */
  async list(
    actor: Actor,
    query: { folderId?: string; name?: string; text?: string } & Page,
    sort: Sort<ItemSort>,
  ): Promise<Paged<ItemRecord>> {
    const { folderId, ...rest } = query;
    if (folderId !== undefined) {
      const { record } = await this.#access.requireFolder(actor, folderId);
      return await this.#ports.database.items.listInFolder(record.id, rest, sort);
    }
    if (query.text === undefined || query.text === "") throw new RequestError("Invalid search mode.");
    return await this.#ports.database.items.search(rest, sort, viewerOf(actor));
  }

  /** How many items come before this one in the list of the same query. */
  async position(
    actor: Actor,
    id: string,
    query: { folderId?: string; text?: string },
    sort: Sort<ItemSort>,
  ): Promise<number> {
    const { item } = await this.#access.requireItem(actor, id);
    const { folderId, text } = query;
    if (folderId !== undefined) {
      const { record } = await this.#access.requireFolder(actor, folderId);
      return await this.#ports.database.items.position(
        { folderId: record.id, ...defined({ text }) },
        sort,
        viewerOf(actor),
        item,
      );
    }
    if (text === undefined || text === "") throw new RequestError("Invalid search mode.");
    return await this.#ports.database.items.position({ text }, sort, viewerOf(actor), item);
  }

  /** A new item without files. A taken name gets a number. */
  async create(actor: Actor, given: NewItem): Promise<ItemRecord> {
    const { clock, ids, database } = this.#ports;
    return await database.transaction({ dataset: given.folderId }, async (tx) => {
      const { record: folder } = await this.#access.requireFolder(actor, given.folderId, AccessLevel.write, tx);
      const user = requireUser(actor);
      const wanted = checkName(given.name, "Item");
      const meta = mergeMeta({}, given.meta ?? {});
      const twin = given.reuseExisting === true ? await tx.items.findByName(folder.id, wanted) : undefined;
      if (twin !== undefined) return await this.#store(tx, twin, { meta: mergeMeta(twin.meta, meta) });
      const nowMs = clock.nowMs();
      const item: ItemRecord = {
        id: ids.next(),
        folderId: folder.id,
        name: await freeName(wanted, async (name) => (await tx.items.findByName(folder.id, name)) !== undefined),
        description: (given.description ?? "").trim(),
        creatorId: user.id,
        size: 0,
        meta,
        copyOfItemId: null,
        baseParentType: folder.baseParentType,
        baseParentId: folder.baseParentId,
        createdMs: nowMs,
        updatedMs: nowMs,
      };
      await tx.items.insert(item);
      await recordChangedItem(tx, folder.id, { after: item });
      return item;
    });
  }

  async update(actor: Actor, id: string, changes: ItemChanges): Promise<ItemRecord> {
    return await transactionIn(
      this.#ports.database,
      async (db) => [...(await folderOfItem(id)(db)), changes.folderId],
      async (tx) => {
        const { item } = await this.#access.requireItem(actor, id, AccessLevel.write, tx);
        const target =
          changes.folderId === undefined
            ? undefined
            : (await this.#access.requireFolder(actor, changes.folderId, AccessLevel.write, tx)).record;
        const wanted = changes.name === undefined ? item.name : checkName(changes.name, "Item");
        const folderId = target?.id ?? item.folderId;
        if (target !== undefined && folderId !== item.folderId) await this.#requireMovable(tx, actor, item, target);
        const isTaken = async (name: string): Promise<boolean> => {
          const twin = await tx.items.findByName(folderId, name);
          return twin !== undefined && twin.id !== item.id;
        };
        if (folderId !== item.folderId) {
          await tx.folders.addSize(item.folderId, -item.size);
          await tx.folders.addSize(folderId, item.size);
        }
        const stored = await this.#store(tx, item, {
          folderId,
          name: await freeName(wanted, isTaken),
          ...(changes.description === undefined ? {} : { description: changes.description.trim() }),
          ...(changes.meta === undefined ? {} : { meta: mergeMeta(item.meta, changes.meta) }),
        });
        if (folderId !== item.folderId) {
          await recordChangedItem(tx, item.folderId, { before: item });
          await recordChangedItem(tx, folderId, { after: stored });
        } else if (stored.name !== item.name) await recordChangedItem(tx, folderId, { before: item, after: stored });
        return stored;
      },
    );
  }

  /** @throws AccessError if a move would take the item from the administrators of its folder */
  async #requireMovable(tx: Repositories, actor: Actor, item: ItemRecord, target: FolderRecord): Promise<void> {
    const { level } = await this.#access.requireFolder(actor, item.folderId, AccessLevel.write, tx);
    if (level >= AccessLevel.admin) return;
    const keep = (await tx.access.list("folder", target.id)).filter((entry) => entry.level >= AccessLevel.admin);
    const stays = new Set(keep.map(({ subjectType, subjectId }) => `${subjectType} ${subjectId}`));
    const owners = (await tx.access.list("folder", item.folderId)).filter((entry) => entry.level >= AccessLevel.admin);
    if (owners.every(({ subjectType, subjectId }) => stays.has(`${subjectType} ${subjectId}`))) return;
    throw new AccessError(
      `${item.name} can be moved only to folders that the administrators of its folder administer too. Copy it instead, or ask one of them to move it.`,
    );
  }

  async setMeta(actor: Actor, id: string, changes: Meta, allowNull = false): Promise<ItemRecord> {
    return await this.#changeMeta(actor, id, (meta) => mergeMeta(meta, changes, allowNull));
  }

  async deleteMeta(actor: Actor, id: string, keys: readonly string[]): Promise<ItemRecord> {
    return await this.#changeMeta(actor, id, (meta) => deleteMetaKeys(meta, keys));
  }

  async remove(actor: Actor, id: string): Promise<ItemRecord> {
    return await transactionIn(this.#ports.database, folderOfItem(id), async (tx) => {
      const { item } = await this.#access.requireItem(actor, id, AccessLevel.write, tx);
      await removeItems(tx, [item.id]);
      await tx.folders.addSize(item.folderId, -item.size);
      await recordChangedItem(tx, item.folderId, { before: item });
      return item;
    });
  }

  async files(actor: Actor, id: string, page: Page): Promise<Paged<FileRecord>> {
    const { item } = await this.#access.requireItem(actor, id);
    return await this.#ports.database.files.listInItem(item.id, page);
  }

  /** From the root to the item's folder. */
  async rootPath(actor: Actor, id: string): Promise<PathEntry[]> {
    const { folder, level } = await this.#access.requireItem(actor, id);
    return [...(await this.#folders.rootPath(actor, folder.id)), { type: "folder", object: { record: folder, level } }];
  }

  async #changeMeta(actor: Actor, id: string, change: (meta: Meta) => Meta): Promise<ItemRecord> {
    return await transactionIn(this.#ports.database, folderOfItem(id), async (tx) => {
      const { item } = await this.#access.requireItem(actor, id, AccessLevel.write, tx);
      return await this.#store(tx, item, { meta: change(item.meta) });
    });
  }

  async #store(tx: Repositories, item: ItemRecord, changes: Partial<ItemRecord>): Promise<ItemRecord> {
    const all = { ...changes, updatedMs: this.#ports.clock.nowMs() };
    await tx.items.update(item.id, all);
    return { ...item, ...all };
  }
}
