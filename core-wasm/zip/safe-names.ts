/** Names of entries that every system can unpack. */

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
