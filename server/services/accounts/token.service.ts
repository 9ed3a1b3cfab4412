/**
 * Tokens: 64 random characters that a client sends; the database stores only their SHA-256, so reading it does not
 * allow a sign-in.
 */
import { createHash, randomInt } from "node:crypto";

import { AccessError, RequestError } from "../../base/errors.ts";
import { networkOf } from "../../base/network-of.ts";
import type { Ports } from "../../ports/index.ts";
import type { TokenRecord } from "../../ports/records.ts";
import { anonymous, requireAccount, type Actor } from "../access/actor.ts";
import { RateLimit } from "./rate-limit.ts";
import { announceRevocation } from "./token-revocation.ts";

export const TokenScope = {
  /** Everything the user may do. */
  userAuth: "core.user_auth",
  anonymousSession: "core.anonymous_session",
  /** Signs in once, and is used up. */
  temporary: "core.user_auth.temporary",
  /** Of a mailed link: the mailbox is not a second factor, so an account with one-time codes also needs a code. */
  mailed: "wakeline.link.mailed",
  /** Of a one-time token after a sign-in with the identity provider, which does not allow setting a password. */
  external: "wakeline.link.external",
  /** Signed in with a one-time token: may set a new password once without the old one, which may be unknown. */
  newPassword: "wakeline.password.new",
  /** Proves that an address belongs to the user. */
  verifyEmail: "core.email_verification",
  readData: "core.data.read",
  writeData: "core.data.write",
  ownData: "core.data.own",
  readUser: "core.user_info.read",
  readSettings: "core.setting.read",
  /** Required for creating jobs, whatever else a token may do. */
  createJobs: "jobs.rest.create_job",
  listJobs: "jobs.rest.list_job",
} as const;

export interface ScopeDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Scopes to which a user's key can be limited. */
export const customScopes: readonly ScopeDescription[] = [
  { id: TokenScope.readUser, name: "Read your user information", description: "See your own account." },
  { id: TokenScope.readData, name: "Read data", description: "Read what you can read." },
  { id: TokenScope.writeData, name: "Write data", description: "Change and upload where you can write." },
  { id: TokenScope.ownData, name: "Data ownership", description: "Administer and delete what you administer." },
];

/** Additional scopes for site administrators. */
export const adminScopes: readonly ScopeDescription[] = [
  { id: TokenScope.readSettings, name: "Read settings", description: "Read all settings of the site." },
  { id: TokenScope.createJobs, name: "Create jobs", description: "Create jobs that are run elsewhere." },
  { id: TokenScope.listJobs, name: "List jobs", description: "List jobs." },
];

const tokenLength = 64;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
export const sessionLifetimeMs = 180 * dayMs;
export const temporaryLifetimeMs = dayMs;
export const mailedLifetimeMs = hourMs;
/** Accuracy of the last use of a session: not every request writes it. */
const lastUseGrainMs = 5 * 60 * 1000;
const maxAgentLength = 300;
/** After this time a session no longer allows setting a password without the old one. */
const newPasswordMs = dayMs;
/** For sessions without a user, which anyone may start. */
const anonymousLifetimeMs = dayMs;
const anonymousPerHour = 60;

/** Where a session was started from. */
export interface Origin {
  readonly address: string;
  /** User agent of the program. */
  readonly agent: string;
}

export interface NewToken {
  /** The token sent to the client; available only now. */
  text: string;
  record: TokenRecord;
}

export class TokenService {
  readonly #ports: Ports;
  readonly #anonymous: RateLimit;
  /** Tokens whose last use is being written. */
  readonly #noting = new Set<string>();

  constructor(ports: Ports) {
    this.#ports = ports;
    const steadyMs = (): number => ports.clock.steadyMs();
    this.#anonymous = new RateLimit({ limit: anonymousPerHour, windowMs: hourMs, steadyMs });
  }

  /** Creates a session without a user. @param address address of the caller @throws TooManyRequestsError */
  async createAnonymous(address: string): Promise<NewToken> {
    this.#anonymous.take(networkOf(address));
    return await this.create(null, [TokenScope.anonymousSession], anonymousLifetimeMs);
  }

  async create(
    userId: string | null,
    scopes: readonly string[],
    lifetimeMs: number,
    { apiKeyId = null, origin }: { apiKeyId?: string | null; origin?: Origin | undefined } = {},
  ): Promise<NewToken> {
    const { database, clock, ids } = this.#ports;
    const text = randomText(tokenLength);
    const nowMs = clock.nowMs();
    const record: TokenRecord = {
      id: ids.next(),
      hash: hashSecret(text),
      userId,
      scopes: [...scopes],
      createdMs: nowMs,
      expiresMs: nowMs + lifetimeMs,
      apiKeyId,
      address: origin?.address ?? null,
      agent: origin?.agent.replaceAll("\0", "").slice(0, maxAgentLength) ?? null,
      lastUseMs: null,
    };
    await database.transaction(userId === null ? [] : { account: userId }, async (tx) => {
      if (userId !== null) await requireAccount(tx, userId);
      // Deleting a key ends its sessions; none may start afterwards.
      if (apiKeyId !== null && (await tx.apiKeys.find(apiKeyId))?.active !== true) {
        throw new RequestError("Invalid API key.");
      }
      await tx.tokens.insert(record);
    });
    return { text, record };
  }

  /** The caller to whom a token belongs; anonymous if the token is unknown or expired, or its user is not enabled. */
  async authenticate(text: string): Promise<Actor> {
    const { database, clock } = this.#ports;
    const token = await this.find(text);
    if (token === undefined) return anonymous;
    if (token.userId === null) return { token };
    const user = await database.users.find(token.userId);
    if (user?.status !== "enabled" || token.expiresMs <= clock.nowMs()) return anonymous;
    this.#recordUse(token);
    // A one-time token must first be exchanged for a session; a token with few scopes represents the user only where
    // they suffice.
    return token.scopes.includes(TokenScope.temporary) ? { token } : { user, token };
  }

  /** Not awaited: slow writes must not delay requests that only read. */
  #recordUse({ id, createdMs, lastUseMs }: TokenRecord): void {
    const nowMs = this.#ports.clock.nowMs();
    if (Math.abs(nowMs - (lastUseMs ?? createdMs)) < lastUseGrainMs || this.#noting.has(id)) return;
    this.#noting.add(id);
    const noted = this.#ports.database.tokens.touch(id, nowMs).catch(() => undefined);
    void noted.finally(() => this.#noting.delete(id));
  }

  /** For actions that only tokens with a certain scope may perform. */
  scopeError({ token }: Actor, needed: string): AccessError {
    const allowed = token === undefined ? "" : token.scopes.join(" ");
    return new AccessError(`Invalid token scope.\nRequired: ${needed}.\nAllowed: ${allowed}`);
  }

  /** The token, if it exists and has not expired. */
  async find(text: string): Promise<TokenRecord | undefined> {
    if (text.length !== tokenLength) return undefined;
    const token = await this.#ports.database.tokens.findByHash(hashSecret(text));
    const nowMs = this.#ports.clock.nowMs();
    if (token === undefined || token.expiresMs <= nowMs) return undefined;
    if (nowMs < token.createdMs + newPasswordMs) return token;
    return { ...token, scopes: token.scopes.filter((scope) => scope !== TokenScope.newPassword) };
  }

  /** @returns whether it was still valid: of concurrent uses of a one-time token, one gets true */
  async revoke(id: string): Promise<boolean> {
    const wasValid = await this.#ports.database.tokens.remove(id);
    if (wasValid) await announceRevocation(this.#ports, { tokenId: id });
    return wasValid;
  }

  async removeExpired(): Promise<number> {
    return await this.#ports.database.tokens.removeExpired(this.#ports.clock.nowMs());
  }
}

/** Random letters and digits. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Hash under which a random secret is stored: it needs no slow hash. */
export const hashSecret = (text: string): string => createHash("sha256").update(text).digest("hex");
