/** Links of the earlier address style, `/#/viewer/x?set=y`, which bookmarks and scripts still hold. */

/** The path that a hash link means, or undefined for any other address. */
export function translateHashLink(href: string): string | undefined {
  const { hash } = new URL(href);
  return hash.startsWith("#/") ? hash.slice(1) : undefined;
}
