/** API keys, which scripts sign in with. Only a hash is stored: a key is shown once, when it is created. */
import { AccessError, MissingError, RequestError, ValidationError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import type { ApiKeySort } from "../../ports/api-key.repository.ts";
import type { Ports } from "../../ports/index.ts";
import type { ApiKeyRecord, AuditChange, Page, Sort, UserRecord } from "../../ports/records.ts";
import { requireAccount, requireSiteAdmin, requireUser, type Actor } from "../access/actor.ts";
import { accountTarget, differences, writeAudit } from "../access/audit.service.ts";
import { announceRevocation } from "./token-revocation.ts";
import {
  adminScopes,
  customScopes,
  hashSecret,
  randomText,
  sessionLifetimeMs,
  TokenScope,
  type NewToken,
  type Origin,
  type TokenService,
} from "./token.service.ts";

export interface ApiKeyChanges {
  name?: string;
  /** `null`: everything the user may do. */
  scopes?: readonly unknown[] | null;
  tokenDays?: number | null;
  active?: boolean;
}

const keyLength = 40;
const hintLength = 4;
const maxNameLength = 200;
const dayMs = 24 * 60 * 60 * 1000;

export class ApiKeyService {
  readonly #ports: Ports;
  readonly #tokens: TokenService;

  constructor(ports: Ports, tokens: TokenService) {
    this.#ports = ports;
    this.#tokens = tokens;
  }

  /** @param userId owner of the keys; absent: the caller. Other users' keys require a site administrator */
  async list(actor: Actor, userId: string | undefined, page: Page, sort: Sort<ApiKeySort>): Promise<ApiKeyRecord[]> {
    const owner = await this.#requireOwner(actor, userId);
    return await this.#ports.database.apiKeys.listOfUser(owner.id, page, sort);
  }

  /** @returns also the key itself, which is never shown again */
  async create(
    actor: Actor,
    userId: string | undefined,
    given: ApiKeyChanges,
  ): Promise<{ record: ApiKeyRecord; key: string }> {
    const owner = await this.#requireOwner(actor, userId);
    const { clock, ids, database } = this.#ports;
    const key = randomText(keyLength);
    const record: ApiKeyRecord = {
      id: ids.next(),
      userId: owner.id,
      hash: hashSecret(key),
      hint: key.slice(0, hintLength),
      name: "",
      scopes: null,
      tokenDays: null,
      active: true,
      ...check(owner, given),
      createdMs: clock.nowMs(),
      lastUseMs: null,
    };
    await database.transaction({ account: owner.id }, async (tx) => {
      await requireAccount(tx, owner.id);
      await tx.apiKeys.insert(record);
      await writeAudit(tx, this.#ports, actor, {
        action: "user.keyMade",
        target: accountTarget(owner),
        changes: [added(record)],
      });
    });
    return { record, key };
  }

  /** Sessions started with the key end, because it may allow less now. */
  async update(actor: Actor, id: string, given: ApiKeyChanges): Promise<ApiKeyRecord> {
    const { record, owner } = await this.#require(actor, id);
    const changes = check(owner, given);
    await this.#ports.database.transaction({ account: owner.id }, async (tx) => {
      await tx.apiKeys.update(record.id, changes);
      await tx.tokens.removeOfApiKey(record.id);
      const facts = ({ name, scopes, active }: ApiKeyRecord): Record<string, unknown> => ({ name, scopes, active });
      const differing = differences(facts(record), facts({ ...record, ...changes }));
      const named = [{ name: "key", from: record.name, to: changes.name ?? record.name }, ...differing];
      await writeAudit(tx, this.#ports, actor, {
        action: "user.keyChanged",
        target: accountTarget(owner),
        changes: named,
      });
    });
    await announceRevocation(this.#ports, { apiKeyId: record.id });
    return { ...record, ...changes };
  }

  async remove(actor: Actor, id: string): Promise<ApiKeyRecord> {
    const { record, owner } = await this.#require(actor, id);
    await this.#ports.database.transaction({ account: owner.id }, async (tx) => {
      await tx.tokens.removeOfApiKey(record.id);
      await tx.apiKeys.remove(record.id);
      const changes = [{ name: "key", from: record.name, to: null }];
      await writeAudit(tx, this.#ports, actor, { action: "user.keyDeleted", target: accountTarget(owner), changes });
    });
    await announceRevocation(this.#ports, { apiKeyId: record.id });
    return record;
  }

  /** @param days maximum lifetime of this session */
  async signIn(key: string, days: number | undefined, origin: Origin): Promise<{ user: UserRecord; token: NewToken }> {
    const { clock, database } = this.#ports;
    const record = await database.apiKeys.findByHash(hashSecret(key));
    const user = record && (await database.users.find(record.userId));
    if (record === undefined || !record.active || user?.status !== "enabled")
      throw new RequestError("Invalid API key.");
    const longest = Math.min(sessionLifetimeMs, (record.tokenDays ?? Infinity) * dayMs);
    const lifetimeMs = days !== undefined && days > 0 ? Math.min(longest, days * dayMs) : longest;
    await database.apiKeys.update(record.id, { lastUseMs: clock.nowMs() });
    const scopes = record.scopes ?? [TokenScope.userAuth];
    return { user, token: await this.#tokens.create(user.id, scopes, lifetimeMs, { apiKeyId: record.id, origin }) };
  }

  async #require(actor: Actor, id: string): Promise<{ record: ApiKeyRecord; owner: UserRecord }> {
    const user = requireUser(actor);
    const record = await this.#ports.database.apiKeys.find(requireObjectId(id));
    if (record === undefined) throw new MissingError("api_key", id);
    const owner = await this.#ports.database.users.find(record.userId);
    if (owner === undefined || (owner.id !== user.id && !user.admin)) {
      throw new AccessError(`Admin access denied for api_key ${record.id} (user ${user.id}).`);
    }
    return { record, owner };
  }

  async #requireOwner(actor: Actor, userId: string | undefined): Promise<UserRecord> {
    const user = requireUser(actor);
    if (userId === undefined || userId === "" || userId === user.id) return user;
    requireSiteAdmin(actor);
    const owner = await this.#ports.database.users.find(requireObjectId(userId));
    if (owner === undefined) throw new MissingError("user", userId);
    return owner;
  }
}

const added = ({ name, scopes }: ApiKeyRecord): AuditChange => ({
  name: "key",
  from: null,
  to: scopes === null ? name : `${name} (${scopes.join(", ")})`,
});

function check(owner: UserRecord, { name, scopes, tokenDays, active }: ApiKeyChanges): Partial<ApiKeyRecord> {
  if (name !== undefined && name.length > maxNameLength) {
    throw new ValidationError(`The name must have at most ${maxNameLength} characters.`, "name");
  }
  if (tokenDays !== undefined && tokenDays !== null && !(tokenDays > 0)) {
    throw new ValidationError("The duration of tokens must be a positive number of days.", "tokenDuration");
  }
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(scopes !== undefined && { scopes: scopes === null ? null : checkScopes(owner, scopes) }),
    ...(tokenDays !== undefined && { tokenDays }),
    ...(active !== undefined && { active }),
  };
}

function checkScopes(owner: UserRecord, scopes: readonly unknown[]): string[] {
  if (scopes.length === 0) throw new ValidationError("Custom scope list must not be empty.", "scope");
  const known = [...customScopes, ...(owner.admin ? adminScopes : [])].map(({ id }) => id);
  const stranger = scopes.find((scope) => !known.includes(String(scope)));
  if (stranger !== undefined) throw new ValidationError(`Invalid scopes: ${String(stranger).slice(0, 100)}.`, "scope");
  return [...new Set(scopes.map(String))];
}
