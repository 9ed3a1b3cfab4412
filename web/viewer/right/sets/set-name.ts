/** Whether a new annotation set can have a name. */

import { t } from "../../../base/texts/index.ts";
import { defaultSetName } from "../../../base/annotation-set.ts";

/** Why it cannot be called this, for people; `undefined` when it can. */
export function refuseSetName(name: string, existing: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === "") return t("history.setEmpty");
  return trimmed === defaultSetName || existing.includes(trimmed) ? t("history.setReserved") : undefined;
}
