/** Where clients read the bytes of media themselves, without loading the server, and what went wrong there. */
import { type DirectFailureReason, directFailuresKey, withDirectFailure } from "../../domain/direct-failures.ts";
import { storageId } from "../../domain/storage-id.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import { type DirectAddress, isSigned, openContent, sourceOf } from "../content/open-content.ts";
import type { MediaService } from "./media.service.ts";

export interface FoundAddress {
  /** `undefined`: the bytes come only from the server. */
  readonly address: DirectAddress | undefined;
  /** The failure reported by the client was not known yet. */
  readonly isNewFailure: boolean;
}

export class MediaAddressService {
  readonly #ports: Ports;
  readonly #media: MediaService;

  constructor(ports: Ports, media: MediaService) {
    this.#ports = ports;
    this.#media = media;
  }

  /** Clients may read some files themselves. */
  get someAreDirect(): boolean {
    return this.#ports.blobs.sign !== undefined || this.#ports.mediaSources.someSign;
  }

  /**
   * @param failed why the client could not use an earlier address: it gets no other one. Only users are believed.
   * @throws MediaChangedError
   */
  async find(
    actor: Actor,
    datasetId: string,
    itemId: string,
    failed: DirectFailureReason | undefined,
  ): Promise<FoundAddress> {
    const { file } = await this.#media.file(actor, datasetId, itemId);
    if (failed !== undefined) {
      const isNewFailure = actor.user !== undefined && (await this.#note(file, failed));
      return { address: undefined, isNewFailure };
    }
    const { sign } = await openContent(this.#ports, file);
    return { address: await sign?.(), isNewFailure: false };
  }

  async #note(file: FileRecord, reason: DirectFailureReason): Promise<boolean> {
    if (!(await isSigned(this.#ports, file))) return false;
    const { clock, database } = this.#ports;
    const place = sourceOf(file)?.source ?? storageId;
    const failure = { reason, atMs: clock.nowMs() };
    if (withDirectFailure(await database.settings.get(directFailuresKey), place, failure) === undefined) return false;
    return await database.transaction("site", async (tx) => {
      const next = withDirectFailure(await tx.settings.get(directFailuresKey), place, failure);
      if (next !== undefined) await tx.settings.set(directFailuresKey, next);
      return next !== undefined;
    });
  }
}
