/** Collections: top-level containers without an owner. */
import { AccessLevel } from "../../base/access-level.ts";
import { ValidationError } from "../../base/errors.ts";
import type { CollectionSort } from "../../ports/collection.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { CollectionRecord, Meta, Page, Paged, Sort, UserRecord } from "../../ports/records.ts";
import type { Accessible, AccessService } from "../access/access.service.ts";
import { requireAccount, requireSiteAdmin, requireUser, viewerOf, type Actor } from "../access/actor.ts";
import type { FolderService } from "./folder.service.ts";
import { deleteMetaKeys, mergeMeta } from "./metadata.ts";
import { checkName } from "./names.ts";
import type { SettingService } from "../site/setting.service.ts";

export type CollectionView = Accessible<CollectionRecord>;

export class CollectionService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #folders: FolderService;
  readonly #settings: SettingService;

  constructor(ports: Ports, parts: { access: AccessService; folders: FolderService; settings: SettingService }) {
    this.#ports = ports;
    this.#access = parts.access;
    this.#folders = parts.folders;
    this.#settings = parts.settings;
  }

  /** Collections that the caller can read. */
  async list(
    actor: Actor,
    query: { text?: string; prefix?: string } & Page,
    sort: Sort<CollectionSort>,
  ): Promise<Paged<CollectionView>> {
    const page = await this.#ports.database.collections.list(query, sort, viewerOf(actor));
    return { total: page.total, rows: await this.#access.withLevels(actor, "collection", page.rows) };
  }

  async count(actor: Actor): Promise<number> {
    const query = { limit: 1, offset: 0 };
    const { total } = await this.#ports.database.collections.list(
      query,
      { by: "name", descending: false },
      viewerOf(actor),
    );
    return total;
  }

  async get(actor: Actor, id: string): Promise<CollectionView> {
    return await this.#access.requireCollection(actor, id);
  }

  async countFolders(actor: Actor, id: string): Promise<number> {
    const { record } = await this.#access.requireCollection(actor, id);
    return await this.#ports.database.folders.count({ type: "collection", id: record.id }, viewerOf(actor));
  }

  async create(actor: Actor, given: { name: string; description: string; public: boolean }): Promise<CollectionView> {
    const user = await this.#requireCreator(actor);
    const name = checkName(given.name, "Collection");
    const { clock, ids, database } = this.#ports;
    return await database.transaction("site", async (tx) => {
      await requireAccount(tx, user.id);
      if ((await tx.collections.findByName(name)) !== undefined) {
        throw nameIsTaken();
      }
      const nowMs = clock.nowMs();
      const record: CollectionRecord = {
        id: ids.next(),
        name,
        description: given.description.trim(),
        public: given.public,
        meta: {},
        createdMs: nowMs,
        updatedMs: nowMs,
      };
      await tx.collections.insert(record);
      await tx.access.replace("collection", record.id, [
        { subjectType: "user", subjectId: user.id, level: AccessLevel.admin },
      ]);
      return { record, level: AccessLevel.admin };
    });
  }

  async update(actor: Actor, id: string, given: { name?: string; description?: string }): Promise<CollectionView> {
    return await this.#change(actor, id, async (tx, record) => {
      const changes: Partial<CollectionRecord> = {};
      if (given.description !== undefined) changes.description = given.description.trim();
      if (given.name !== undefined) {
        changes.name = checkName(given.name, "Collection");
        const same = await tx.collections.findByName(changes.name);
        if (same !== undefined && same.id !== record.id) throw nameIsTaken();
      }
      return changes;
    });
  }

  async setMeta(actor: Actor, id: string, changes: Meta, allowNull: boolean): Promise<CollectionView> {
    return await this.#change(actor, id, async (_tx, { meta }) => ({ meta: mergeMeta(meta, changes, allowNull) }));
  }

  async deleteMeta(actor: Actor, id: string, keys: readonly string[]): Promise<CollectionView> {
    return await this.#change(actor, id, async (_tx, { meta }) => ({ meta: deleteMetaKeys(meta, keys) }));
  }

  /** Also deletes everything in it. */
  async remove(actor: Actor, id: string): Promise<CollectionRecord> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { record } = await this.#access.requireCollection(actor, id, AccessLevel.admin, tx);
      await this.#folders.removeAllOf(tx, "collection", record.id);
      await tx.access.removeDocuments("collection", [record.id]);
      await tx.collections.remove(record.id);
      return record;
    });
  }

  async #change(
    actor: Actor,
    id: string,
    compute: (tx: Repositories, record: CollectionRecord) => Promise<Partial<CollectionRecord>>,
  ): Promise<CollectionView> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { record, level } = await this.#access.requireCollection(actor, id, AccessLevel.write, tx);
      const changes = { ...(await compute(tx, record)), updatedMs: this.#ports.clock.nowMs() };
      await tx.collections.update(record.id, changes);
      return { record: { ...record, ...changes }, level };
    });
  }

  /** Administrators, and users they have allowed to. */
  async #requireCreator(actor: Actor): Promise<UserRecord> {
    const user = requireUser(actor);
    if (user.admin) return user;
    const { open, users, groups } = await this.#settings.collectionCreators();
    if (open || users.includes(user.id)) return user;
    const memberships = await this.#ports.database.groups.listOfUser(user.id);
    if (memberships.some(({ groupId, state }) => state === "member" && groups.includes(groupId))) return user;
    return requireSiteAdmin(actor);
  }
}

const nameIsTaken = (): ValidationError => new ValidationError("A collection with that name already exists.", "name");
