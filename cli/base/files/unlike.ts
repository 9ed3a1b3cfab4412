/** Names that differ on every file system, also where `A` and `a` are the same. */

/** The name, or the first of `name-2`, `name-3`... that is not taken yet; it is taken afterwards. */
export function unlike(taken: Set<string>, name: string): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}-${number}`;
  taken.add(free.toLowerCase());
  return free;
}
