/** Access lists as administrators of a folder see and change them. */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError, ValidationError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessEntry, FolderRecord, GroupRecord, UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { viewerOf, type Actor } from "../access/actor.ts";
import { differences, writeAudit } from "../access/audit.service.ts";
import { recordEvent } from "../access/record-event.ts";
import type { CollectionView } from "./collection.service.ts";
import type { FolderView } from "./folder.service.ts";
import { mayPublishClone, refusalToPublish } from "./shown-media.ts";

export interface AccessListView {
  users: { id: string; level: AccessLevel; login: string; name: string }[];
  groups: { id: string; level: AccessLevel; name: string; description: string }[];
}

export interface AccessOptions {
  /** Absent: unchanged. */
  public?: boolean;
  recurse: boolean;
  /** The list as the caller read it, perhaps with `public`, unchecked; absent: any stored one is replaced. */
  was?: unknown;
}

const levelNames = { 0: "read", 1: "write", 2: "admin" } as const;

export class AccessListService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  async ofFolder(actor: Actor, id: string): Promise<AccessListView> {
    const { record } = await this.#access.requireFolder(actor, id, AccessLevel.admin);
    return await this.#viewAccess(await this.#ports.database.access.list("folder", record.id));
  }

  async ofCollection(actor: Actor, id: string): Promise<AccessListView> {
    const { record } = await this.#access.requireCollection(actor, id, AccessLevel.admin);
    return await this.#viewAccess(await this.#ports.database.access.list("collection", record.id));
  }

  /** @param list `{users: [{id, level}], groups: [...]}`, unchecked */
  async setOfFolder(
    actor: Actor,
    id: string,
    list: unknown,
    options: AccessOptions,
  ): Promise<{ folder: FolderView; access: AccessListView }> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { record, level } = await this.#access.requireFolder(actor, id, AccessLevel.admin, tx);
      const entries = await this.#parse(list, tx);
      await this.#requireUnchanged(tx, { type: "folder", record }, options);
      await this.#note(tx, actor, { type: "folder", record }, entries, options);
      const ids = options.recurse ? await tx.folders.listSubtreeIds(record.id) : [record.id];
      const before = {
        ...(await this.#summarizeAccess(await tx.access.list("folder", record.id), tx)),
        public: record.public,
      };
      await this.#setOfFolders(tx, actor, ids, entries, options.public);
      const changed = { ...record, public: options.public ?? record.public };
      const after = { ...(await this.#summarizeAccess(entries, tx)), public: changed.public };
      const data = { before, after, recurse: options.recurse };
      await recordEvent(tx, this.#ports, { event: "dataset.shared", folder: record, user: actor.user, data });
      return { folder: { record: changed, level }, access: await this.#viewAccess(entries, tx) };
    });
  }

  /** @param list as for folders; with `recurse` it applies to every folder below that the caller administers */
  async setOfCollection(
    actor: Actor,
    id: string,
    list: unknown,
    options: AccessOptions,
  ): Promise<{ collection: CollectionView; access: AccessListView }> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { record, level } = await this.#access.requireCollection(actor, id, AccessLevel.admin, tx);
      const entries = await this.#parse(list, tx);
      await this.#requireUnchanged(tx, { type: "collection", record }, options);
      await this.#note(tx, actor, { type: "collection", record }, entries, options);
      await tx.access.replace("collection", record.id, entries);
      if (options.public !== undefined) await tx.collections.update(record.id, { public: options.public });
      const query = { parent: { type: "collection", id: record.id }, limit: 0, offset: 0 } as const;
      const { rows } = options.recurse
        ? await tx.folders.list(query, { by: "name", descending: false }, viewerOf(actor))
        : { rows: [] };
      for (const child of rows) {
        const ids = await tx.folders.listSubtreeIds(child.id);
        await this.#setOfFolders(tx, actor, ids, entries, options.public);
      }
      const changed = { ...record, public: options.public ?? record.public };
      return { collection: { record: changed, level }, access: await this.#viewAccess(entries, tx) };
    });
  }

  /** @throws RequestError with 409 if others have changed the list since the caller read it */
  async #requireUnchanged(
    tx: Repositories,
    { type, record }: { type: "folder" | "collection"; record: { id: string; public: boolean } },
    { was }: AccessOptions,
  ): Promise<void> {
    if (was === undefined) return;
    const keysOf = (entries: Iterable<AccessEntry>): string =>
      [...entries]
        .map(({ subjectType, subjectId, level }) => `${subjectType} ${subjectId} ${level}`)
        .toSorted()
        .join();
    // As the caller saw it: those who were deleted since are in neither.
    const { users, groups } = await this.#viewAccess(await tx.access.list(type, record.id), tx);
    const now = [...entriesOf("user", users), ...entriesOf("group", groups)];
    const known = keysOf(readEntries(was).values());
    const { public: wasPublic = record.public } = was as { public?: unknown };
    if (keysOf(now) === known && wasPublic === record.public) return;
    throw new RequestError(
      "Others have changed who may use this in the meantime. Open the list again, then make your change.",
      409,
      "access-changed",
    );
  }

  /** Records in the audit log who gained and lost what. */
  async #note(
    tx: Repositories,
    actor: Actor,
    { type, record }: { type: "folder" | "collection"; record: { id: string; name: string; public: boolean } },
    entries: readonly AccessEntry[],
    options: AccessOptions,
  ): Promise<void> {
    const before = await this.#summarizeAccess(await tx.access.list(type, record.id), tx);
    const after = await this.#summarizeAccess(entries, tx);
    const isPublic = options.public ?? record.public;
    const changes = differences({ ...before, public: record.public }, { ...after, public: isPublic });
    if (changes.length === 0 && !options.recurse) return;
    const reach = options.recurse ? [{ name: "recurse", from: null, to: "true" }] : [];
    const target = { type, id: record.id, name: record.name };
    await writeAudit(tx, this.#ports, actor, { action: "access.changed", target, changes: [...changes, ...reach] });
  }

  /** Levels by user and group. */
  async #summarizeAccess(entries: readonly AccessEntry[], tx: Repositories): Promise<Record<string, string>> {
    const { users, groups } = await this.#viewAccess(entries, tx);
    const nameOf = (level: AccessLevel): string => levelNames[level as keyof typeof levelNames] ?? String(level);
    return Object.fromEntries([
      ...users.map(({ login, level }) => [login, nameOf(level)]),
      ...groups.map(({ name, level }) => [`group ${name}`, nameOf(level)]),
    ]) as Record<string, string>;
  }

  /** Changes those of the folders that the caller administers. */
  async #setOfFolders(
    tx: Repositories,
    actor: Actor,
    ids: readonly string[],
    entries: readonly AccessEntry[],
    isPublic: boolean | undefined,
  ): Promise<void> {
    const folders = await this.#access.withLevels(actor, "folder", await tx.folders.findMany(ids), tx);
    const administered = folders.filter(({ level }) => level >= AccessLevel.admin).map(({ record }) => record);
    if (isPublic === true) await this.#requirePublishable(tx, actor, administered);
    const administeredIds = administered.map(({ id }) => id);
    await tx.access.replaceMany("folder", administeredIds, entries);
    if (isPublic !== undefined) await tx.folders.updateMany(administeredIds, { public: isPublic });
  }

  /** @throws AccessError if one is a clone of media that the caller may not share */
  async #requirePublishable(tx: Repositories, actor: Actor, folders: readonly FolderRecord[]): Promise<void> {
    const refused: string[] = [];
    for (const folder of folders) {
      if (folder.public || folder.foreignMediaId === null) continue;
      if (!(await mayPublishClone(this.#access, actor, folder, tx))) refused.push(folder.name);
    }
    if (refused.length > 0) throw refusalToPublish(refused);
  }

  /** @throws ValidationError unless it is an access list of known users and groups */
  async #parse(list: unknown, tx: Repositories): Promise<AccessEntry[]> {
    const entries = readEntries(list);
    const { users: knownUsers, groups: knownGroups } = await this.#subjects([...entries.values()], tx);
    const known = { user: knownUsers, group: knownGroups };
    const stranger = [...entries.values()].find((entry) => !known[entry.subjectType].has(entry.subjectId));
    if (stranger !== undefined) {
      throw new ValidationError(`No such ${stranger.subjectType}: ${stranger.subjectId}`, "access");
    }
    return [...entries.values()];
  }

  async #viewAccess(entries: readonly AccessEntry[], db: Repositories = this.#ports.database): Promise<AccessListView> {
    const { users, groups } = await this.#subjects(entries, db);
    const view: AccessListView = { users: [], groups: [] };
    for (const { subjectType, subjectId: id, level } of entries) {
      const user = subjectType === "user" ? users.get(id) : undefined;
      const group = subjectType === "group" ? groups.get(id) : undefined;
      if (user !== undefined)
        view.users.push({ id, level, login: user.login, name: `${user.firstName} ${user.lastName}` });
      if (group !== undefined) view.groups.push({ id, level, name: group.name, description: group.description });
    }
    return view;
  }

  /** The existing ones, by id. */
  async #subjects(
    entries: readonly AccessEntry[],
    { users, groups }: Repositories,
  ): Promise<{ users: Map<string, UserRecord>; groups: Map<string, GroupRecord> }> {
    const idsOf = (type: AccessEntry["subjectType"]): string[] =>
      entries.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId);
    const byId = <R extends { id: string }>(records: readonly R[]): Map<string, R> =>
      new Map(records.map((record) => [record.id, record]));
    return { users: byId(await users.findMany(idsOf("user"))), groups: byId(await groups.findMany(idsOf("group"))) };
  }
}

/** @throws ValidationError unless it is `{users: [{id, level}], groups: [...]}` */
function readEntries(list: unknown): Map<string, AccessEntry> {
  const { users, groups } = (typeof list === "object" && list !== null ? list : {}) as {
    users?: unknown;
    groups?: unknown;
  };
  if (!Array.isArray(users ?? []) || !Array.isArray(groups ?? []) || (users === undefined && groups === undefined)) {
    throw new ValidationError("Invalid access list", "access");
  }
  const entries = new Map<string, AccessEntry>();
  for (const [subjectType, given] of [
    ["user", users ?? []],
    ["group", groups ?? []],
  ] as const) {
    for (const entry of given as unknown[]) {
      const { id, level } = (typeof entry === "object" && entry !== null ? entry : {}) as {
        id?: unknown;
        level?: unknown;
      };
      if (typeof id !== "string") throw new ValidationError("Invalid access list", "access");
      if (level !== 0 && level !== 1 && level !== 2) throw new ValidationError("Invalid access level", "access");
      const subjectId = requireObjectId(id, "access");
      entries.set(`${subjectType} ${subjectId}`, { subjectType, subjectId, level });
    }
  }
  return entries;
}

const entriesOf = (
  subjectType: AccessEntry["subjectType"],
  list: readonly { id: string; level: AccessLevel }[],
): AccessEntry[] => list.map(({ id: subjectId, level }) => ({ subjectType, subjectId, level }));
