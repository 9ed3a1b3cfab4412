/** `user/*`: sign-in, registration and accounts. */
import type { FastifyReply, FastifyRequest } from "fastify";

import type { Session, User } from "#schemas";

import { defined } from "../../base/defined.ts";
import { LoginError } from "../../base/errors.ts";
import { clearTokenCookie, findToken, setTokenCookie } from "../../plugins/authentication.ts";
import type { UserRecord } from "../../ports/records.ts";
import type { UserSort } from "../../ports/user.repository.ts";
import type { Actor } from "../../services/access/actor.ts";
import type { AccountServices } from "../../services/accounts/account-services.ts";
import type { SiteServices } from "../../services/site/site-services.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import type { SessionView } from "../../services/accounts/session.service.ts";
import type { NewToken } from "../../services/accounts/token.service.ts";
import type { RegisterRoute } from "../registry.ts";
import { originOf } from "./origin.ts";
import { readPage, readSort } from "./paging.ts";
import { fillSizesWith, fillSizeWith } from "./tree-sizes.ts";
import { wireDate, wireToken, wireUser } from "./wire.ts";

const sortFields: readonly UserSort[] = ["login", "lastName", "firstName", "email", "admin", "created"];

export function registerUserRoutes(
  register: RegisterRoute,
  services: Pick<AccountServices, "accountRecovery" | "oneTimePasswords" | "sessions" | "signIns" | "users"> &
    Pick<TreeServices, "folders"> &
    Pick<SiteServices, "settings">,
): void {
  const { accountRecovery, oneTimePasswords, sessions, settings, signIns, users } = services;
  const [fillSize, fillSizes] = [fillSizeWith(services), fillSizesWith(services)];

  /** The account, with fields that only its user and administrators see. */
  const wireOwn = async (actor: Actor, user: UserRecord): Promise<User> => {
    const document = await fillSize(wireUser(actor, user));
    if (document.groups === undefined) return document;
    const memberships = await users.memberships(user.id);
    const member = memberships.filter(({ state }) => state === "member");
    const invited = memberships.filter(({ state }) => state === "invited");
    return {
      ...document,
      groups: member.map(({ groupId }) => groupId),
      groupInvites: invited.map(({ groupId, level }) => ({ groupId, level })),
    };
  };

  register("user.login", async ({ actor, request, reply }) => {
    const text = findToken(request, undefined, false);
    if (actor.user !== undefined && actor.token !== undefined && text !== undefined) {
      const { token, user } = actor;
      return {
        user: await wireOwn(actor, user),
        authToken: { token: text, expires: wireDate(token.expiresMs), scope: token.scopes },
        message: "Login succeeded.",
      };
    }
    const { name, password } = readBasicAuth(request);
    const { user, token } = await signIns.signIn(name, password, originOf(request), readOneTimePassword(request));
    return {
      user: await wireOwn({ user }, user),
      authToken: withCookie(request, reply, token),
      message: "Login succeeded.",
    };
  });

  register("user.logout", async ({ actor, reply }) => {
    await signIns.signOut(actor);
    clearTokenCookie(reply);
    return { message: "Logged out." };
  });

  register("user.me", async ({ actor }) => (actor.user === undefined ? null : await wireOwn(actor, actor.user)));

  register("user.list", async ({ actor, parameters }) => {
    const query = { ...readPage(parameters), ...defined({ text: parameters.text }) };
    const page = await users.list(actor, query, readSort(parameters, sortFields, "lastName"));
    return await fillSizes(page.map((user) => wireUser(actor, user)));
  });

  register("user.counts", async ({ actor }) => ({ nUsers: await users.count(actor) }));

  register("user.get", async ({ actor, parameters }) => await wireOwn(actor, await users.get(actor, parameters.id)));

  register("user.details", async ({ actor, parameters }) => ({
    nFolders: await users.countFolders(actor, parameters.id),
  }));

  register("user.register", async ({ actor, parameters, request, reply }) => {
    const { login, email, firstName, lastName, password, admin = false } = parameters;
    const { user, token } = await users.register(
      actor,
      { login, email, firstName, lastName, password, admin },
      originOf(request),
    );
    const document = wireUser(token === undefined ? actor : { user }, user);
    return token === undefined ? document : { ...document, authToken: withCookie(request, reply, token) };
  });

  register("user.update", async ({ actor, parameters }) => {
    const { id, firstName, lastName, email, admin, status } = parameters;
    const changes = { firstName, lastName, email, ...defined({ admin, status }) };
    return await fillSize(wireUser(actor, await users.update(actor, id, changes)));
  });

  register("user.delete", async ({ actor, parameters }) => {
    const { login } = await users.remove(actor, parameters.id);
    return { message: `Deleted user ${login}.` };
  });

  register("user.changePassword", async ({ actor, parameters, request }) => {
    const { old: oldPassword = "", new: newPassword, revokeKeys = false } = parameters;
    await users.changePassword(actor, { oldPassword, newPassword, revokeKeys }, request.ip);
    return { message: "Password changed." };
  });

  register("user.setPassword", async ({ actor, parameters, request }) => {
    const { id, password, revokeKeys = false } = parameters;
    await users.setPassword(actor, id, { password, revokeKeys }, request.ip);
    return { message: "Password changed." };
  });

  register("user.temporaryLogin", async ({ parameters, request, reply }) => {
    const { id, token: text } = parameters;
    const code = readOneTimePassword(request);
    const { user, token } = await signIns.signInWithTemporaryToken(id, text, originOf(request), code);
    const authToken = { ...withCookie(request, reply, token), temporary: true };
    return { user: await wireOwn({ user }, user), authToken, message: "Temporary access token is valid." };
  });

  register("user.makeLink", async ({ actor, parameters }) => {
    const { user, token } = await signIns.createTemporaryTokenFor(actor, parameters.id);
    return { userId: user.id, token: token.text, expires: wireDate(token.record.expiresMs) };
  });
  register("user.requestTemporaryLogin", async ({ parameters, request }) => {
    accountRecovery.requestTemporaryAccess(parameters.email, request.ip);
    return { message: "Sent temporary access email." };
  });
  register("user.requestVerification", async () => accountRecovery.requestVerification());

  register("user.verify", async ({ parameters, request, reply }) => {
    const user = await accountRecovery.verify(parameters.id, parameters.token);
    const message = "Email verification succeeded.";
    if (user.status !== "enabled") return { user: wireUser({}, user), message };
    const { token } = await signIns.startSession(user, originOf(request));
    return { user: await wireOwn({ user }, user), authToken: withCookie(request, reply, token), message };
  });

  register("user.sessions", async ({ actor, parameters }) =>
    (await sessions.list(actor, parameters.id)).map(wireSession),
  );
  register("user.endSession", async ({ actor, parameters: { id, sessionId } }) => {
    await sessions.end(actor, id, sessionId);
    return { message: "Session ended." };
  });
  register("user.endOtherSessions", async ({ actor, parameters }) => {
    const count = await sessions.endOthers(actor, parameters.id);
    return { message: `Ended ${count} other sessions.` };
  });

  register("user.startOtp", async ({ actor, parameters }) => {
    const { "core.brand_name": brand } = await settings.publicSettings();
    return { totpUri: await oneTimePasswords.start(actor, parameters.id, String(brand)) };
  });
  register("user.confirmOtp", async ({ actor, parameters, request }) => {
    await oneTimePasswords.confirm(actor, parameters.id, readOneTimePassword(request));
    return null;
  });
  register("user.removeOtp", async ({ actor, parameters, request }) => {
    const { user } = actor;
    const password = hasBasicAuth(request) ? readBasicAuth(request).password : undefined;
    const code = readOneTimePassword(request);
    const origin = originOf(request);
    const checkPassword =
      password === undefined || user === undefined ? undefined : () => signIns.requirePassword(user, password, origin);
    const remove = () => oneTimePasswords.remove(actor, parameters.id, { code, checkPassword });
    if (code === undefined || checkPassword !== undefined || user === undefined) await remove();
    else await signIns.requireOwnCode(user, remove, origin);
    return null;
  });

  register("user.usePrivateQueue", async ({ actor, parameters }) => ({
    user_private_queue_enabled: await users.usePrivateQueue(actor, parameters.id, parameters.privateQueueEnabled),
  }));
  register("user.setPreferences", async ({ actor, parameters: { id, language, theme } }) =>
    users.setPreferences(actor, id, defined({ language, theme })),
  );
}

function wireSession({ token, keyName, isCurrent }: SessionView): Session {
  return {
    _id: token.id,
    created: wireDate(token.createdMs),
    expires: wireDate(token.expiresMs),
    lastUse: token.lastUseMs === null ? null : wireDate(token.lastUseMs),
    address: token.address,
    agent: token.agent,
    apiKey: keyName ?? null,
    current: isCurrent,
  };
}

function withCookie(request: FastifyRequest, reply: FastifyReply, token: NewToken): ReturnType<typeof wireToken> {
  setTokenCookie(request, reply, token.text, token.record.expiresMs);
  return wireToken(token);
}

/** An empty header counts as missing. */
function readOneTimePassword(request: FastifyRequest): string | undefined {
  const header = request.headers["girder-otp"];
  return typeof header === "string" && header.trim() !== "" ? header : undefined;
}

const hasBasicAuth = ({ headers }: FastifyRequest): boolean =>
  /^basic /i.test(String(headers["girder-authorization"] ?? headers.authorization ?? ""));

/** @throws LoginError */
function readBasicAuth(request: FastifyRequest): { name: string; password: string } {
  const header = request.headers["girder-authorization"] ?? request.headers.authorization;
  if (typeof header !== "string" || !/^basic /i.test(header)) throw new LoginError("Use HTTP Basic Authentication");
  const bytes = Buffer.from(header.slice("basic ".length).trim(), "base64");
  const credentials = decodeCredentials(bytes);
  const colon = credentials.indexOf(":");
  if (colon < 0) throw new LoginError("Invalid HTTP Authorization header");
  return { name: credentials.slice(0, colon), password: credentials.slice(colon + 1) };
}

/** UTF-8, or Latin-1 from browsers' `btoa`. */
function decodeCredentials(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}
