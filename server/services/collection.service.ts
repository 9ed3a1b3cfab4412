/** Collections: top-level containers that belong to nobody in particular. */
import { AccessLevel } from "../base/access-level.ts";
import { ValidationError } from "../base/errors.ts";
import type { CollectionSort } from "../ports/collection.repository.ts";
import type { Ports } from "../ports/index.ts";
import type { CollectionRecord, Page, Paged, Sort } from "../ports/records.ts";
import type { Accessible, AccessService } from "./access.service.ts";
import { requireSiteAdmin, viewerOf, type Actor } from "./actor.ts";
import type { FolderService } from "./folder.service.ts";
import { checkName } from "./names.ts";

export type CollectionView = Accessible<CollectionRecord>;

export class CollectionService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #folders: FolderService;

  constructor(ports: Ports, access: AccessService, folders: FolderService) {
    this.#ports = ports;
    this.#access = access;
    this.#folders = folders;
  }

  /** Those that the caller can read. */
  async list(
    actor: Actor,
    query: { text?: string } & Page,
    sort: Sort<CollectionSort>,
  ): Promise<Paged<CollectionView>> {
    const found = await this.#ports.database.collections.list(query, sort, viewerOf(actor));
    return { total: found.total, rows: await this.#access.withLevels(actor, "collection", found.rows) };
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
    const user = requireSiteAdmin(actor);
    const name = checkName(given.name, "Collection");
    const { clock, ids, database } = this.#ports;
    return await database.transaction(async (tx) => {
      if ((await tx.collections.findByName(name)) !== undefined) {
        throw new ValidationError("A collection with that name already exists here.", "name");
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

  /** With everything in it. */
  async remove(actor: Actor, id: string): Promise<CollectionRecord> {
    const { record } = await this.#access.requireCollection(actor, id, AccessLevel.admin);
    await this.#folders.removeAllOf("collection", record.id);
    await this.#ports.database.transaction(async (tx) => {
      await tx.access.removeDocuments("collection", [record.id]);
      await tx.collections.remove(record.id);
    });
    return record;
  }
}
