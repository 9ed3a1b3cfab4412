/** The clones of a dataset, for its owners: who shows its media, and how to cut them off. */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import type { CloneRecord } from "../../ports/clone.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { writeAudit } from "../access/audit.service.ts";

export interface CloneView {
  readonly id: string;
  /** `undefined`: the caller may not read the clone. */
  readonly name: string | undefined;
  readonly makerId: string | undefined;
  readonly makerLogin: string;
  readonly createdMs: number;
  readonly public: boolean;
  readonly cutMs: number | null;
}

export class CloneService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** Clones of the dataset and of its cameras, newest first; the cameras of a clone are part of its entry. */
  async list(actor: Actor, datasetId: string): Promise<CloneView[]> {
    const { record } = await this.#access.requireFolder(actor, datasetId, AccessLevel.admin);
    const { database } = this.#ports;
    const clones = await clonesOf(database, record);
    const folders = await database.folders.findMany([...clones.keys()]);
    const views = await this.#access.withLevels(
      actor,
      "folder",
      folders.filter(({ parentId }) => !clones.has(parentId)),
    );
    const makers = views.flatMap(({ record: { creatorId } }) => (creatorId === null ? [] : [creatorId]));
    const logins = new Map((await database.users.findMany([...new Set(makers)])).map(({ id, login }) => [id, login]));
    return views
      .map(({ record: folder, level }) => ({
        id: folder.id,
        name: level >= AccessLevel.read ? folder.name : undefined,
        makerId: folder.creatorId ?? undefined,
        makerLogin: logins.get(folder.creatorId ?? "") ?? "",
        createdMs: folder.createdMs,
        public: folder.public,
        cutMs: clones.get(folder.id)?.cutMs ?? null,
      }))
      .toSorted((a, b) => b.createdMs - a.createdMs);
  }

  /** Removes the media from the clone, its cameras, and everything cloned from them. Annotations stay. */
  async cut(actor: Actor, datasetId: string, cloneId: string): Promise<{ cut: number }> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { record } = await this.#access.requireFolder(actor, datasetId, AccessLevel.admin, tx);
      if (!(await clonesOf(tx, record)).has(cloneId.toLowerCase())) {
        throw new RequestError("This dataset has no such clone. Read the list of its clones again.", 404);
      }
      const ids = await withDescendants(tx, cloneId.toLowerCase());
      const cut = await tx.clones.cut(ids, this.#ports.clock.nowMs());
      const target = { type: "folder", id: record.id, name: record.name } as const;
      const changes = [{ name: cloneId.toLowerCase(), from: "clone", to: null }];
      await writeAudit(tx, this.#ports, actor, { action: "access.cloneCut", target, changes });
      return { cut };
    });
  }
}

/** Clones of the folder and those below it, by id. */
export async function clonesOf(db: Repositories, { id }: FolderRecord): Promise<Map<string, CloneRecord>> {
  const clones = await db.clones.listFrom(await db.folders.listSubtreeIds(id));
  return new Map(clones.map((clone) => [clone.datasetId, clone]));
}

async function withDescendants(tx: Repositories, cloneId: string): Promise<string[]> {
  const ids = new Set<string>();
  let next = [cloneId];
  while (next.length > 0) {
    const below = (await Promise.all(next.map((id) => tx.folders.listSubtreeIds(id)))).flat();
    const added = [...next, ...below].filter((id) => !ids.has(id));
    for (const id of added) ids.add(id);
    const made = added.length === 0 ? [] : await tx.clones.listFrom(added);
    next = made.map(({ datasetId }) => datasetId).filter((id) => !ids.has(id));
  }
  return [...ids];
}
