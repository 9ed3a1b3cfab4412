/**
 * Shortens a name for places that no style sheet reaches, such as the picture. What distinguishes two names is often at
 * their end, so both ends stay.
 */

/** @param maxLength of the result, in characters */
export function cutInMiddle(name: string, maxLength: number): string {
  // Most names are short, also by this upper bound.
  if (name.length <= maxLength) return name;
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  if (characters.length <= maxLength) return name;
  const kept = maxLength - 1;
  const start = characters.slice(0, Math.ceil(kept / 2)).join("");
  return `${start.trimEnd()}…${characters
    .slice(characters.length - Math.floor(kept / 2))
    .join("")
    .trimStart()}`;
}
