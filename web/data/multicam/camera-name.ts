/** What a camera may be called. Its name is that of a folder, and part of addresses. */
import { t } from "../../base/texts/index.ts";

/** Everything that is wrong with a name for another camera; empty: it can be added. */
export function nameProblems(name: string, taken: readonly string[]): readonly string[] {
  if (name === "") return [t("multicam.error.nameRequired")];
  return [
    ...(/\s/.test(name) ? [t("multicam.error.nameSpaces")] : []),
    ...(/^[a-z\d]+$/i.test(name) ? [] : [t("multicam.error.nameLetters")]),
    ...(taken.includes(name) ? [t("multicam.error.nameDuplicate")] : []),
  ];
}
