/**
 * Milliseconds before retrying a request that found no server, or a server that could not save: doubles each time, up
 * to half a minute.
 */

const firstMs = 2000;
const maxMs = 30_000;

/** @param tries failed attempts so far, at least 1 @param minMs the wait that the server asks for */
export function backoffMs(tries: number, minMs = 0): number {
  return Math.max(minMs, Math.min(maxMs, firstMs * 2 ** (tries - 1)));
}
