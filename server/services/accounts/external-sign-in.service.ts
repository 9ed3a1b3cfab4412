/**
 * Sign-ins with the site's identity provider. An account belongs to the provider's subject; an existing account is
 * linked by a verified address only if the site allows it. Groups and the administrator flag follow the provider at
 * each sign-in, if the site maps them.
 */
import {
  IdentityError,
  type Identity,
  type IdentityProvider,
  type SignInSecrets,
} from "../../ports/identity-provider.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserRecord } from "../../ports/records.ts";
import { RequestError } from "../../base/errors.ts";
import { accountTarget, differences, writeAudit } from "../access/audit.service.ts";
import { loginCandidates } from "../../domain/external-account.ts";
import type { ExternalRefusal } from "./external-refusal.ts";
import { announceRevocation } from "./token-revocation.ts";
import { TokenScope, type NewToken, type TokenService } from "./token.service.ts";
import type { UserService } from "./user.service.ts";

/** How people identified by the provider get accounts. */
export interface ExternalAccountRules {
  /** People without an account: get one, get one that waits for approval, or are refused. */
  readonly accounts: "create" | "approve" | "existing";
  /** Whether a verified address opens the existing account with this address. */
  readonly linkByEmail: boolean;
  /**
   * Members of this group at the provider become site administrators, and all others who sign in there do not; empty:
   * not mapped.
   */
  readonly adminGroup: string;
  /** Maps groups at the provider to names of groups of the site. */
  readonly groups: ReadonlyMap<string, string>;
}

const noRules: ExternalAccountRules = { accounts: "existing", linkByEmail: false, adminGroup: "", groups: new Map() };
const linkLifetimeMs = 60_000;

interface Deps {
  readonly users: UserService;
  readonly tokens: TokenService;
}

export class ExternalSignInService {
  readonly #ports: Ports;
  readonly #users: UserService;
  readonly #tokens: TokenService;
  readonly #rules: ExternalAccountRules;

  constructor(ports: Ports, { users, tokens }: Deps, rules: ExternalAccountRules = noRules) {
    this.#ports = ports;
    this.#users = users;
    this.#tokens = tokens;
    this.#rules = rules;
  }

  /** `undefined`: the site has none. */
  get provider(): IdentityProvider | undefined {
    return this.#ports.identityProvider;
  }

  /** @throws RequestError if there is no provider with this id */
  async begin(providerId: string): Promise<{ url: string; secrets: SignInSecrets } | { refusal: ExternalRefusal }> {
    const provider = this.#require(providerId);
    return await orRefusal(() => provider.begin());
  }

  /** @returns a token that signs in once, to be used immediately; or why there is none */
  async finish(
    providerId: string,
    query: URLSearchParams,
    secrets: SignInSecrets | undefined,
  ): Promise<{ user: UserRecord; token: NewToken } | { refusal: ExternalRefusal }> {
    const provider = this.#require(providerId);
    if (secrets === undefined) return { refusal: "invalid" };
    const identity = await orRefusal(() => provider.finish(query, secrets));
    if ("refusal" in identity) return identity;
    const user = await this.accountOf(identity);
    if (typeof user === "string") return { refusal: user };
    if (user.status === "disabled") return { refusal: "disabled" };
    if (user.status === "pending") return { refusal: "awaitsApproval" };
    const scopes = [TokenScope.temporary, TokenScope.external];
    return { user, token: await this.#tokens.create(user.id, scopes, linkLifetimeMs) };
  }

  /** The account of a person whose identity is proven; a new one, if the site makes them; or why there is none. */
  async accountOf(identity: Identity): Promise<UserRecord | ExternalRefusal> {
    const account = await this.#findAccount(identity);
    return typeof account === "string" ? account : await this.#followProvider(account, identity);
  }

  /**
   * URL where the browser also ends the session at the provider; `undefined`: none, or the provider does not answer.
   */
  async signOutUrl(providerId: string): Promise<string | undefined> {
    const provider = this.#require(providerId);
    const found = await orRefusal(async () => ({ url: await provider.signOutUrl() }));
    return "url" in found ? found.url : undefined;
  }

  #require(providerId: string): IdentityProvider {
    const { identityProvider } = this.#ports;
    if (identityProvider !== undefined && providerId === "oidc") return identityProvider;
    throw new RequestError(`Unknown provider "${providerId.slice(0, 100)}".`);
  }

  async #findAccount(identity: Identity): Promise<UserRecord | ExternalRefusal> {
    const { issuer, subject, email, emailVerified } = identity;
    const { clock, database } = this.#ports;
    const known = await database.identities.find(issuer, subject);
    const account = known && (await database.users.find(known.userId));
    if (account !== undefined) return account;
    if (email === "") return "noEmail";
    const sameEmail = await database.users.findByEmail(email);
    const record = (userId: string) => ({ issuer, subject, userId, createdMs: clock.nowMs() });
    if (sameEmail !== undefined) {
      if (!this.#rules.linkByEmail || !emailVerified) return "emailTaken";
      await database.transaction("site", async (tx) => {
        await tx.identities.insert(record(sameEmail.id));
        const changes = [{ name: "identity", from: null, to: issuer }];
        const target = accountTarget(sameEmail);
        await writeAudit(tx, this.#ports, { user: sameEmail }, { action: "user.changed", target, changes });
      });
      return sameEmail;
    }
    if (this.#rules.accounts === "existing") return "noAccount";
    const login = await this.#freeLogin(identity);
    return await this.#users.createWithoutPassword(
      {
        login,
        email,
        emailVerified,
        firstName: identity.firstName || login,
        lastName: identity.lastName || login,
        status: this.#rules.accounts === "approve" ? "pending" : "enabled",
      },
      (tx, user) => tx.identities.insert(record(user.id)),
    );
  }

  async #freeLogin(identity: Identity): Promise<string> {
    for (const login of loginCandidates(identity)) {
      if ((await this.#ports.database.users.findByLogin(login)) === undefined) return login;
    }
    throw new RequestError("No login name is free for this person: ask an administrator to create the account.");
  }

  /** Applies the groups reported by the provider, as far as they are mapped. */
  async #followProvider(user: UserRecord, { groups }: Identity): Promise<UserRecord> {
    const { adminGroup, groups: mapped } = this.#rules;
    if (groups === undefined || (adminGroup === "" && mapped.size === 0)) return user;
    const theirs = new Set(groups);
    const wanted = adminGroup === "" ? user.admin : theirs.has(adminGroup);
    const { next, revoked } = await this.#ports.database.transaction("site", async (tx) => {
      for (const [external, name] of mapped) await setMember(tx, user.id, name, theirs.has(external));
      // A site without an administrator could not be repaired from its pages.
      const isLast = user.admin && !wanted && (await tx.users.countAdministrators()) <= 1;
      const admin = isLast || wanted;
      if (admin === user.admin) return { next: user, revoked: false };
      await tx.users.update(user.id, { admin });
      const changes = differences({ admin: user.admin }, { admin });
      const target = accountTarget(user);
      await writeAudit(tx, this.#ports, { user }, { action: "user.changed", target, changes });
      return { next: { ...user, admin }, revoked: !admin };
    });
    // Existing sessions continue with the new rights; streams are reopened.
    if (revoked) await announceRevocation(this.#ports, { userId: user.id });
    return next;
  }
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T | { refusal: ExternalRefusal }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdentityError) return { refusal: error.failure };
    throw error;
  }
}

async function setMember(tx: Repositories, userId: string, groupName: string, isMember: boolean): Promise<void> {
  const group = await tx.groups.findByName(groupName);
  if (group === undefined) return;
  const member = await tx.groups.findMember(group.id, userId);
  if (isMember && member?.state !== "member") {
    await tx.groups.putMember({ groupId: group.id, userId, state: "member", level: 0 });
  } else if (!isMember && member?.state === "member") {
    await tx.groups.removeMember(group.id, userId);
  }
}
