/** Names of files and folders, made of names on the server. */
import { slugify } from "#schemas/slug";

/** A name for files; names in other scripts than Latin leave nothing. */
export function nameFor(text: string, otherwise: string): string {
  const name = slugify(text).replace(/^[.-]+/, "");
  return name === "" ? otherwise : name;
}
