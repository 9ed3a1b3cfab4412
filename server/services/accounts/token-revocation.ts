/**
 * Ends whatever outlives a request when its token ends: a revocation is published to every server of the site; expiry,
 * and revocations whose message was lost, are checked periodically.
 */
import type { Ports } from "../../ports/index.ts";
import type { TokenRecord } from "../../ports/records.ts";

/** Which tokens were removed. */
export type Revocation =
  | { readonly tokenId: string }
  /** All tokens of a user, possibly except the one in use. */
  | { readonly userId: string; readonly keptTokenId?: string | undefined }
  /** All tokens created with a key. */
  | { readonly apiKeyId: string };

const topic = "token-revocation";
const recheckMs = 60_000;

/** Call it after the transaction that removed the tokens. */
export async function announceRevocation({ events }: Ports, revocation: Revocation): Promise<void> {
  await events.publish({ topic, payload: revocation });
}

/** Calls `onEnd` once, as soon as the token becomes invalid. @returns a function that stops watching */
export function watchToken({ clock, database, events }: Ports, token: TokenRecord, onEnd: () => void): () => void {
  let isWatching = true;
  const stop = (): void => {
    isWatching = false;
    unsubscribe();
    clearInterval(timer);
  };
  const end = (): void => {
    // A database check may still be running.
    if (!isWatching) return;
    stop();
    onEnd();
  };
  const recheck = async (): Promise<void> => {
    const stored = await database.tokens.findByHash(token.hash);
    if (stored === undefined || stored.expiresMs <= clock.nowMs()) end();
  };
  const unsubscribe = events.subscribe(topic, (payload) => {
    if (matchesRevocation(payload as Revocation, token)) end();
  });
  // An unavailable database says nothing about the token.
  const look = (): void => void recheck().catch(() => undefined);
  const timer = setInterval(look, recheckMs);
  timer.unref();
  // It may have ended since it was read.
  look();
  return stop;
}

function matchesRevocation(revocation: Revocation, { id, userId, apiKeyId }: TokenRecord): boolean {
  if ("tokenId" in revocation) return revocation.tokenId === id;
  if ("apiKeyId" in revocation) return revocation.apiKeyId === apiKeyId;
  return revocation.userId === userId && revocation.keptTokenId !== id;
}
