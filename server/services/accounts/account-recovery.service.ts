/**
 * Account recovery by mail: forgotten passwords, and verification of addresses. If no mail can be sent, a request says
 * what to do instead. Tokens are accepted regardless of who created them.
 */
import { networkOf } from "../../base/network-of.ts";
import { AccessError, RequestError } from "../../base/errors.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserRecord } from "../../ports/records.ts";
import { isForeignAccount } from "./account-rules.ts";
import { RateLimit } from "./rate-limit.ts";
import type { SettingService } from "../site/setting.service.ts";
import { mailedLifetimeMs, TokenScope, type TokenService } from "./token.service.ts";

const hourMs = 60 * 60 * 1000;
/** How often one caller may ask, and how many mails an account gets. */
const asksPerHour = 20;
const mailsPerHour = 3;

export class AccountRecoveryService {
  readonly #ports: Ports;
  readonly #tokens: TokenService;
  readonly #settings: SettingService;
  readonly #asks: RateLimit;
  readonly #mails: RateLimit;
  readonly #underWay = new Set<Promise<void>>();

  constructor(ports: Ports, parts: { tokens: TokenService; settings: SettingService }) {
    this.#ports = ports;
    this.#tokens = parts.tokens;
    this.#settings = parts.settings;
    const steadyMs = (): number => ports.clock.steadyMs();
    this.#asks = new RateLimit({ limit: asksPerHour, windowMs: hourMs, steadyMs });
    this.#mails = new RateLimit({ limit: mailsPerHour, windowMs: hourMs, steadyMs });
  }

  get canMail(): boolean {
    return this.#ports.mailer !== undefined;
  }

  /**
   * Responds the same for every address, and just as fast, so that it does not reveal which ones are registered.
   * @param address address of the caller
   * @throws TooManyRequestsError
   */
  requestTemporaryAccess(email: string, address: string): void {
    if (!this.canMail) {
      throw new RequestError(
        "This server cannot send mail. Ask an administrator of this site for a one-time sign-in link; the person who runs the server " +
          "creates one with: wakeline admin link <login>",
      );
    }
    this.#asks.take(networkOf(address));
    const sending = this.#sendLink(email.trim().toLowerCase()).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }

  requestVerification(): never {
    throw new RequestError(
      "This site does not verify addresses: sign in as usual. If your account waits for approval, an " +
        "administrator of this site enables it.",
    );
  }

  /** @throws AccessError unless it is a token for this address; the token is used up */
  async verify(userId: string, tokenText: string): Promise<UserRecord> {
    const token = await this.#tokens.find(tokenText);
    const user = await this.#ports.database.users.find(userId);
    if (user === undefined || token?.userId !== user.id || !token.scopes.includes(TokenScope.verifyEmail)) {
      throw new AccessError("The token is invalid or expired.");
    }
    await this.#tokens.revoke(token.id);
    await this.#ports.database.users.update(user.id, { emailVerified: true });
    return { ...user, emailVerified: true };
  }

  /** Waits for mails being written. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Not awaited, so it fails silently: calls that need the database report when it is unavailable. */
  async #sendLink(email: string): Promise<void> {
    try {
      const user = await this.#ports.database.users.findByEmail(email);
      if (user?.status !== "enabled" || isForeignAccount(this.#ports, user)) return;
      this.#mails.take(user.id);
      const { "core.brand_name": brand } = await this.#settings.publicSettings();
      const scopes = [TokenScope.temporary, TokenScope.mailed];
      const token = await this.#tokens.create(user.id, scopes, mailedLifetimeMs);
      const link = `${this.#ports.mailer?.siteUrl}/login?user=${user.id}&token=${token.text}&reset=1`;
      this.#ports.mailer?.post({ to: user.email, ...resetMail(oneLine(String(brand)), user.login, link) });
    } catch {
      // Enough mails for this hour, or the account was deleted meanwhile.
    }
  }
}

const resetMail = (brand: string, login: string, link: string): { subject: string; text: string } => ({
  subject: `${brand}: choose a new password`,
  text: [
    `Someone, most likely you, asked for a new password for the account ${login} at ${brand}.`,
    "",
    "This link signs you in once, within an hour, and lets you choose a new password:",
    link,
    "",
    "If it was not you, ignore this message: without the link no one can sign in, and your password is unchanged.",
    "",
  ].join("\n"),
});

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
