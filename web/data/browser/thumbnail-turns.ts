/**
 * Small pictures that are fetched at the same time: few, since browsers open few connections to a server, and what a person
 * does next must not wait for pictures of rows.
 */

const mostAtOnce = 3;

/** In order of arrival; those that have begun come first. */
const wanted = new Map<symbol, () => void>();
const begun = new Set<symbol>();

/** @returns to be called when the picture is loaded, has failed or is not wanted any more */
export function takeTurn(begin: () => void): () => void {
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
    if (begun.size >= mostAtOnce) return;
    if (begun.has(turn)) continue;
    begun.add(turn);
    begin();
  }
}
