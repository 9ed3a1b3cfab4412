/**
 * Whether what is said to be a size may be the other end: each is larger than where its box begins, and boxes begin far
 * apart, as those of real sizes hardly ever do.
 */
export function looksLikeCorners(begins: readonly number[], sizes: readonly number[]): boolean {
  const most = sizes.reduce((max, size) => Math.max(max, size), 0);
  const isBehind = begins.every((begin, at) => begin < (sizes[at] ?? 0));
  return isBehind && begins.some((begin) => begin > most / 2);
}
