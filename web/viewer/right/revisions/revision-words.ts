/**
 * Descriptions of revisions in the language of the page. The server stores them in English, because clients of api/v1
 * read them, so they are recognized by their wording. Others stay as they are.
 */
import { languageCode, t } from "../../../base/texts/index.ts";

/** By text; the placeholders of a text are the groups, in this order. */
const wordings = {
  saved: /^save$/,
  cloned: /^initialize clone$/,
  restored: /^Rollback to revision ([0-9]+)$/,
  imported: /^Import (.+?) from (.+)$/su,
  merged: /^Consensus of (.+)$/su,
} as const;

const run =
  /^Run (?<name>.+?)(?:: added (?<added>\d+) tracks?|: (?<found>\d+) tracks? in place of (?<before>\d+))?(?: on frames (?<first>\d+) to (?<last>\d+))?(?:, (?<kept>\d+) saved meanwhile kept)?$/su;

export function revisionWords(said: string): string {
  if (languageCode() === "en") return said;
  for (const key of Object.keys(wordings) as (keyof typeof wordings)[]) {
    const [whole, name = "", first = ""] = wordings[key].exec(said) ?? [];
    if (whole !== undefined) return t(`history.said.${key}`, { name, first });
  }
  return runWords(said) ?? said;
}

function runWords(said: string): string | undefined {
  const { name, added, found, before, first, last, kept } = run.exec(said)?.groups ?? {};
  if (name === undefined) return undefined;
  const counts = [
    ...(added === undefined ? [] : [t("history.said.added", { count: Number(added) })]),
    ...(found === undefined ? [] : [t("history.said.replaced", { count: Number(found), before: before ?? "" })]),
    ...(first === undefined ? [] : [t("history.said.frames", { first, last: last ?? "" })]),
    ...(kept === undefined ? [] : [t("history.said.kept", { count: Number(kept) })]),
  ];
  const ran = t("history.said.run", { name });
  return counts.length === 0 ? ran : `${ran}: ${counts.join(", ")}`;
}
