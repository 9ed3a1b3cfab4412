/**
 * Connections to other machines of a site: workers, a message broker, buckets that others fill (api-v1 17.4). None of
 * them is supported, and the responses say so.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireSiteAdmin, requireUser, type Actor } from "../access/actor.ts";

const noBroker = "Private workers are unavailable because no message broker is connected.";

export class MachineService {
  readonly #access: AccessService;

  constructor(access: AccessService) {
    this.#access = access;
  }

  /** Reports by kind, as in the original server; `null`: no worker has answered. */
  async workerStatus(actor: Actor): Promise<Record<string, null>> {
    requireUser(actor);
    return { active: null, ping: null, report: null, reserved: null, stats: null };
  }

  /** @throws RequestError 503: no broker is connected */
  async refuseQueueCredentials(actor: Actor, userId: string): Promise<never> {
    await this.#access.requireUserDocument(actor, userId, AccessLevel.admin);
    throw new RequestError(noBroker, 503);
  }

  /** @throws RequestError 503: no broker is connected */
  async refuseBrokerPing(actor: Actor): Promise<never> {
    requireSiteAdmin(actor);
    throw new RequestError(noBroker, 503);
  }

  async refuseBucketRule(actor: Actor): Promise<never> {
    requireSiteAdmin(actor);
    throw new RequestError("This server does not watch buckets. Upload files, for example with `wakeline upload`.");
  }

  /** Always empty: events of buckets are not stored. */
  async bucketNews(actor: Actor): Promise<unknown[]> {
    requireUser(actor);
    return [];
  }
}
