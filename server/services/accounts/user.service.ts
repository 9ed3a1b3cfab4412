/** Accounts: registration, changes, passwords, and the administrator created at the first start. */
import { AccessLevel } from "../../base/access-level.ts";
import { defined } from "../../base/defined.ts";
import { networkOf } from "../../base/network-of.ts";
import { AccessError, RequestError, ValidationError } from "../../base/errors.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { GroupMemberRecord, Page, Sort, Theme, TokenRecord, UserRecord } from "../../ports/records.ts";
import type { UserSort } from "../../ports/user.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireAccount, requireSiteAdmin, requireUser, viewerOf, type Actor } from "../access/actor.ts";
import type { FolderService } from "../tree/folder.service.ts";
import {
  checkLanguage,
  checkLogin,
  checkNames,
  isForeignAccount,
  readablePassword,
  requireAnotherAdministrator,
  requireFree,
} from "./account-rules.ts";
import { checkPasswordRules } from "./password.ts";
import type { PasswordWork } from "./password-work/password-work.ts";
import { accountTarget, differences, writeAudit } from "../access/audit.service.ts";
import { passwordGuesses, type GuessLimit } from "./guess-limit.ts";
import { FirstStart } from "./first-start.ts";
import type { SettingService } from "../site/setting.service.ts";
import type { SignInService } from "./sign-in.service.ts";
import { announceRevocation } from "./token-revocation.ts";
import { TokenScope, type NewToken, type Origin, type TokenService } from "./token.service.ts";

export interface Registration {
  login: string;
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  admin?: boolean;
}

type NewAccount = Omit<Registration, "password" | "admin"> &
  Pick<UserRecord, "admin" | "status" | "passwordHash" | "emailVerified">;

export interface Preferences {
  /** BCP 47. The web app decides which languages exist. */
  language: string;
  theme: Theme;
}

/** Key in the hash queue for hashes that the server itself needs. */
const ourselves = "";

export class UserService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #tokens: TokenService;
  readonly #folders: FolderService;
  readonly #settings: SettingService;
  readonly #signIns: SignInService;
  readonly #passwords: PasswordWork;
  /** By account and network together, so that guessing locks out only the guesser. */
  readonly #guesses: GuessLimit;
  readonly #firstStart: FirstStart;

  constructor(
    ports: Ports,
    parts: {
      access: AccessService;
      tokens: TokenService;
      folders: FolderService;
      settings: SettingService;
      signIns: SignInService;
      passwords: PasswordWork;
    },
  ) {
    this.#ports = ports;
    this.#access = parts.access;
    this.#tokens = parts.tokens;
    this.#folders = parts.folders;
    this.#settings = parts.settings;
    this.#signIns = parts.signIns;
    this.#passwords = parts.passwords;
    this.#guesses = passwordGuesses(ports.clock);
    this.#firstStart = new FirstStart(ports);
  }

  /** @returns the account, and a session if the caller was anonymous and may sign in immediately */
  async register(actor: Actor, given: Registration, origin: Origin): Promise<{ user: UserRecord; token?: NewToken }> {
    const policy = await this.#settings.registrationPolicy();
    if (actor.user?.admin !== true && policy === "closed") {
      throw new RequestError(
        "Registration on this instance is closed. Contact an administrator to create an account for you.",
      );
    }
    const status = policy === "approve" && actor.user?.admin !== true ? "pending" : "enabled";
    const admin = actor.user?.admin === true && given.admin === true;
    const user = await this.#create(
      actor.user === undefined ? "oneself" : actor,
      { ...given, admin },
      status,
      networkOf(origin.address),
    );
    if (actor.user !== undefined || status === "pending") return { user };
    return { user, token: (await this.#signIns.startSession(user, origin)).token };
  }

  async list(actor: Actor, query: { text?: string } & Page, sort: Sort<UserSort>): Promise<UserRecord[]> {
    const { admin } = requireUser(actor);
    // The order would reveal addresses to users who may not see them.
    const by = sort.by === "email" && !admin ? "lastName" : sort.by;
    return await this.#ports.database.users.list(query, { ...sort, by });
  }

  async count(actor: Actor): Promise<number> {
    requireUser(actor);
    return await this.#ports.database.users.count();
  }

  async get(actor: Actor, id: string): Promise<UserRecord> {
    return (await this.#access.requireUserDocument(actor, id)).record;
  }

  /** Groups that the account belongs to or is invited to. */
  async memberships(userId: string): Promise<GroupMemberRecord[]> {
    return await this.#ports.database.groups.listOfUser(userId);
  }

  async countFolders(actor: Actor, id: string): Promise<number> {
    const { record } = await this.#access.requireUserDocument(actor, id);
    return await this.#ports.database.folders.count({ type: "user", id: record.id }, viewerOf(actor));
  }

  async update(
    actor: Actor,
    id: string,
    changes: { firstName: string; lastName: string; email: string; admin?: boolean; status?: UserRecord["status"] },
  ): Promise<UserRecord> {
    const updated = await this.#ports.database.transaction("site", async (tx) => {
      const { record } = await this.#access.requireUserDocument(actor, id, AccessLevel.write, tx);
      const isAdmin = actor.user?.admin === true;
      if (!isAdmin && changes.admin !== undefined && changes.admin !== record.admin) {
        throw new AccessError("Only admins may change admin status.");
      }
      if (!isAdmin && changes.status !== undefined && changes.status !== record.status) {
        throw new AccessError("Only admins may change status.");
      }
      const names = checkNames(changes);
      const admin = changes.admin ?? record.admin;
      const status = changes.status ?? record.status;
      const sameEmail = await tx.users.findByEmail(names.email);
      if (sameEmail !== undefined && sameEmail.id !== record.id) {
        throw new ValidationError("That email is already registered.", "email");
      }
      if (!admin || status !== "enabled") await requireAnotherAdministrator(tx, record);
      await tx.users.update(record.id, { ...names, admin, status });
      if (status !== "enabled") await tx.tokens.removeOfUser(record.id);
      const changed = differences(facts(record), facts({ ...record, ...names, admin, status }));
      if (changed.length > 0) {
        await writeAudit(tx, this.#ports, actor, {
          action: "user.changed",
          target: accountTarget(record),
          changes: changed,
        });
      }
      return { ...record, ...names, admin, status };
    });
    if (updated.status !== "enabled") await announceRevocation(this.#ports, { userId: updated.id });
    return updated;
  }

  /** Deletes the account and its folders. Files that it created elsewhere stay. */
  async remove(actor: Actor, id: string): Promise<UserRecord> {
    const record = await this.#ports.database.transaction("site", async (tx) => {
      const { record: account } = await this.#access.requireUserDocument(actor, id, AccessLevel.admin, tx);
      await requireAnotherAdministrator(tx, account);
      await this.#folders.removeAllOf(tx, "user", account.id);
      await tx.access.removeSubject("user", account.id);
      await tx.access.removeDocuments("user", [account.id]);
      await tx.identities.removeOfUser(account.id);
      await tx.users.remove(account.id);
      await writeAudit(tx, this.#ports, actor, { action: "user.deleted", target: accountTarget(account) });
      return account;
    });
    await announceRevocation(this.#ports, { userId: record.id });
    return record;
  }

  /**
   * Changes the caller's own password; all other sessions of the account end. A session started with a one-time link
   * may do this once without the old password.
   */
  async changePassword(
    actor: Actor,
    change: { oldPassword: string; newPassword: string; revokeKeys: boolean },
    address: string,
  ): Promise<void> {
    const user = requireUser(actor);
    const { oldPassword, newPassword, revokeKeys } = change;
    const isNew = actor.token?.scopes.includes(TokenScope.newPassword) === true;
    if (oldPassword === "" && !isNew) throw new RequestError("Old password must not be empty.");
    checkPasswordRules(newPassword);
    if (oldPassword !== "") await this.#requireOldPassword(user, oldPassword, networkOf(address));
    await this.#storePassword(actor, user, newPassword, { kept: actor.token, revokeKeys, from: networkOf(address) });
  }

  /** @throws AccessError, TooManyRequestsError after too many failures */
  async #requireOldPassword(user: UserRecord, oldPassword: string, network: string): Promise<void> {
    const temporary = await this.#tokens.find(oldPassword);
    if (temporary?.userId === user.id && temporary.scopes.includes(TokenScope.temporary)) return;
    // A stranger at an open session could guess the password here.
    const guess = await this.#guesses.begin(`${user.id} ${network}`);
    try {
      if (!(await this.#passwords.verify(oldPassword, user.passwordHash, network))) {
        guess.wrong();
        throw new AccessError("Old password is incorrect.");
      }
      guess.right();
    } finally {
      guess.undecided();
    }
  }

  async setPassword(
    actor: Actor,
    id: string,
    change: { password: string; revokeKeys: boolean },
    address: string,
  ): Promise<void> {
    requireSiteAdmin(actor);
    const { record } = await this.#access.requireUserDocument(actor, id, AccessLevel.admin);
    const { password, revokeKeys } = change;
    const kept = actor.user?.id === record.id ? actor.token : undefined;
    await this.#storePassword(actor, record, password, { kept, revokeKeys, from: networkOf(address) });
  }

  /** @param enabled `undefined`: read only */
  async usePrivateQueue(actor: Actor, id: string, enabled: boolean | undefined): Promise<boolean> {
    return await this.#ports.database.transaction({ account: id }, async (tx) => {
      const { record } = await this.#access.requireUserDocument(actor, id, AccessLevel.admin, tx);
      if (enabled === undefined) return record.privateQueueEnabled;
      await tx.users.update(record.id, { privateQueueEnabled: enabled });
      return enabled;
    });
  }

  /** Changes the given preferences. @throws ValidationError if the language is invalid */
  async setPreferences(
    actor: Actor,
    id: string,
    { language, theme }: Partial<Preferences>,
  ): Promise<{ language: string | null; theme: Theme | null }> {
    const changes = defined({ language: language === undefined ? undefined : checkLanguage(language), theme });
    return await this.#ports.database.transaction({ account: id }, async (tx) => {
      const { record } = await this.#access.requireUserDocument(actor, id, AccessLevel.admin, tx);
      if (Object.keys(changes).length > 0) await tx.users.update(record.id, changes);
      return { language: record.language, theme: record.theme, ...changes };
    });
  }

  /**
   * At the first start of an installation, creates an administrator with a random password. If it was interrupted
   * before `endFirstStart`, the password was never shown, so it is repeated.
   * @param isAlone no other server can use this site
   * @returns `undefined` if this is not the first start
   */
  async beginFirstStart(isAlone = true): Promise<{ user: UserRecord; password: string } | undefined> {
    if (!(await this.#firstStart.begin(isAlone))) return undefined;
    const { users } = this.#ports.database;
    const password = readablePassword();
    const login = "admin";
    const existing = await users.findByLogin(login);
    if (existing !== undefined) {
      await this.#storePassword({}, existing, password, { kept: undefined, revokeKeys: false, from: ourselves });
      return { user: existing, password };
    }
    const names = { login, email: "admin@localhost.localdomain", firstName: "Site", lastName: "Administrator" };
    const user = await this.#create({}, { ...names, password, admin: true }, "enabled", ourselves);
    return { user, password };
  }

  /** The password can now be shown to the administrator: from here on, starts are ordinary. */
  async endFirstStart(): Promise<void> {
    await this.#firstStart.end();
  }

  /** The server is stopping: releases a first start that was not finished. */
  async close(): Promise<void> {
    await this.#firstStart.close();
  }

  /** @param from key in the queue of password hashing */
  async #create(
    by: Actor | "oneself",
    given: Registration & { admin: boolean },
    status: UserRecord["status"],
    from: string,
  ): Promise<UserRecord> {
    checkPasswordRules(given.password);
    // Checked first so that no hash is computed in vain; of two concurrent requests, one is refused below.
    await requireFree(this.#ports.database, checkLogin(given.login), checkNames(given).email);
    const passwordHash = await this.#passwords.hash(given.password, from);
    return await this.#insert(by, { ...given, status, passwordHash, emailVerified: false });
  }

  /** For a person identified by the identity provider. @param also runs in the same transaction */
  async createWithoutPassword(
    given: Omit<NewAccount, "admin" | "passwordHash">,
    also: (tx: Repositories, user: UserRecord) => Promise<void>,
  ): Promise<UserRecord> {
    return await this.#insert("oneself", { ...given, admin: false, passwordHash: null }, also);
  }

  async #insert(
    by: Actor | "oneself",
    given: NewAccount,
    also?: (tx: Repositories, user: UserRecord) => Promise<void>,
  ): Promise<UserRecord> {
    const login = checkLogin(given.login);
    const names = checkNames(given);
    const { clock, ids, database } = this.#ports;
    return await database.transaction("site", async (tx) => {
      await requireFree(tx, login, names.email);
      const user: UserRecord = {
        id: ids.next(),
        login,
        ...names,
        // An installation needs an administrator.
        admin: given.admin || (await tx.users.count()) === 0,
        status: given.status,
        passwordHash: given.passwordHash,
        emailVerified: given.emailVerified,
        privateQueueEnabled: false,
        otpSecret: null,
        otpStep: null,
        language: null,
        theme: null,
        createdMs: clock.nowMs(),
      };
      await tx.users.insert(user);
      await this.#folders.createFirstFolders(tx, user);
      const changes = differences({}, facts(user));
      const actor = by === "oneself" ? { user } : by;
      await writeAudit(tx, this.#ports, actor, { action: "user.created", target: accountTarget(user), changes });
      await also?.(tx, user);
      return user;
    });
  }

  /** @param kept the session that continues; one started with an API key ends together with the keys */
  async #storePassword(
    actor: Actor,
    account: UserRecord,
    password: string,
    { from, kept, revokeKeys }: { kept: TokenRecord | undefined; revokeKeys: boolean; from: string },
  ): Promise<void> {
    checkPasswordRules(password);
    if (isForeignAccount(this.#ports, account)) {
      throw new RequestError(
        `${account.login} signs in through the identity provider or directory of this site: change the password there. One set here would still work after the account there is closed.`,
      );
    }
    const { id: userId } = account;
    const passwordHash = await this.#passwords.hash(password, from);
    const session = revokeKeys && kept?.apiKeyId !== null ? undefined : kept;
    await this.#ports.database.transaction({ account: userId }, async (tx) => {
      await requireAccount(tx, userId);
      await tx.users.update(userId, { passwordHash });
      await tx.tokens.removeOfUser(userId, session?.id);
      if (revokeKeys) await tx.apiKeys.removeOfUser(userId);
      const scopes = session?.scopes.filter((scope) => scope !== TokenScope.newPassword);
      if (session !== undefined && scopes !== undefined) await tx.tokens.setScopes(session.id, scopes);
      await writeAudit(tx, this.#ports, actor, { action: "user.passwordSet", target: accountTarget(account) });
    });
    await announceRevocation(this.#ports, { userId, keptTokenId: session?.id });
  }
}

/** Facts about an account in the audit log. */
const facts = ({ admin, email, firstName, lastName, status }: UserRecord): Record<string, unknown> => ({
  firstName,
  lastName,
  email,
  status,
  admin,
});
