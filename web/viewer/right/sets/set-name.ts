/** Validates the name of a new annotation set. */

import { t } from "../../../base/texts/index.ts";
import { defaultSetName } from "../../../base/annotation-set.ts";

/** The reason to show why a name is not allowed; `undefined` if it is. */
export function refuseSetName(name: string, existing: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === "") return t("history.setEmpty");
  return trimmed === defaultSetName || existing.includes(trimmed) ? t("history.setReserved") : undefined;
}
