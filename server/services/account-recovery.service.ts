/**
 * What needs a message to somebody's address: a forgotten password, and proof that an address is one's own. This server has no
 * way to send mail, so requests for messages say what to do instead; a port that sends mail would be given to this service.
 * Tokens are honoured whoever has made them.
 */
import { AccessError, RequestError } from "../base/errors.ts";
import type { Ports } from "../ports/index.ts";
import type { UserRecord } from "../ports/records.ts";
import { TokenScope, type TokenService } from "./token.service.ts";

export class AccountRecoveryService {
  readonly #ports: Ports;
  readonly #tokens: TokenService;

  constructor(ports: Ports, tokens: TokenService) {
    this.#ports = ports;
    this.#tokens = tokens;
  }

  /** The same for every address: whether it is registered is nobody's business. */
  requestTemporaryAccess(): never {
    throw new RequestError(
      "This server cannot send mail. Ask an administrator of this site to set a new password for you; whoever runs the server " +
        "gets a one-time sign-in link with: wakeline admin link <login>",
    );
  }

  requestVerification(): never {
    throw new RequestError(
      "This server cannot send mail, so it does not ask anybody to verify an address: sign in as usual. If your account waits for " +
        "approval, an administrator of this site enables it.",
    );
  }

  /** @throws AccessError unless it is a token for this address, which is used up by it */
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
}
