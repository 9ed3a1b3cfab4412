/** The caller: every service method takes it first and checks it first. */
import { AccessError, LoginError } from "../../base/errors.ts";
import type { Repositories } from "../../ports/database.ts";
import type { TokenRecord, UserRecord, Viewer } from "../../ports/records.ts";

export interface Actor {
  /** The signed-in user. */
  readonly user?: UserRecord;
  /** The token sent with the request, if it is valid; also without `user` for anonymous sessions and job tokens. */
  readonly token?: TokenRecord;
}

export const anonymous: Actor = {};

export function viewerOf(actor: Actor): Viewer {
  return { userId: actor.user?.id ?? null, seesAll: actor.user?.admin ?? false };
}

/** @throws AccessError if the caller is not signed in */
export function requireUser(actor: Actor): UserRecord {
  if (actor.user === undefined) throw new AccessError("You must be logged in.");
  return actor.user;
}

/**
 * Call it in a transaction that writes something owned by an account, which may have been deleted since the request
 * began.
 * @throws LoginError
 */
export async function requireAccount(tx: Repositories, userId: string): Promise<void> {
  if ((await tx.users.find(userId)) === undefined) throw new LoginError("The account no longer exists.");
}

/** @throws AccessError */
export function requireSiteAdmin(actor: Actor): UserRecord {
  const user = requireUser(actor);
  if (!user.admin) throw new AccessError("Administrator access required.");
  return user;
}

/** @throws AccessError if no valid token was sent */
export function requireToken(actor: Actor): TokenRecord {
  if (actor.token === undefined) throw new AccessError("You must be logged in or have a valid auth token.");
  return actor.token;
}
