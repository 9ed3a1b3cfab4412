/**
 * Descriptions of revisions in the language of the page. The server stores them in English, because clients of api/v1
 * read them, so they are recognized by their wording. Others stay as they are.
 */
import { languageCode, t } from "../../../base/texts/index.ts";

/** By text; the placeholders of a text are the groups, in this order. */
const wordings = {
  saved: "save",
  cloned: "initialize clone",
  restored: "Rollback to revision ([0-9]+)",
  imported: "Import (.+) from (.+)",
  merged: "Consensus of (.+)",
  added: "Run (.+): added ([0-9]+) tracks?",
  replaced: "Run (.+): ([0-9]+) tracks? in place of ([0-9]+)",
  run: "Run ([^:]+?)",
} as const;

export function revisionWords(said: string): string {
  if (languageCode() === "en") return said;
  for (const key of Object.keys(wordings) as (keyof typeof wordings)[]) {
    const [whole, name = "", first = "", second = ""] = new RegExp(`^${wordings[key]}$`, "su").exec(said) ?? [];
    if (whole !== undefined) return t(`history.said.${key}`, { name, first, second });
  }
  return said;
}
