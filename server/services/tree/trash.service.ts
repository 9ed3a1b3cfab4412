/**
 * The trash: deleted folders that can be restored for a while. A folder in it keeps its rights, but to every user it
 * looks deleted: `AccessService` does not find it, and lists and searches leave it out. Clones keep the media that they
 * show.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, MissingError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import { trashMs } from "../../domain/trash.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, Page, Paged } from "../../ports/records.ts";
import type { TrashRecord } from "../../ports/trash.repository.ts";
import type { AccessService, ParentRecord } from "../access/access.service.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import { recordDeletion } from "../access/record-event.ts";
import type { FolderService, FolderView } from "./folder.service.ts";
import { removeTrashEntry } from "./delete-trees.ts";
import { baseOf } from "./folder-placement.ts";
import { freeName } from "./names.ts";

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
        ...{ id: ids.next(), folderId: folder.id, parentType: folder.parentType, parentId: folder.parentId },
        ...{ deletedBy: actor.user?.id ?? null, deletedMs: clock.nowMs() },
      };
      await tx.trash.insert(entry);
      await tx.folders.updateMany(await tx.folders.listSubtreeIds(folder.id), { trashId: entry.id });
      await recordDeletion(tx, this.#ports, { folder, user: actor.user, restorable: true });
      await tx.folders.update(folder.id, { parentType: "folder", parentId: entry.id });
      return { folder, entry };
    });
  }

  /** Entries that the caller deleted or that were deleted from the caller's space; for administrators all entries. */
  async list(actor: Actor, page: Page): Promise<Paged<TrashView>> {
    const user = requireUser(actor);
    const { trash } = this.#ports.database;
    const found = await trash.list({ ...page, ...(user.admin ? {} : { userId: user.id }) });
    const sizes = await trash.sizesOf(found.rows.map(({ id }) => id));
    const rows: TrashView[] = [];
    for (const entry of found.rows) {
      const view = await this.#view(entry, sizes.get(entry.id) ?? 0);
      if (view !== undefined) rows.push(view);
    }
    return { total: found.total, rows };
  }

  /**
   * Restores a folder to its previous place. If that no longer exists: to the top of the user's or collection's space
   * it was in, or else to the caller's own. A taken name gets a number.
   */
  async restore(actor: Actor, id: string): Promise<FolderView> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { entry, folder } = await this.#require(tx, actor, id);
      const target = await this.#placeFor(tx, actor, entry, folder);
      const base = baseOf(target);
      const ids = await tx.folders.listSubtreeIds(folder.id);
      await tx.folders.updateMany(ids, { ...base, trashId: null });
      const changes = {
        ...{ ...base, trashId: null, parentType: target.type, parentId: target.record.id },
        name: await freeName(folder.name, (name) => isTaken(tx, target, name)),
      };
      await tx.folders.update(folder.id, changes);
      await tx.trash.remove(entry.id);
      return { record: { ...folder, ...changes }, level: AccessLevel.admin };
    });
  }

  /** Deletes it permanently. @returns the folder */
  async remove(actor: Actor, id: string): Promise<FolderRecord> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { entry, folder } = await this.#require(tx, actor, id);
      await removeTrashEntry(tx, entry);
      return folder;
    });
  }

  /** Permanently deletes what has been there long enough. @returns the number of folders deleted */
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

  /** Users who may delete a folder may restore it. */
  async #require(tx: Repositories, actor: Actor, id: string): Promise<{ entry: TrashRecord; folder: FolderRecord }> {
    const user = requireUser(actor);
    const entry = await tx.trash.find(requireObjectId(id));
    const folder = entry && (await tx.folders.find(entry.folderId));
    if (entry === undefined || folder === undefined) throw new MissingError("trash entry", id);
    const [view] = await this.#access.withLevels(actor, "folder", [folder], tx);
    const isOwn = folder.baseParentType === "user" && folder.baseParentId === user.id;
    if (isOwn || (view?.level ?? AccessLevel.none) >= AccessLevel.admin) return { entry, folder };
    if (entry.deletedBy !== user.id) throw new MissingError("trash entry", id);
    throw new AccessError(`You may no longer change ${folder.name}. Ask the owner of the folder to restore it.`);
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
      ...{ entry, folder, size, place: await this.#placeOf(entry), deletedBy: by?.login ?? null },
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

async function isTaken(tx: Repositories, { type, record: { id } }: ParentRecord, name: string): Promise<boolean> {
  if ((await tx.folders.findByName({ type, id }, name)) !== undefined) return true;
  return type === "folder" && (await tx.items.findByName(id, name)) !== undefined;
}
