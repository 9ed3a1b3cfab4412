/** Answers to a user about the own account: its document, and a new session. */
import type { FastifyReply, FastifyRequest } from "fastify";

import type { User } from "#schemas";

import { setTokenCookie } from "../../plugins/authentication.ts";
import type { UserRecord } from "../../ports/records.ts";
import type { Actor } from "../../services/access/actor.ts";
import type { AccountServices } from "../../services/accounts/account-services.ts";
import type { NewToken } from "../../services/accounts/token.service.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import { fillSizeWith } from "./tree-sizes.ts";
import { wireToken, wireUser } from "./wire.ts";

/** The account, with fields that only its user and administrators see. */
export const wireOwnWith = (services: Pick<AccountServices, "users"> & Pick<TreeServices, "folders">) => {
  const fillSize = fillSizeWith(services);
  return async (actor: Actor, user: UserRecord): Promise<User> => {
    const document = await fillSize(wireUser(actor, user));
    if (document.groups === undefined) return document;
    const memberships = await services.users.memberships(user.id);
    const member = memberships.filter(({ state }) => state === "member");
    const invited = memberships.filter(({ state }) => state === "invited");
    return {
      ...document,
      groups: member.map(({ groupId }) => groupId),
      groupInvites: invited.map(({ groupId, level }) => ({ groupId, level })),
    };
  };
};

export function withCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: NewToken,
): ReturnType<typeof wireToken> {
  setTokenCookie(request, reply, token.text, token.record.expiresMs);
  return wireToken(token);
}
