/**
 * The trash: deleted folders and files that can be restored for a while. A folder in it keeps its rights, but to every
 * user it looks deleted: `AccessService` does not find it, and lists and searches leave it out. Clones keep the media
 * that they show. Files that are deleted together are in a separate folder there, with the rights of the one they
 * were in.
 */
import { compareNaturalKeys, naturalKey } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, MissingError, RequestError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import { trashMs } from "../../domain/trash.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord, Page, Paged } from "../../ports/records.ts";
import type { TrashRecord } from "../../ports/trash.repository.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { AccessService, ParentRecord } from "../access/access.service.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import { recordDeletion } from "../access/record-event.ts";
import type { FolderService, FolderView } from "./folder.service.ts";
import { removeTrashEntry } from "./delete-trees.ts";
import { baseOf, placeFolder, setBase } from "./folder-placement.ts";
import { clonesShowing, recordTrashedItems } from "./changed-media.ts";
import { freeName } from "./names.ts";
import { transactionIn } from "./scopes.ts";

export interface TrashView {
  readonly entry: TrashRecord;
  readonly folder: FolderRecord;
  /** Bytes of everything in it. */
  readonly size: number;
  /** Its previous place: login or name of a collection, then folders; `null`: that place no longer exists. */
  readonly place: string | null;
  /** Login. */
  readonly deletedBy: string | null;
  /** When it is deleted permanently. */
  readonly endMs: number;
}

const endedPerSweep = 100;

export class TrashService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #folders: FolderService;

  constructor(ports: Ports, access: AccessService, folders: FolderService) {
    this.#ports = ports;
    this.#access = access;
    this.#folders = folders;
  }

  /** Moves a folder and everything in it to the trash. @returns the folder before that, and its entry */
  async put(actor: Actor, folderId: string): Promise<{ folder: FolderRecord; entry: TrashRecord }> {
    const { clock, database, ids } = this.#ports;
    return await database.transaction("site", async (tx) => {
      const folder = await this.#folders.requireDeletable(tx, actor, folderId);
      const entry: TrashRecord = {
        id: ids.next(),
        folderId: folder.id,
        parentType: folder.parentType,
        parentId: folder.parentId,
        deletedBy: actor.user?.id ?? null,
        deletedMs: clock.nowMs(),
        files: 0,
      };
      await tx.trash.insert(entry);
      await tx.folders.updateMany(await tx.folders.listSubtreeIds(folder.id), { trashId: entry.id });
      await recordDeletion(tx, this.#ports, { folder, user: actor.user, restorable: true });
      await tx.folders.update(folder.id, { parentType: "folder", parentId: entry.id });
      return { folder, entry };
    });
  }

  /** Moves files to the trash, those of one folder as one entry. Files that no longer exist are left out. */
  async putItems(actor: Actor, itemIds: readonly string[]): Promise<TrashRecord[]> {
    const user = requireUser(actor);
    const ids = [...new Set(itemIds.map((id) => requireObjectId(id)))];
    const find = async (db: Repositories): Promise<string[]> => {
      const folderIds = new Set((await db.items.findMany(ids)).map(({ folderId }) => folderId));
      return [...folderIds, ...(await clonesShowing(db, [...folderIds]))];
    };
    return await transactionIn(this.#ports.database, find, async (tx) => {
      const byId = new Map((await tx.items.findMany(ids)).map((item) => [item.id, item]));
      const inOrder = ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
      const entries: TrashRecord[] = [];
      for (const [folderId, items] of Map.groupBy(inOrder, (item) => item.folderId)) {
        const place = await this.#access.requireFolder(actor, folderId, AccessLevel.admin, tx).catch(ignoreMissing);
        if (place !== undefined) entries.push(await this.#moveToTrashFolder(tx, user.id, place.record, items));
      }
      return entries;
    });
  }

  async #moveToTrashFolder(
    tx: Repositories,
    userId: string,
    folder: FolderRecord,
    items: readonly ItemRecord[],
  ): Promise<TrashRecord> {
    const { clock, ids } = this.#ports;
    const size = items.reduce((sum, item) => sum + item.size, 0);
    const parent = { type: "folder", record: folder, level: AccessLevel.admin } as const;
    const trashId = ids.next();
    const given = { name: items[0]?.name ?? "", meta: {}, size, trashId };
    const holder = await placeFolder(this.#ports, tx, userId, parent, given);
    const entry: TrashRecord = {
      id: trashId,
      folderId: holder.id,
      parentType: "folder",
      parentId: folder.id,
      deletedBy: userId,
      deletedMs: clock.nowMs(),
      files: items.length,
    };
    await tx.trash.insert(entry);
    await tx.folders.addSize(folder.id, -size);
    for (const item of items) await tx.items.update(item.id, { folderId: holder.id });
    const changes = items.toSorted(byName).map((before) => ({ before }));
    await recordTrashedItems(tx, folder.id, changes);
    return entry;
  }

  /** Entries that the caller deleted or that were deleted from the caller's space; for administrators all entries. */
  async list(actor: Actor, page: Page): Promise<Paged<TrashView>> {
    const user = requireUser(actor);
    const { trash } = this.#ports.database;
    const records = await trash.list({ ...page, ...(user.admin ? {} : { userId: user.id }) });
    const sizes = await trash.sizesOf(records.rows.map(({ id }) => id));
    const rows: TrashView[] = [];
    for (const entry of records.rows) {
      const source = await sourceOf(this.#ports.database, entry);
      const mayRestore = source && (await this.#levelOn(actor, source, this.#ports.database)) >= AccessLevel.write;
      if (mayRestore === false) continue;
      const view = await this.#view(entry, sizes.get(entry.id) ?? 0);
      if (view !== undefined) rows.push(view);
    }
    return { total: records.total, rows };
  }

  /**
   * Restores a folder to its previous place. If that no longer exists: to the top of the user's or collection's space
   * it was in, or else to the caller's own. A taken name gets a number. Files go back to their folder; once that is
   * deleted for good, they come back in a new folder.
   * @returns the folder, or the one with the files
   */
  async restore(actor: Actor, id: string): Promise<{ view: FolderView; entry: TrashRecord }> {
    const { database } = this.#ports;
    const user = requireUser(actor);
    const work = async (tx: Repositories): Promise<{ view: FolderView; entry: TrashRecord }> => {
      const { entry, folder } = await this.#require(tx, actor, id, AccessLevel.write);
      const view =
        (await sourceOf(tx, entry)) === undefined
          ? await this.#restoreFolder(tx, actor, entry, folder)
          : await this.#restoreFiles(tx, actor, entry, folder);
      return { view, entry };
    };
    const known = await database.trash.find(requireObjectId(id));
    if (known === undefined || known.files === 0) return await database.transaction("site", work);
    const { folderId, parentId } = known;
    const find = async (db: Repositories): Promise<(string | undefined)[]> =>
      (await sourceOf(db, known)) === undefined
        ? [folderId, (await db.folders.find(folderId))?.baseParentId, user.id]
        : [folderId, parentId, ...(await clonesShowing(db, [parentId]))];
    return await transactionIn(database, find, work);
  }

  async #restoreFolder(tx: Repositories, actor: Actor, entry: TrashRecord, folder: FolderRecord): Promise<FolderView> {
    const target = await this.#placeFor(tx, actor, entry, folder);
    const base = baseOf(target);
    const ids = await tx.folders.listSubtreeIds(folder.id);
    await setBase(tx, ids, base);
    await tx.folders.updateMany(ids, { trashId: null });
    const changes = {
      ...base,
      trashId: null,
      parentType: target.type,
      parentId: target.record.id,
      name: await freeName(folder.name, (name) => isTaken(tx, target, name)),
    };
    await tx.folders.update(folder.id, changes);
    await tx.trash.remove(entry.id);
    return { record: { ...folder, ...changes }, level: AccessLevel.admin };
  }

  async #restoreFiles(tx: Repositories, actor: Actor, entry: TrashRecord, holder: FolderRecord): Promise<FolderView> {
    const place = await this.#access.requireFolder(actor, entry.parentId, AccessLevel.write, tx).catch(ignoreMissing);
    if (place === undefined) {
      throw new RequestError(`The folder that held ${holder.name} is in the trash, too. Restore it first.`);
    }
    const { id } = place.record;
    const { rows } = await tx.items.listInFolder(holder.id, wholeList, { by: "lowerName", descending: false });
    const changes: { after: ItemRecord }[] = [];
    for (const item of rows.toSorted(byName)) {
      const name = await freeName(item.name, async (free) => (await tx.items.findByName(id, free)) !== undefined);
      await tx.items.update(item.id, { folderId: id, name });
      changes.push({ after: { ...item, name } });
    }
    await recordTrashedItems(tx, id, changes);
    await tx.folders.addSize(id, holder.size);
    await removeTrashEntry(tx, entry);
    return { ...place, record: (await tx.folders.find(id)) ?? place.record };
  }

  /** Deletes it permanently. @returns what it was */
  async remove(actor: Actor, id: string): Promise<{ entry: TrashRecord; folder: FolderRecord }> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { entry, folder } = await this.#require(tx, actor, id);
      await removeTrashEntry(tx, entry);
      return { entry, folder };
    });
  }

  /** Permanently deletes folders that have been there long enough. @returns the number of folders deleted */
  async removeEnded(): Promise<number> {
    const { clock, database } = this.#ports;
    const ended = await database.trash.listDeletedBefore(clock.nowMs() - trashMs, endedPerSweep);
    for (const { id } of ended) {
      await database.transaction("site", async (tx) => {
        // Another server may have deleted or restored it meanwhile.
        const entry = await tx.trash.find(id);
        if (entry !== undefined) await removeTrashEntry(tx, entry);
      });
    }
    return ended.length;
  }

  /**
   * Users who may delete a folder may restore it. For files, their rights to the folder count as they are now.
   * @param filesLevel needed on that folder
   */
  async #require(
    tx: Repositories,
    actor: Actor,
    id: string,
    filesLevel: AccessLevel = AccessLevel.admin,
  ): Promise<{ entry: TrashRecord; folder: FolderRecord }> {
    const user = requireUser(actor);
    const entry = await tx.trash.find(requireObjectId(id));
    const folder = entry && (await tx.folders.find(entry.folderId));
    if (entry === undefined || folder === undefined) throw new MissingError("trash entry", id);
    const source = await sourceOf(tx, entry);
    const needed = source === undefined ? AccessLevel.admin : filesLevel;
    if ((await this.#levelOn(actor, source ?? folder, tx)) >= needed) return { entry, folder };
    if (entry.deletedBy !== user.id) throw new MissingError("trash entry", id);
    throw new AccessError(`You may no longer change ${folder.name}. Ask the owner of the folder to restore it.`);
  }

  /** Owners of a space have every right to items deleted from it. */
  async #levelOn(actor: Actor, folder: FolderRecord, db: Repositories): Promise<AccessLevel> {
    if (folder.baseParentType === "user" && folder.baseParentId === actor.user?.id) return AccessLevel.admin;
    const [view] = await this.#access.withLevels(actor, "folder", [folder], db);
    return view?.level ?? AccessLevel.none;
  }

  async #placeFor(
    tx: Repositories,
    actor: Actor,
    { parentType, parentId }: TrashRecord,
    { baseParentType, baseParentId }: FolderRecord,
  ): Promise<ParentRecord> {
    const places = [
      [parentType, parentId],
      [baseParentType, baseParentId],
    ] as const;
    for (const [type, id] of places) {
      try {
        return await this.#access.requireParent(actor, type, id, AccessLevel.write, tx);
      } catch (error) {
        if (!(error instanceof MissingError || error instanceof AccessError)) throw error;
      }
    }
    return await this.#access.requireParent(actor, "user", requireUser(actor).id, AccessLevel.write, tx);
  }

  async #view(entry: TrashRecord, size: number): Promise<TrashView | undefined> {
    const { database } = this.#ports;
    const folder = await database.folders.find(entry.folderId);
    if (folder === undefined) return undefined;
    const by = entry.deletedBy === null ? undefined : await database.users.find(entry.deletedBy);
    return {
      entry,
      folder,
      size,
      place: await this.#placeOf(entry),
      deletedBy: by?.login ?? null,
      endMs: entry.deletedMs + trashMs,
    };
  }

  async #placeOf({ parentType, parentId }: TrashRecord): Promise<string | null> {
    const { collections, folders, users } = this.#ports.database;
    const nameOf = async (type: "user" | "collection", id: string): Promise<string | undefined> =>
      type === "user" ? (await users.find(id))?.login : (await collections.find(id))?.name;
    if (parentType !== "folder") return (await nameOf(parentType, parentId)) ?? null;
    const parent = await folders.find(parentId);
    if (parent === undefined || parent.trashId !== null) return null;
    const above = (await folders.listAncestors(parentId)).reverse();
    const root = await nameOf(parent.baseParentType, parent.baseParentId);
    return [root ?? "", ...above.map(({ name }) => name), parent.name].join("/");
  }
}

const byName = (a: ItemRecord, b: ItemRecord): number => compareNaturalKeys(naturalKey(a.name), naturalKey(b.name));

/** The folder that files were deleted from, if it still exists. */
const sourceOf = async (db: Repositories, { files, parentId }: TrashRecord): Promise<FolderRecord | undefined> =>
  files === 0 ? undefined : await db.folders.find(parentId);

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof MissingError)) throw error;
}

async function isTaken(tx: Repositories, { type, record: { id } }: ParentRecord, name: string): Promise<boolean> {
  if ((await tx.folders.findByName({ type, id }, name)) !== undefined) return true;
  return type === "folder" && (await tx.items.findByName(id, name)) !== undefined;
}
