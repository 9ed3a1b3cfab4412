/**
 * Information about the running server for administrators: how it was started, whether it works, uploads in progress.
 */
import { freemem, totalmem } from "node:os";

import type { Ports } from "../../ports/index.ts";
import type { UploadRecord } from "../../ports/records.ts";
import { storageId } from "../../domain/storage-id.ts";
import { requireSiteAdmin, type Actor } from "../access/actor.ts";
import type { UploadService } from "../tree/upload.service.ts";

export interface UploadFilter {
  readonly uploadId?: string | undefined;
  readonly userId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly assetstoreId?: string | undefined;
  /** Days since the last byte was received. */
  readonly minimumAge?: number | undefined;
}

/** Milliseconds after which a storage counts as unavailable. */
const readyWithinMs = 3000;
/** With less free space, nothing can be uploaded or saved. */
const minFreeBytes = 8 * 1024 * 1024;
const dayMs = 24 * 60 * 60 * 1000;

export class SystemService {
  readonly #ports: Ports;
  readonly #uploads: UploadService;
  readonly #facts: Readonly<Record<string, unknown>>;

  /** @param facts how the server was started, without secrets */
  constructor(ports: Ports, uploads: UploadService, facts: Readonly<Record<string, unknown>>) {
    this.#ports = ports;
    this.#uploads = uploads;
    this.#facts = facts;
  }

  facts(actor: Actor): Readonly<Record<string, unknown>> {
    requireSiteAdmin(actor);
    return this.#facts;
  }

  /** Whether database and file storage answer, and how much memory and space there is, in bytes. */
  async check(actor: Actor, isSlow: boolean): Promise<Record<string, unknown>> {
    requireSiteAdmin(actor);
    const startMs = performance.now();
    await this.#ports.database.users.count();
    const databaseMs = performance.now() - startMs;
    await this.#ports.blobs.has("0".repeat(64));
    const storageMs = performance.now() - startMs - databaseMs;
    const memory = process.memoryUsage();
    const quick = {
      databaseMs,
      storageMs,
      memory,
      processMemory: { rss: memory.rss, vms: memory.heapTotal },
      virtualMemory: { total: totalmem(), available: freemem(), free: freemem() },
    };
    return isSlow ? { ...quick, girderDiskUsage: await this.#space() } : quick;
  }

  /** As far as the file storage can tell. */
  async #space(): Promise<Record<string, number | null>> {
    const { free = null, total = null } = await this.#ports.blobs.capacity();
    return { free, total, used: free === null || total === null ? null : total - free };
  }

  /** Whether the server can work right now. For load balancers, so it reveals nothing else. */
  async readiness(): Promise<{ database: boolean; files: boolean; space: boolean }> {
    const { blobs, database } = this.#ports;
    const capacity = blobs.capacity();
    const [reads, files] = [database.settings.get("readiness"), [capacity, blobs.has("0".repeat(64))]];
    const answers = { database: await respondsInTime([reads]), files: await respondsInTime(files) };
    const free = answers.files ? (await capacity).free : undefined;
    return { ...answers, space: free === undefined || free >= minFreeBytes };
  }

  /**
   * An empty database next to existing files is the rest of a site whose database is missing: a first start would seem
   * to succeed, and hide the loss.
   * @throws Error with a message for users
   */
  async refuseLostDatabase(): Promise<void> {
    const { blobs, database } = this.#ports;
    if ((await database.users.count()) > 0 || !(await blobs.hasAny())) return;
    throw new Error(
      "The database is empty, but the file storage holds files: the database of this site is missing. Put it back " +
        "(WAKELINE_DATA or DATABASE_URL may name another place than before), or restore a backup into an empty place with " +
        "`wakeline admin restore`. To begin a new site next to these files, start once with --new-site.",
    );
  }

  async uploads(actor: Actor, filter: UploadFilter): Promise<UploadRecord[]> {
    const all = await this.#uploads.list(actor);
    const newestMs = this.#ports.clock.nowMs() - (filter.minimumAge ?? 0) * dayMs;
    return all.filter(
      (upload) =>
        (filter.uploadId === undefined || upload.id === filter.uploadId) &&
        (filter.userId === undefined || upload.userId === filter.userId) &&
        (filter.parentId === undefined || upload.parentId === filter.parentId) &&
        (filter.assetstoreId === undefined || filter.assetstoreId === storageId) &&
        upload.updatedMs <= newestMs,
    );
  }

  async discardUploads(actor: Actor, filter: UploadFilter): Promise<UploadRecord[]> {
    const doomed = await this.uploads(actor, filter);
    for (const { id } of doomed) await this.#uploads.drop(actor, id);
    return doomed;
  }
}

async function respondsInTime(calls: readonly Promise<unknown>[]): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), readyWithinMs).unref());
  const all = Promise.all(calls).then(
    () => true,
    () => false,
  );
  return await Promise.race([all, late]);
}
