/** Access lists as administrators of a folder see and change them. */
import { AccessLevel } from "../base/access-level.ts";
import { ValidationError } from "../base/errors.ts";
import { requireObjectId } from "../base/object-id.ts";
import type { Ports } from "../ports/index.ts";
import type { AccessEntry, GroupRecord, UserRecord } from "../ports/records.ts";
import type { AccessService } from "./access.service.ts";
import type { Actor } from "./actor.ts";
import type { FolderView } from "./folder.service.ts";

export interface AccessListView {
  users: { id: string; level: AccessLevel; login: string; name: string }[];
  groups: { id: string; level: AccessLevel; name: string; description: string }[];
}

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

  /** @param list `{users: [{id, level}], groups: [...]}`, unchecked */
  async setOfFolder(
    actor: Actor,
    id: string,
    list: unknown,
    options: { public?: boolean; recurse: boolean },
  ): Promise<{ folder: FolderView; access: AccessListView }> {
    const { record, level } = await this.#access.requireFolder(actor, id, AccessLevel.admin);
    const entries = await this.#parse(list);
    const changed = await this.#ports.database.transaction(async (tx) => {
      const ids = options.recurse ? await tx.folders.listSubtreeIds(record.id) : [record.id];
      const folders = await this.#access.withLevels(actor, "folder", await tx.folders.findMany(ids), tx);
      for (const folder of folders) {
        if (folder.level < AccessLevel.admin) continue;
        await tx.access.replace("folder", folder.record.id, entries);
        if (options.public !== undefined) await tx.folders.update(folder.record.id, { public: options.public });
      }
      return { ...record, public: options.public ?? record.public };
    });
    return { folder: { record: changed, level }, access: await this.#viewAccess(entries) };
  }

  /** @throws ValidationError unless it is `{users: [{id, level}], groups: [...]}` */
  async #parse(list: unknown): Promise<AccessEntry[]> {
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
    const { users: knownUsers, groups: knownGroups } = await this.#subjects([...entries.values()]);
    const known = { user: knownUsers, group: knownGroups };
    const stranger = [...entries.values()].find((entry) => !known[entry.subjectType].has(entry.subjectId));
    if (stranger !== undefined) {
      throw new ValidationError(`No such ${stranger.subjectType}: ${stranger.subjectId}`, "access");
    }
    return [...entries.values()];
  }

  async #viewAccess(entries: readonly AccessEntry[]): Promise<AccessListView> {
    const { users, groups } = await this.#subjects(entries);
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

  /** Those that exist, by id. */
  async #subjects(
    entries: readonly AccessEntry[],
  ): Promise<{ users: Map<string, UserRecord>; groups: Map<string, GroupRecord> }> {
    const { users, groups } = this.#ports.database;
    const idsOf = (type: AccessEntry["subjectType"]): string[] =>
      entries.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId);
    const byId = <R extends { id: string }>(records: readonly R[]): Map<string, R> =>
      new Map(records.map((record) => [record.id, record]));
    return { users: byId(await users.findMany(idsOf("user"))), groups: byId(await groups.findMany(idsOf("group"))) };
  }
}
