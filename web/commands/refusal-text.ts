/** The sentence that tells a person why a command did not run. */

import type { TrackId } from "#core/types";
import { t } from "../base/texts/index.ts";
import type { Refusal } from "./command.ts";

export function refusalText(refusal: Refusal, track?: TrackId): string {
  return refusal === "onlyKeyframe" ? t("refusals.onlyKeyframe", { track: track ?? "" }) : t(`refusals.${refusal}`);
}
