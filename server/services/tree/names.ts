/** Rules for the names of folders, items and files. */
import { ValidationError } from "../../base/errors.ts";

/** File systems stop at 255 bytes; longer names could not be downloaded. */
const maxLength = 255;

/**
 * The name as it is stored: trimmed, without control characters. Slashes are kept, because clients of the API rely on
 * them; names never become paths of this machine, because contents are stored by their hash.
 * @throws ValidationError
 */
export function checkName(given: string, kind: "Folder" | "Item" | "File" | "Collection" | "Group"): string {
  // oxlint-disable-next-line no-control-regex -- it removes control characters
  const name = given.replaceAll(/[\u0000-\u001f\u007f]/g, "").trim();
  if (name === "") throw new ValidationError(`${kind} name must not be empty.`, "name");
  if (name.length > maxLength) {
    throw new ValidationError(`${kind} name must be at most ${maxLength} characters long.`, "name");
  }
  return name;
}

/** The first free name of `name`, `name (1)`, `name (2)`... */
export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  for (let n = 0; ; n++) {
    const candidate = n === 0 ? name : `${name} (${n})`;
    if (!(await isTaken(candidate))) return candidate;
  }
}

/** Like `freeName`, when all names are assigned here, as in an archive; fast for any number of equal names. */
export class FreeNames {
  readonly #taken = new Set<string>();
  /** The number to try next, by name. */
  readonly #next = new Map<string, number>();

  take(name: string): string {
    let free = name;
    let n = this.#next.get(name) ?? 1;
    for (; this.#taken.has(free); n++) free = `${name} (${n})`;
    this.#next.set(name, n);
    this.#taken.add(free);
    return free;
  }
}
