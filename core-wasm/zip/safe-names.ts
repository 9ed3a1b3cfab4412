/** Names of entries that every system can unpack, and names that differ on every system. */

/** A name that unpacks inside the target folder on every system, whatever the original folders are called. */
export function safeEntryName(name: string): string {
  const isFolder = name.endsWith("/");
  const parts = name
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .map((part) => (part === ".." ? "__" : part.replaceAll(/[\\:*?"<>|\u0000-\u001f]/g, "_")));
  return parts.join("/") + (isFolder ? "/" : "");
}

/** Equal names would overwrite each other when the archive is extracted. */
export function freeEntryName(name: string, taken: Set<string>): string {
  const [, stem = name, extension = ""] = /^(.*?)((?:\.[^./]*)?)$/su.exec(name) ?? [];
  let free = name;
  for (let n = 1; taken.has(free) && !name.endsWith("/"); n++) free = `${stem} (${n})${extension}`;
  taken.add(free);
  return free;
}

/** One segment of an entry's name: a slash in it must not become a folder. */
export const entryNamePart = (name: string): string =>
  name === ".." || name === "." ? "_" : name.replaceAll("/", "_");

/**
 * Where `A` and `a` are the same, too: the name, or the first of `name-2`, `name-3`... that is not taken yet; it is
 * taken afterwards.
 */
export function unlike(taken: Set<string>, name: string): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}-${number}`;
  taken.add(free.toLowerCase());
  return free;
}
