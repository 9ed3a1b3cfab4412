/** Milliseconds before what found no server is tried again: each time twice as long, up to half a minute. */

const firstMs = 2000;
const longestMs = 30_000;

/** @param tries that have failed so far, at least 1 */
export function waitAfter(tries: number): number {
  return Math.min(longestMs, firstMs * 2 ** (tries - 1));
}
