/**
 * Tokens: 64 random characters that a client carries; the database keeps only their SHA-256, so reading it lets no one
 * sign in.
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
  /** Everything that the user may do. */
  userAuth: "core.user_auth",
  anonymousSession: "core.anonymous_session",
  /** Signs in once; used up by it. */
  temporary: "core.user_auth.temporary",
  /**
   * Of a link that was sent by mail: the mailbox is no second factor, so an account with one-time codes needs one
   * besides.
   */
  mailed: "wakeline.link.mailed",
  /** Of a one-time token after a sign-in at the identity provider: that is no reason to set a password. */
  external: "wakeline.link.external",
  /** Has signed in by a one-time token: sets a new password once without the old one, which may be unknown. */
  newPassword: "wakeline.password.new",
  /** Proves that an address is the user's own. */
  verifyEmail: "core.email_verification",
  readData: "core.data.read",
  writeData: "core.data.write",
  ownData: "core.data.own",
  readUser: "core.user_info.read",
  readSettings: "core.setting.read",
  /** Only a token that names it may make jobs, whatever else it may do. */
  createJobs: "jobs.rest.create_job",
  listJobs: "jobs.rest.list_job",
} as const;

export interface ScopeDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** What a key of a user can be limited to. */
export const customScopes: readonly ScopeDescription[] = [
  { id: TokenScope.readUser, name: "Read your user information", description: "See your own account." },
  { id: TokenScope.readData, name: "Read data", description: "Read what you can read." },
  { id: TokenScope.writeData, name: "Write data", description: "Change and upload where you can write." },
  { id: TokenScope.ownData, name: "Data ownership", description: "Administer and delete what you administer." },
];

/** The same for administrators of the site. */
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
/** How exactly the last use of a session is known: not every call writes. */
const lastUseGrainMs = 5 * 60 * 1000;
const maxAgentLength = 300;
/** After that a session that has not been used to set a password is like any other. */
const newPasswordMs = dayMs;
/** Of sessions without a user, which anyone may begin. */
const anonymousLifetimeMs = dayMs;
const anonymousPerHour = 60;

/** Where a session is begun. */
export interface Origin {
  readonly address: string;
  /** What the program calls itself. */
  readonly agent: string;
}

export interface NewToken {
  /** What the client carries; known only now. */
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

  /** A session without a user. @param address where the call comes from @throws TooManyRequestsError */
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
      // Deleting a key ends its sessions: none may begin afterwards.
      if (apiKeyId !== null && (await tx.apiKeys.find(apiKeyId))?.active !== true) {
        throw new RequestError("Invalid API key.");
      }
      await tx.tokens.insert(record);
    });
    return { text, record };
  }

  /** The caller that a token belongs to; anonymous for one that is unknown, expired, or whose user is not enabled. */
  async authenticate(text: string): Promise<Actor> {
    const { database, clock } = this.#ports;
    const token = await this.find(text);
    if (token === undefined) return anonymous;
    if (token.userId === null) return { token };
    const user = await database.users.find(token.userId);
    if (user?.status !== "enabled" || token.expiresMs <= clock.nowMs()) return anonymous;
    this.#noteUse(token);
    // A one-time token is traded for a session first; one with few scopes is the user where they suffice.
    return token.scopes.includes(TokenScope.temporary) ? { token } : { user, token };
  }

  /** Not awaited: a database that writes slowly does not delay requests that only read. */
  #noteUse({ id, createdMs, lastUseMs }: TokenRecord): void {
    const nowMs = this.#ports.clock.nowMs();
    if (Math.abs(nowMs - (lastUseMs ?? createdMs)) < lastUseGrainMs || this.#noting.has(id)) return;
    this.#noting.add(id);
    const noted = this.#ports.database.tokens.touch(id, nowMs).catch(() => undefined);
    void noted.finally(() => this.#noting.delete(id));
  }

  /** For what only tokens with a certain scope may do. */
  scopeError({ token }: Actor, needed: string): AccessError {
    const allowed = token === undefined ? "" : token.scopes.join(" ");
    return new AccessError(`Invalid token scope.\nRequired: ${needed}.\nAllowed: ${allowed}`);
  }

  /** The token if it is known and not expired. */
  async find(text: string): Promise<TokenRecord | undefined> {
    if (text.length !== tokenLength) return undefined;
    const token = await this.#ports.database.tokens.findByHash(hashSecret(text));
    const nowMs = this.#ports.clock.nowMs();
    if (token === undefined || token.expiresMs <= nowMs) return undefined;
    if (nowMs < token.createdMs + newPasswordMs) return token;
    return { ...token, scopes: token.scopes.filter((scope) => scope !== TokenScope.newPassword) };
  }

  /** @returns whether it was still valid: a one-time token belongs to the one who gets true */
  async revoke(id: string): Promise<boolean> {
    const wasValid = await this.#ports.database.tokens.remove(id);
    if (wasValid) await announceRevocation(this.#ports, { tokenId: id });
    return wasValid;
  }

  async removeExpired(): Promise<number> {
    return await this.#ports.database.tokens.removeExpired(this.#ports.clock.nowMs());
  }
}

/** Letters and digits. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** What the database keeps of a secret that is random itself: it needs no slow hash. */
export const hashSecret = (text: string): string => createHash("sha256").update(text).digest("hex");
