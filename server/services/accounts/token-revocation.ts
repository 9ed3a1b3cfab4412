/**
 * Ends what outlives a request when its token ends: a revocation is published to every server of the site, and expiry
 * is looked for now and then, together with revocations whose message was lost.
 */
import type { Ports } from "../../ports/index.ts";
import type { TokenRecord } from "../../ports/records.ts";

/** Which tokens are gone. */
export type Revocation =
  | { readonly tokenId: string }
  /** All of a user, but perhaps for the one in use. */
  | { readonly userId: string; readonly keptTokenId?: string | undefined }
  /** All that a key has started. */
  | { readonly apiKeyId: string };

const topic = "token-revocation";
const recheckMs = 60_000;

/** After the transaction that has removed the tokens. */
export async function announceRevocation({ events }: Ports, revocation: Revocation): Promise<void> {
  await events.publish({ topic, payload: revocation });
}

/** Calls `onEnd` once, as soon as the token counts no more. @returns how to stop watching */
export function watchToken({ clock, database, events }: Ports, token: TokenRecord, onEnd: () => void): () => void {
  let isWatching = true;
  const stop = (): void => {
    isWatching = false;
    unsubscribe();
    clearInterval(timer);
  };
  const end = (): void => {
    // A look at the database may still be under way.
    if (!isWatching) return;
    stop();
    onEnd();
  };
  const recheck = async (): Promise<void> => {
    const found = await database.tokens.findByHash(token.hash);
    if (found === undefined || found.expiresMs <= clock.nowMs()) end();
  };
  const unsubscribe = events.subscribe(topic, (payload) => {
    if (isMeant(payload as Revocation, token)) end();
  });
  // A database that is away says nothing about the token.
  const look = (): void => void recheck().catch(() => undefined);
  const timer = setInterval(look, recheckMs);
  timer.unref();
  // It may have ended since it was read.
  look();
  return stop;
}

function isMeant(revocation: Revocation, { id, userId, apiKeyId }: TokenRecord): boolean {
  if ("tokenId" in revocation) return revocation.tokenId === id;
  if ("apiKeyId" in revocation) return revocation.apiKeyId === apiKeyId;
  return revocation.userId === userId && revocation.keptTokenId !== id;
}
