/**
 * What other machines do for a site: storage, workers, a message broker, buckets that others fill (api-v1 5, 17.4). The
 * storage is one place, named by settings of the server; the rest is not connected, and says so.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { requireStorage, storageId } from "../../domain/storage-id.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, Page, Paged } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireSiteAdmin, requireUser, type Actor } from "../access/actor.ts";

export interface Storage {
  readonly kind: "disk" | "s3";
  /** Bytes; `null` when unknown. */
  readonly free: number | null;
  readonly total: number | null;
  readonly hasFiles: boolean;
  readonly createdMs: number;
}

const noBroker = "Private workers are unavailable because no message broker is connected.";

export class MachineService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** @param id of the place; without it the only one there is */
  async storage(actor: Actor, id: string = storageId): Promise<Storage> {
    requireSiteAdmin(actor);
    requireStorage(id);
    const { blobs, database } = this.#ports;
    const { free, total } = await blobs.capacity();
    const [first] = await database.users.list({ limit: 1, offset: 0 }, { by: "created", descending: false });
    return {
      kind: blobs.isShared ? "s3" : "disk",
      free: free ?? null,
      total: total ?? null,
      hasFiles: await database.blobs.hasAny(),
      createdMs: first?.createdMs ?? 0,
    };
  }

  /** Oldest first, or newest first. */
  async storedFiles(actor: Actor, id: string, query: Page & { descending: boolean }): Promise<Paged<FileRecord>> {
    requireSiteAdmin(actor);
    requireStorage(id);
    return await this.#ports.database.files.listStored(query);
  }

  async refuseStorageChange(actor: Actor): Promise<never> {
    requireSiteAdmin(actor);
    throw new RequestError(
      "Files are kept in one place, which the settings WAKELINE_DATA and BLOB_URL name when the server starts. Change those instead.",
    );
  }

  async refuseImport(actor: Actor): Promise<never> {
    requireSiteAdmin(actor);
    throw new RequestError(
      "This server reads no files from its own disk or bucket. Upload them, for example with `wakeline upload`.",
    );
  }

  /** Reports by kind, as the original server makes them; `null`: no worker has answered. */
  async workerStatus(actor: Actor): Promise<Record<string, null>> {
    requireUser(actor);
    return { active: null, ping: null, report: null, reserved: null, stats: null };
  }

  /** @throws RequestError 503 while no broker is connected */
  async refuseQueueCredentials(actor: Actor, userId: string): Promise<never> {
    await this.#access.requireUserDocument(actor, userId, AccessLevel.admin);
    throw new RequestError(noBroker, 503);
  }

  /** @throws RequestError 503 while no broker is connected */
  async refuseBrokerPing(actor: Actor): Promise<never> {
    requireSiteAdmin(actor);
    throw new RequestError(noBroker, 503);
  }

  async refuseBucketRule(actor: Actor): Promise<never> {
    requireSiteAdmin(actor);
    throw new RequestError(
      "This server follows no buckets that others fill. Upload files, for example with `wakeline upload`.",
    );
  }

  /** None: news of buckets are not kept. */
  async bucketNews(actor: Actor): Promise<unknown[]> {
    requireUser(actor);
    return [];
  }
}
