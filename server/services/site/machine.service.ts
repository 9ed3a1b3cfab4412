/**
 * What other machines do for a site: workers, a message broker, buckets that others fill (api-v1 17.4). None of them is
 * connected, and says so.
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
