/**
 * Whether supposed sizes may be the opposite corners: each is larger than the start of its box, and boxes start far
 * apart, which hardly ever happens with real sizes.
 */
export function looksLikeCorners(begins: readonly number[], sizes: readonly number[]): boolean {
  const largest = sizes.reduce((max, size) => Math.max(max, size), 0);
  const isBehind = begins.every((begin, at) => begin < (sizes[at] ?? 0));
  return isBehind && begins.some((begin) => begin > largest / 2);
}
