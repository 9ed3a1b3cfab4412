/** Lists and ends the sessions of an account. Tokens of jobs and of one-time links are not sessions. */
import { AccessLevel } from "../../base/access-level.ts";
import { MissingError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import type { Ports } from "../../ports/index.ts";
import type { TokenRecord } from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { accountTarget, writeAudit } from "../access/audit.service.ts";
import { announceRevocation } from "./token-revocation.ts";
import { TokenScope } from "./token.service.ts";

export interface SessionView {
  readonly token: TokenRecord;
  /** Name of the API key that a script signed in with. */
  readonly keyName: string | undefined;
  /** The session that sent this request. */
  readonly isCurrent: boolean;
}

export class SessionService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** For the caller's own account, or for site administrators; the current session first, then by last use. */
  async list(actor: Actor, userId: string): Promise<SessionView[]> {
    const { record } = await this.#access.requireUserDocument(actor, userId, AccessLevel.admin);
    const { apiKeys, tokens } = this.#ports.database;
    const nowMs = this.#ports.clock.nowMs();
    const sessions = (await tokens.listOfUser(record.id)).filter(
      (token) => isSession(token) && token.expiresMs > nowMs,
    );
    const keys = await apiKeys.listOfUser(record.id, wholeList, { by: "name", descending: false });
    const names = new Map(keys.map((key) => [key.id, key.name]));
    return sessions
      .map((token) => ({
        token,
        keyName: token.apiKeyId === null ? undefined : (names.get(token.apiKeyId) ?? ""),
        isCurrent: token.id === actor.token?.id,
      }))
      .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || lastSeenMs(b.token) - lastSeenMs(a.token));
  }

  async end(actor: Actor, userId: string, sessionId: string): Promise<void> {
    const id = requireObjectId(sessionId, "sessionId");
    const ended = await this.#end(actor, userId, (token) => token.id === id);
    if (ended === 0) throw new MissingError("session", sessionId);
  }

  /** Ends all sessions except the caller's. @returns how many */
  async endOthers(actor: Actor, userId: string): Promise<number> {
    return await this.#end(actor, userId, (token) => token.id !== actor.token?.id);
  }

  async #end(actor: Actor, userId: string, shouldEnd: (token: TokenRecord) => boolean): Promise<number> {
    const ended = await this.#ports.database.transaction({ account: userId }, async (tx) => {
      const { record } = await this.#access.requireUserDocument(actor, userId, AccessLevel.admin, tx);
      const meant = (await tx.tokens.listOfUser(record.id)).filter((token) => isSession(token) && shouldEnd(token));
      for (const { id } of meant) await tx.tokens.remove(id);
      if (meant.length > 0) {
        const target = accountTarget(record);
        const changes = [{ name: "sessions", from: String(meant.length), to: null }];
        await writeAudit(tx, this.#ports, actor, { action: "user.sessionsEnded", target, changes });
      }
      return meant;
    });
    for (const { id } of ended) await announceRevocation(this.#ports, { tokenId: id });
    return ended.length;
  }
}

const isSession = ({ apiKeyId, scopes }: TokenRecord): boolean =>
  apiKeyId !== null || scopes.includes(TokenScope.userAuth);

const lastSeenMs = ({ createdMs, lastUseMs }: TokenRecord): number => lastUseMs ?? createdMs;
