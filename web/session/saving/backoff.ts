/**
 * Milliseconds before what found no server, or one that could not save, is tried again: each time twice as long, up to
 * half a minute.
 */

const firstMs = 2000;
const longestMs = 30_000;

/** @param tries that have failed so far, at least 1 @param leastMs what the server asks for */
export function waitAfter(tries: number, leastMs = 0): number {
  return Math.max(leastMs, Math.min(longestMs, firstMs * 2 ** (tries - 1)));
}
