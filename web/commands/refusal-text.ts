/** The message that explains why a command did not run. */

import type { TrackId } from "#core/types";
import { t } from "../base/texts/index.ts";
import type { Refusal } from "./command.ts";

export function refusalText(refusal: Refusal, track?: TrackId): string {
  if (refusal === "onlyKeyframe" || refusal === "cannotLink") return t(`refusals.${refusal}`, { track: track ?? "" });
  return t(`refusals.${refusal}`);
}
