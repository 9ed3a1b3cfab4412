/** Options of a scoring, and how it maps the types of tracks. */
import type { ScoringParams } from "#schemas";
import { unknownType } from "../types.ts";

export type { ScoringParams };

export const defaultScoringParams: ScoringParams = {
  iouThreshold: 0.5,
  confidenceThreshold: 0,
  matchMode: "box",
  keypointTolerance: 0.1,
  perClass: true,
  topClassOnly: false,
  defaultClass: "",
  classSynonyms: "",
  tracking: true,
  sweep: true,
  sweepInterval: 50,
  filterEstimator: "min",
};

/** @throws Error that says which line is not `canonical: alias, alias`, or which alias stands for two types */
export function readSynonyms(text: string): ReadonlyMap<string, string> {
  const canonicalOf = new Map<string, string>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    const canonical = line.slice(0, colon).trim();
    const aliases = line
      .slice(colon + 1)
      .split(",")
      .map((alias) => alias.trim())
      .filter((alias) => alias !== "");
    if (colon < 0 || canonical === "" || aliases.length === 0)
      throw new Error(`line ${at + 1} of the synonyms is not "type: alias, alias"`);
    for (const alias of aliases) {
      const known = canonicalOf.get(alias);
      if (known !== undefined && known !== canonical)
        throw new Error(`line ${at + 1} of the synonyms: ${alias} stands for ${known} already`);
      canonicalOf.set(alias, canonical);
    }
  }
  return canonicalOf;
}

/** The type that a track counts as. */
export function classNamer({
  classSynonyms,
  defaultClass,
}: Pick<ScoringParams, "classSynonyms" | "defaultClass">): (type: string) => string {
  const synonyms = readSynonyms(classSynonyms);
  return (type) => {
    const given = type === unknownType && defaultClass !== "" ? defaultClass : type;
    return synonyms.get(given) ?? given;
  };
}
