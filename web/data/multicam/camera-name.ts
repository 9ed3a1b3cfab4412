/** Validates camera names: a name becomes a folder name and part of addresses. */
import { t } from "../../base/texts/index.ts";

/** All problems of a name for an additional camera; empty if it can be added. */
export function nameProblems(name: string, taken: readonly string[]): readonly string[] {
  if (name === "") return [t("multicam.error.nameRequired")];
  return [
    ...(/\s/.test(name) ? [t("multicam.error.nameSpaces")] : []),
    ...(/^[a-z\d]+$/i.test(name) ? [] : [t("multicam.error.nameLetters")]),
    ...(taken.includes(name) ? [t("multicam.error.nameDuplicate")] : []),
  ];
}
