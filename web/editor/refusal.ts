/** Why a requested action did not happen: each reason has a text that says what to do. */

import type { EditRefusal } from "../session/workspace.ts";
import type { TrackRule } from "./edits/track-rules.ts";
import type { BlockedReason } from "./modes/mode.ts";
import type { ToolRefusal } from "./tools/tool.ts";

/** Why a requested action did not happen. */
export type Refusal =
  | BlockedReason
  | EditRefusal
  | "pictureMissing"
  | "pictureChanged"
  | TrackRule
  | ToolRefusal
  | "noPart"
  | "nothingToAddTo"
  | "nothingCopied"
  | "nothingToUndo"
  | "nothingToRedo"
  | "stepReplaced"
  | "nothingToSave"
  | "noTypeOfDigit"
  | "noSuchFrame"
  | "oneCamera"
  | "nothingProposed"
  | "notRegistered"
  | "nothingToCarry"
  | "cannotLink"
  | "linkedAlready"
  | "notLinked"
  | "severalCameras"
  | "choosing"
  | "nothingEnhanced"
  | "nothingToThin"
  | "notTwoSelected"
  | "cannotSwap"
  | "noLabelOfKey"
  | "nothingListed"
  | "nothingBeneath"
  | "nothingToFollow"
  | "nothingToHold"
  | "nothingBetween"
  | "keyframesSuffice"
  | "nothingFound"
  | "tooFewToLearn"
  | "nothingSuggested"
  | "nothingDetected"
  | "noModels"
  | "noSegmenters"
  | "noReaders"
  | "segmenterGone"
  | "noComments"
  | "noProblems";
