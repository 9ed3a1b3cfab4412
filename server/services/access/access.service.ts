/**
 * Access levels of folders, collections and users, and the checks that every other service starts with. Items and files
 * have the rights of their folder.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { type AccessError, DeniedError, MissingError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type {
  CollectionRecord,
  FileRecord,
  FolderRecord,
  ItemRecord,
  ParentType,
  UserRecord,
} from "../../ports/records.ts";
import type { Actor } from "./actor.ts";

/** A document and the caller's access level on it. */
export interface Accessible<Record> {
  record: Record;
  level: AccessLevel;
}

export type ParentRecord =
  | ({ type: "folder" } & Accessible<FolderRecord>)
  | ({ type: "collection" } & Accessible<CollectionRecord>)
  | ({ type: "user" } & Accessible<UserRecord>);

export class AccessService {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** @throws MissingError, AccessError */
  async requireFolder(
    actor: Actor,
    id: string,
    level: AccessLevel = AccessLevel.read,
    db: Repositories = this.#ports.database,
  ): Promise<Accessible<FolderRecord>> {
    const record = await db.folders.find(requireObjectId(id));
    if (record === undefined || record.trashId !== null) throw new MissingError("folder", id);
    const actual = await this.#levelOf(actor, "folder", record.id, record.public, db);
    if (actual < level) throw this.denied("folder", record.id, level, actor);
    return { record, level: actual };
  }

  /** @throws MissingError, AccessError */
  async requireCollection(
    actor: Actor,
    id: string,
    level: AccessLevel = AccessLevel.read,
    db: Repositories = this.#ports.database,
  ): Promise<Accessible<CollectionRecord>> {
    const record = await db.collections.find(requireObjectId(id));
    if (record === undefined) throw new MissingError("collection", id);
    const actual = await this.#levelOf(actor, "collection", record.id, record.public, db);
    if (actual < level) throw this.denied("collection", record.id, level, actor);
    return { record, level: actual };
  }

  /** Accounts are public to read; only their owners and administrators may change them. */
  async requireUserDocument(
    actor: Actor,
    id: string,
    level: AccessLevel = AccessLevel.read,
    db: Repositories = this.#ports.database,
  ): Promise<Accessible<UserRecord>> {
    const record = await db.users.find(requireObjectId(id));
    if (record === undefined) throw new MissingError("user", id);
    const actual = this.levelOnUser(actor, record.id);
    if (actual < level) throw this.denied("user", record.id, level, actor);
    return { record, level: actual };
  }

  /** The item and its folder. */
  async requireItem(
    actor: Actor,
    id: string,
    level: AccessLevel = AccessLevel.read,
    db: Repositories = this.#ports.database,
  ): Promise<{ item: ItemRecord; folder: FolderRecord; level: AccessLevel }> {
    const item = await db.items.find(requireObjectId(id));
    if (item === undefined) throw new MissingError("item", id);
    const folder = await db.folders.find(item.folderId);
    if (folder === undefined || folder.trashId !== null) throw new MissingError("folder", item.folderId);
    const actual = await this.#levelOf(actor, "folder", folder.id, folder.public, db);
    if (actual < level) throw this.denied("item", item.id, level, actor);
    return { item, folder, level: actual };
  }

  /** The file, its item and the folder of both. */
  async requireFile(
    actor: Actor,
    id: string,
    level: AccessLevel = AccessLevel.read,
    db: Repositories = this.#ports.database,
  ): Promise<{ file: FileRecord; item: ItemRecord; folder: FolderRecord }> {
    const file = await db.files.find(requireObjectId(id));
    if (file === undefined) throw new MissingError("file", id);
    const item = await db.items.find(file.itemId);
    const folder = item && (await db.folders.find(item.folderId));
    if (item === undefined || folder === undefined || folder.trashId !== null)
      throw new MissingError("item", file.itemId);
    const actual = await this.#levelOf(actor, "folder", folder.id, folder.public, db);
    if (actual < level) throw this.denied("file", file.id, level, actor);
    return { file, item, folder };
  }

  /** Any document that can contain folders. */
  async requireParent(
    actor: Actor,
    type: ParentType,
    id: string,
    level: AccessLevel = AccessLevel.read,
    db: Repositories = this.#ports.database,
  ): Promise<ParentRecord> {
    if (type === "folder") return { type, ...(await this.requireFolder(actor, id, level, db)) };
    if (type === "collection") return { type, ...(await this.requireCollection(actor, id, level, db)) };
    return { type, ...(await this.requireUserDocument(actor, id, level, db)) };
  }

  levelOnUser(actor: Actor, userId: string): AccessLevel {
    if (actor.user?.admin === true || actor.user?.id === userId) return AccessLevel.admin;
    return AccessLevel.read;
  }

  /** Adds the caller's level on each of these folders, collections or jobs. */
  async withLevels<R extends { id: string; public: boolean }>(
    actor: Actor,
    model: "folder" | "collection" | "job",
    records: readonly R[],
    db: Repositories = this.#ports.database,
  ): Promise<Accessible<R>[]> {
    const { user } = actor;
    if (user?.admin === true) return records.map((record) => ({ record, level: AccessLevel.admin }));
    const ids = records.map((record) => record.id);
    const levels =
      user === undefined ? new Map<string, AccessLevel>() : await db.access.levelsOfUser(model, ids, user.id);
    return records.map((record) => ({ record, level: combine(record.public, levels.get(record.id)) }));
  }

  denied(model: string, id: string, level: AccessLevel, actor: Actor): AccessError {
    return new DeniedError(model, id, level, actor.user?.id);
  }

  async #levelOf(
    actor: Actor,
    model: "folder" | "collection",
    id: string,
    isPublic: boolean,
    db: Repositories,
  ): Promise<AccessLevel> {
    const [first] = await this.withLevels(actor, model, [{ id, public: isPublic }], db);
    return first?.level ?? AccessLevel.none;
  }
}

function combine(isPublic: boolean, own: AccessLevel | undefined): AccessLevel {
  const level = own ?? AccessLevel.none;
  return isPublic && level < AccessLevel.read ? AccessLevel.read : level;
}
