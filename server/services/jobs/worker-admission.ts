/**
 * Which workers are admitted to a site. The shared queues are for workers that know the site's worker token, once it
 * has one; a user's own queue is for workers with an API key of the account. Both are checked repeatedly, so that a new
 * token or a deleted key stops the workers that use the old one. A worker that can read the database needs neither:
 * they only keep the workers of different owners apart.
 */
import { timingSafeEqual } from "node:crypto";

import type { Repositories } from "../../ports/database.ts";
import { isPrivateQueue, privateQueue } from "../../domain/queues.ts";
import { hashSecret, randomText, TokenScope } from "../accounts/token.service.ts";

const settingKey = "wakeline.worker_token";
const tokenLength = 64;

export interface WorkerCredentials {
  /** The site's. */
  readonly token: string;
  /** API key of a user. */
  readonly apiKey: string;
}

/** Why a worker was not admitted, in words for users. */
export class NotAdmittedError extends Error {}

/** @returns a new worker token of the site, which is never shown again; the previous one becomes invalid */
export async function renewWorkerToken({ settings }: Repositories): Promise<string> {
  const token = randomText(tokenLength);
  await settings.set(settingKey, hashSecret(token));
  return token;
}

/** Workers need no token from now on. */
export async function removeWorkerToken({ settings }: Repositories): Promise<void> {
  await settings.remove(settingKey);
}

/** The queue of the account whose key this is. @throws NotAdmittedError */
export async function personalQueueOf({ apiKeys, users }: Repositories, apiKey: string): Promise<string> {
  if (apiKey === "") {
    throw new NotAdmittedError("Your own worker needs WAKELINE_API_KEY: an API key from your account page.");
  }
  const record = await apiKeys.findByHash(hashSecret(apiKey));
  const user = record && (await users.find(record.userId));
  if (record === undefined || !record.active || user?.status !== "enabled") {
    throw new NotAdmittedError("WAKELINE_API_KEY is not a valid key on this site.");
  }
  // Jobs have all the rights of their owner.
  if (record.scopes !== null && !record.scopes.includes(TokenScope.userAuth)) {
    throw new NotAdmittedError(
      "The key in WAKELINE_API_KEY has limited permissions; your own worker needs a key with all of them.",
    );
  }
  return privateQueue(user.login);
}

/** @throws NotAdmittedError */
export async function requireAdmitted(
  db: Repositories,
  queues: readonly string[],
  { token, apiKey }: WorkerCredentials,
): Promise<void> {
  const privateQueues = queues.filter(isPrivateQueue);
  if (privateQueues.length < queues.length) {
    const expected = await db.settings.get(settingKey);
    if (typeof expected === "string" && !isSame(hashSecret(token), expected)) {
      throw new NotAdmittedError(
        token === ""
          ? "The workers of this site need its worker token: set WAKELINE_WORKER_TOKEN."
          : "WAKELINE_WORKER_TOKEN is not the worker token of this site: `wakeline admin worker-token` makes a new one.",
      );
    }
  }
  if (privateQueues.length === 0) return;
  const allowed = await personalQueueOf(db, apiKey);
  const foreign = privateQueues.find((queue) => queue !== allowed);
  if (foreign !== undefined)
    throw new NotAdmittedError(`${foreign} is not the queue of the account of WAKELINE_API_KEY.`);
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
