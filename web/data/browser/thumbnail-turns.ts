/**
 * Limits concurrent thumbnail requests: browsers open few connections to a server, and the user's next action must not
 * wait for thumbnails.
 */

const maxParallel = 3;

/** In order of arrival, those in progress first. */
const wanted = new Map<symbol, () => void>();
const begun = new Set<symbol>();

/** @returns a function to call when the picture has loaded, has failed or is no longer wanted */
export function queueThumbnail(begin: () => void): () => void {
  const turn = Symbol("turn");
  wanted.set(turn, begin);
  beginNext();
  return () => {
    wanted.delete(turn);
    if (begun.delete(turn)) beginNext();
  };
}

function beginNext(): void {
  for (const [turn, begin] of wanted) {
    if (begun.size >= maxParallel) return;
    if (begun.has(turn)) continue;
    begun.add(turn);
    begin();
  }
}
