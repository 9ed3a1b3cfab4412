/**
 * Authentication: sign-ins by password and by one-time link, creating those links, and starting and ending sessions.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, LoginError, RequestError } from "../../base/errors.ts";
import { networkOf } from "../../base/network-of.ts";
import type { Identity } from "../../ports/identity-provider.ts";
import type { Ports } from "../../ports/index.ts";
import { DirectoryError } from "../../ports/password-directory.ts";
import type { UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireSiteAdmin, type Actor } from "../access/actor.ts";
import { accountTarget, writeAudit } from "../access/audit.service.ts";
import type { AccountOf, ExternalRefusal } from "./external-refusal.ts";
import { type Guess, passwordGuesses, type GuessLimit } from "./guess-limit.ts";
import type { OneTimePasswordService } from "./one-time-password.service.ts";
import type { PasswordWork } from "./password-work/password-work.ts";
import type { SettingService } from "../site/setting.service.ts";
import { temporaryLifetimeMs, TokenScope, type NewToken, type Origin, type TokenService } from "./token.service.ts";

export interface SignIn {
  user: UserRecord;
  token: NewToken;
}

const directoryAway =
  "The directory that checks passwords for this site does not answer. Try again in a few minutes, and tell an administrator if it lasts.";
const refusalTexts: Partial<Record<ExternalRefusal, string>> = {
  noAccount: "Your password is right, but you have no account here: ask an administrator of this site for one.",
  noEmail:
    "Your password is right, but the directory has no mail address for you, which an account needs: ask those who run the directory to add it.",
  emailTaken:
    "Your password is right, but another account here has your mail address: ask an administrator of this site to join them.",
};

const dayMs = 24 * 60 * 60 * 1000;
/** No account has a longer name; limits the memory per counted name. */
const maxCountedName = 300;

interface SignInDeps {
  readonly access: AccessService;
  readonly tokens: TokenService;
  readonly settings: SettingService;
  readonly oneTimePasswords: OneTimePasswordService;
  readonly passwords: PasswordWork;
  /** Of a person whom the directory knows. */
  readonly accountOf: AccountOf;
}

export class SignInService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #tokens: TokenService;
  readonly #settings: SettingService;
  readonly #oneTimePasswords: OneTimePasswordService;
  readonly #passwords: PasswordWork;
  readonly #accountOf: AccountOf;
  /** By account and network together, so that guessing locks out only the guesser. */
  readonly #guesses: GuessLimit;

  constructor(ports: Ports, { access, tokens, settings, oneTimePasswords, passwords, accountOf }: SignInDeps) {
    this.#ports = ports;
    this.#access = access;
    this.#tokens = tokens;
    this.#settings = settings;
    this.#oneTimePasswords = oneTimePasswords;
    this.#passwords = passwords;
    this.#accountOf = accountOf;
    this.#guesses = passwordGuesses(ports.clock);
  }

  /**
   * Signs in by login name or email address and password.
   * @param oneTimePassword `undefined`: none was sent
   * @throws LoginError, TooManyRequestsError after too many failures or while too many others sign in
   */
  async signIn(nameOrEmail: string, password: string, origin: Origin, oneTimePassword?: string): Promise<SignIn> {
    if (!(await this.#settings.passwordLoginEnabled())) {
      throw new RequestError("Password login is disabled on this instance.");
    }
    const name = nameOrEmail.replaceAll("\0", "").trim().toLowerCase();
    const network = networkOf(origin.address);
    const guess = await this.#guesses.begin(`${name.slice(0, maxCountedName)} ${network}`);
    try {
      const { users } = this.#ports.database;
      const named = name.includes("@") ? await users.findByEmail(name) : await users.findByLogin(name);
      const isOurs = await this.#passwords.verify(password, named?.passwordHash, network);
      const user = isOurs ? named : await this.#fromDirectory(name, password, guess);
      if (user === undefined) {
        guess.wrong();
        throw new LoginError("Login failed.", { code: "login-failed" });
      }
      try {
        await this.#oneTimePasswords.check(user, oneTimePassword);
      } catch (error) {
        // Codes are short, so guessing them is limited like guessing passwords.
        if (oneTimePassword !== undefined) guess.wrong();
        throw error;
      }
      guess.right();
      return await this.startSession(user, origin);
    } finally {
      guess.undecided();
    }
  }

  /** @returns `undefined`: the directory does not know the person, the password is wrong, or the site has none */
  async #fromDirectory(name: string, password: string, guess: Guess): Promise<UserRecord | undefined> {
    const { passwordDirectory } = this.#ports;
    if (passwordDirectory === undefined) return undefined;
    let identity: Identity | undefined;
    try {
      identity = await passwordDirectory.verify(name, password);
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      // The password of this site was wrong, as far as there is one.
      guess.wrong();
      throw new RequestError(directoryAway, 503);
    }
    if (identity === undefined) return undefined;
    const account = await this.#accountOf(identity);
    if (typeof account !== "string") return account;
    guess.right();
    throw new LoginError(refusalTexts[account] ?? "The directory of this site does not let you in.");
  }

  /**
   * Signs in with a one-time token, which is used up. If the link was mailed or created by an administrator, an account
   * with one-time codes needs a code as well.
   * @throws AccessError if it is not a valid token of this user @throws LoginError if a code is missing or wrong
   */
  async signInWithTemporaryToken(
    userId: string,
    tokenText: string,
    origin?: Origin,
    oneTimePassword?: string,
  ): Promise<SignIn> {
    const token = await this.#tokens.find(tokenText);
    const refusal = new AccessError("The token does not grant temporary access to this user.");
    if (token === undefined || token.userId !== userId || !token.scopes.includes(TokenScope.temporary)) throw refusal;
    const user = await this.#ports.database.users.find(userId);
    if (user === undefined) throw refusal;
    if (token.scopes.includes(TokenScope.mailed)) await this.#requireCode(user, oneTimePassword, origin);
    if (!(await this.#tokens.revoke(token.id))) throw refusal;
    const isExternal = token.scopes.includes(TokenScope.external);
    const scopes = isExternal ? [TokenScope.userAuth] : [TokenScope.userAuth, TokenScope.newPassword];
    return await this.startSession(user, origin, scopes);
  }

  /** For actions that need more than a session. Guesses are limited as at sign-in. @throws AccessError */
  async requirePassword(user: UserRecord, password: string, origin: Origin): Promise<void> {
    const network = networkOf(origin.address);
    const guess = await this.#guesses.begin(`${user.id} password ${network}`);
    try {
      if (!(await this.#passwords.verify(password, user.passwordHash, network))) {
        guess.wrong();
        throw new AccessError("The password is wrong.");
      }
      guess.right();
    } finally {
      guess.undecided();
    }
  }

  /** Like `requirePassword`, with a one-time code of the caller's own account. */
  async requireOwnCode(user: UserRecord, work: () => Promise<void>, origin: Origin): Promise<void> {
    const guess = await this.#guesses.begin(`${user.id} link ${networkOf(origin.address)}`);
    try {
      await work();
      guess.right();
    } catch (error) {
      guess.wrong();
      throw error;
    } finally {
      guess.undecided();
    }
  }

  /** If the account has one-time codes. Guesses are limited as at sign-in. */
  async #requireCode(user: UserRecord, code: string | undefined, origin: Origin | undefined): Promise<void> {
    const guess = await this.#guesses.begin(`${user.id} link ${networkOf(origin?.address ?? "")}`);
    try {
      // Accounts without one-time codes ignore the code.
      if (user.otpStep !== null) await this.#oneTimePasswords.check(user, code);
      guess.right();
    } catch (error) {
      if (code !== undefined) guess.wrong();
      throw error;
    } finally {
      guess.undecided();
    }
  }

  /** Ends the caller's session, if any. */
  async signOut(actor: Actor): Promise<void> {
    if (actor.token !== undefined) await this.#tokens.revoke(actor.token.id);
  }

  /** Starts a session for an authenticated user. @throws LoginError unless the account is enabled */
  async startSession(
    user: UserRecord,
    origin?: Origin,
    scopes: readonly string[] = [TokenScope.userAuth],
  ): Promise<SignIn> {
    if (user.status === "disabled")
      throw new LoginError("Account is disabled.", { extra: "disabled", code: "account-disabled" });
    if (user.status === "pending") throw new LoginError("Account approval required.", { extra: "accountApproval" });
    const lifetimeMs = (await this.#settings.sessionDays()) * dayMs;
    return { user, token: await this.#tokens.create(user.id, scopes, lifetimeMs, { origin }) };
  }

  /** Creates a token that signs the user in once, within a day. */
  async createTemporaryToken(login: string): Promise<{ user: UserRecord; token: NewToken } | undefined> {
    const user = await this.#ports.database.users.findByLogin(login);
    if (user === undefined) return undefined;
    return { user, token: await this.#makeLink({}, user) };
  }

  /** For an administrator of the site, who passes it to a user who cannot sign in. */
  async createTemporaryTokenFor(actor: Actor, id: string): Promise<{ user: UserRecord; token: NewToken }> {
    requireSiteAdmin(actor);
    const { record } = await this.#access.requireUserDocument(actor, id, AccessLevel.admin);
    return { user: record, token: await this.#makeLink(actor, record) };
  }

  /** A link made by a site administrator does not replace the second factor; one made on the server's machine does. */
  async #makeLink(actor: Actor, user: UserRecord): Promise<NewToken> {
    const scopes = actor.user === undefined ? [TokenScope.temporary] : [TokenScope.temporary, TokenScope.mailed];
    const token = await this.#tokens.create(user.id, scopes, temporaryLifetimeMs);
    await this.#ports.database.transaction({ account: user.id }, (tx) =>
      writeAudit(tx, this.#ports, actor, { action: "user.linkMade", target: accountTarget(user) }),
    );
    return token;
  }
}
