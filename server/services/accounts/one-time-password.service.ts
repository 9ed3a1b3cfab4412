/**
 * One-time passwords as the second factor of a sign-in (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds, as in
 * authenticator apps). An account gets a secret, confirms it with a first code, and then needs a code at every sign-in.
 * Each code can be used once.
 */
import { Secret, TOTP } from "otpauth";

import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, LoginError, RequestError } from "../../base/errors.ts";
import type { Ports } from "../../ports/index.ts";
import type { UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { accountTarget, writeAudit } from "../access/audit.service.ts";

const periodS = 30;
/** Steps accepted before and after, for inaccurate clocks. */
const window = 1;
const secretBytes = 20;

export class OneTimePasswordService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** Creates a secret, which takes effect once it is confirmed. @returns the URL that authenticator apps read */
  async start(actor: Actor, userId: string, issuer: string): Promise<string> {
    return await this.#ports.database.transaction({ account: userId }, async (tx) => {
      const { record } = await this.#access.requireUserDocument(actor, userId, AccessLevel.admin, tx);
      if (isEnabled(record)) throw new RequestError("The user has already enabled one-time passwords.");
      const secret = new Secret({ size: secretBytes }).base32;
      await tx.users.update(record.id, { otpSecret: secret });
      return totpOf(secret, { label: record.login, issuer }).toString();
    });
  }

  async confirm(actor: Actor, userId: string, code: string | undefined): Promise<void> {
    await this.#ports.database.transaction({ account: userId }, async (tx) => {
      const { record } = await this.#access.requireUserDocument(actor, userId, AccessLevel.admin, tx);
      if (isEnabled(record)) throw new RequestError("The user has already enabled one-time passwords.");
      if (record.otpSecret === null) throw new RequestError("The user has not begun to enable one-time passwords.");
      if (code === undefined) throw new RequestError('The "Girder-OTP" header must be provided.');
      const step = this.#stepOf(record, code);
      if (step === undefined) throw new AccessError("One-time password validation failed.");
      await tx.users.update(record.id, { otpStep: step });
      await writeAudit(tx, this.#ports, actor, { action: "user.codesOn", target: accountTarget(record) });
    });
  }

  /**
   * For the caller's own account with a code or the password, since a session left open must not suffice.
   * Administrators may do it for users who have lost their device.
   * @param checkPassword of the account; `undefined`: none was sent
   */
  async remove(
    actor: Actor,
    userId: string,
    { code, checkPassword }: { code: string | undefined; checkPassword: (() => Promise<void>) | undefined },
  ): Promise<void> {
    const { record: user } = await this.#access.requireUserDocument(actor, userId, AccessLevel.admin);
    if (isEnabled(user) && user.id === actor.user?.id) {
      if (checkPassword === undefined) await this.#checkCode(user, code);
      else await checkPassword();
    }
    await this.#ports.database.transaction({ account: userId }, async (tx) => {
      const { record } = await this.#access.requireUserDocument(actor, userId, AccessLevel.admin, tx);
      if (!isEnabled(record)) throw new RequestError("The user has not enabled one-time passwords.");
      await tx.users.update(record.id, { otpSecret: null, otpStep: null });
      await writeAudit(tx, this.#ports, actor, { action: "user.codesOff", target: accountTarget(record) });
    });
  }

  /**
   * Called at a sign-in after the password was correct. @param code `undefined`: none was sent
   * @throws LoginError
   */
  async check(user: UserRecord, code: string | undefined): Promise<void> {
    if (!isEnabled(user)) {
      if (code !== undefined) throw new LoginError("The user has not enabled one-time passwords.");
      return;
    }
    if (code === undefined) {
      throw new LoginError(
        'User authentication must include a one-time password (typically in the "Girder-OTP" header).',
        { code: "code-required" },
      );
    }
    await this.#ports.database.transaction({ account: user.id }, async (tx) => {
      // Read again inside: of two concurrent sign-ins with one code, only one may succeed.
      const current = await tx.users.find(user.id);
      const step = current && this.#stepOf(current, code);
      if (step === undefined) throw new LoginError("One-time password validation failed.", { code: "code-wrong" });
      await tx.users.update(user.id, { otpStep: step });
    });
  }

  async #checkCode(user: UserRecord, code: string | undefined): Promise<void> {
    if (code === undefined) {
      throw new RequestError(
        'Switching one-time codes off takes a code (the "Girder-OTP" header) or the password (HTTP Basic).',
      );
    }
    try {
      await this.check(user, code);
    } catch (error) {
      throw error instanceof LoginError ? new AccessError(error.message) : error;
    }
  }

  /** The time step of the code; `undefined` if it is wrong or was used before. */
  #stepOf(user: UserRecord, code: string): number | undefined {
    if (user.otpSecret === null) return undefined;
    const nowMs = this.#ports.clock.nowMs();
    const delta = totpOf(user.otpSecret).validate({ token: code.trim(), timestamp: nowMs, window: window });
    if (delta === null) return undefined;
    const current = Math.floor(nowMs / 1000 / periodS);
    const step = current + delta;
    // A used step in the future comes from a clock that was ahead: waiting for it to pass may take years.
    const used = user.otpStep === null || user.otpStep > current + window ? Number.NEGATIVE_INFINITY : user.otpStep;
    return step > used ? step : undefined;
  }
}

const isEnabled = (user: UserRecord): boolean => user.otpStep !== null;

const totpOf = (secret: string, names: { label?: string; issuer?: string } = {}): TOTP =>
  new TOTP({ ...names, algorithm: "SHA1", digits: 6, period: periodS, secret: Secret.fromBase32(secret) });
