/** The sentence that tells a person why something did not happen. */

import type { TrackId } from "#core/types";
import { t } from "../base/texts/index.ts";
import type { Refusal } from "./editor.ts";

export function refusalText(refusal: Refusal, track?: TrackId): string {
  switch (refusal) {
    case "readOnly":
      return t("refusals.readOnly");
    case "loading":
      return t("refusals.loading");
    case "nothingSelected":
      return t("refusals.nothingSelected");
    case "noShapeExpected":
      return t("refusals.noShapeExpected");
    case "nothingToUndo":
      return t("refusals.nothingToUndo");
    case "nothingToRedo":
      return t("refusals.nothingToRedo");
    case "nothingToSave":
      return t("refusals.nothingToSave");
    case "noDetection":
      return t("refusals.noDetection");
    case "singleFrame":
      return t("refusals.singleFrame");
    case "onlyKeyframe":
      return t("refusals.onlyKeyframe", { track: track ?? "" });
    case "outsideTrack":
      return t("refusals.outsideTrack");
  }
}
