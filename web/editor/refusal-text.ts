/** The sentence that tells a person why something did not happen. */

import type { TrackId } from "#core/types";
import { t } from "../base/texts/index.ts";
import type { Refusal } from "./editor.ts";

export function refusalText(refusal: Refusal, track?: TrackId): string {
  switch (refusal) {
    case "readOnly":
      return t("commands.refusedReadOnly");
    case "nothingSelected":
      return t("commands.refusedNothingSelected");
    case "noShapeExpected":
      return t("commands.refusedNoShapeExpected");
    case "nothingToUndo":
      return t("commands.refusedNothingToUndo");
    case "nothingToRedo":
      return t("commands.refusedNothingToRedo");
    case "nothingToSave":
      return t("commands.refusedNothingToSave");
    case "noDetection":
      return t("commands.refusedNoDetection");
    case "singleFrame":
      return t("commands.refusedSingleFrame");
    case "onlyKeyframe":
      return t("commands.refusedOnlyKeyframe", { track: track ?? "" });
    case "outsideTrack":
      return t("commands.refusedOutsideTrack");
  }
}
