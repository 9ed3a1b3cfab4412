/** Names of the steps of undo, by what they did. */

import { t, type TextKey } from "../../../base/texts/index.ts";
import { nameOfAction, type ActionName, type EditAction } from "../../../session/undo/edit-action.ts";

type StepText = Extract<
  TextKey,
  | `lists.step${string}`
  | "notes.step"
  | "pairs.step"
  | "assist.step"
  | "assist.stepBack"
  | "assist.stepSoft"
  | "assist.stepAccept"
  | "assist.stepRead"
>;

const texts: Readonly<Record<ActionName, StepText>> = {
  "track.add": "lists.stepAddTrack",
  "track.acceptCounterpart": "lists.stepCounterpart",
  "track.follow": "assist.step",
  "track.revertFollowing": "assist.stepBack",
  "track.editSoftly": "assist.stepSoft",
  "track.readText": "assist.stepRead",
  "track.acceptSuggestion": "assist.stepAccept",
  "track.project": "lists.stepCarry",
  "track.delete": "lists.stepDeleteTracks",
  "shape.box.draw": "lists.stepDrawBox",
  "shape.box.resize": "lists.stepResizeBox",
  "shape.box.rotate": "lists.stepTurnBox",
  "shape.polygon.draw": "lists.stepDrawPolygon",
  "shape.polygon.reshape": "lists.stepChangePolygon",
  "shape.polygon.move": "lists.stepMovePolygon",
  "shape.hole.draw": "lists.stepDrawHole",
  "shape.hole.delete": "lists.stepDeleteHole",
  "shape.line.draw": "lists.stepDrawLine",
  "shape.line.reshape": "lists.stepChangeLine",
  "shape.line.move": "lists.stepMoveLine",
  "shape.point.add": "lists.stepAddPoint",
  "shape.point.move": "lists.stepMovePoint",
  "shape.point.delete": "lists.stepDeletePoint",
  "shape.detection.move": "lists.stepMove",
  "shape.polygon.delete": "lists.stepDeletePolygon",
  "shape.line.delete": "lists.stepDeleteLine",
  "detection.paste": "lists.stepPaste",
  "track.setAttribute": "lists.stepAttribute",
  "track.setType": "lists.stepType",
  "type.rename": "lists.stepRenameType",
  "type.delete": "lists.stepDeleteTypes",
  "track.split": "lists.stepSplit",
  "track.merge": "lists.stepMerge",
  "track.link": "lists.stepLink",
  "track.unlink": "lists.stepUnlink",
  "group.create": "lists.stepCreateGroup",
  "group.delete": "lists.stepDeleteGroup",
  "group.setMembers": "lists.stepGroupMembers",
  "group.setType": "lists.stepGroupType",
  "track.setReviewed": "lists.stepReviewed",
  "detection.toggleKeyframe": "lists.stepKeyframe",
  "detection.acceptGhost": "lists.stepGhost",
  "track.end": "lists.stepEndTrack",
  "track.continue": "lists.stepContinueTrack",
  "track.setInterpolation": "lists.stepInterpolation",
  "track.propagate": "lists.stepPropagate",
  "track.thinKeyframes": "lists.stepThin",
  "track.swap": "lists.stepSwap",
  "track.handOver": "lists.stepHandOver",
  "issues.fix": "lists.stepFixProblems",
  "differences.accept": "lists.stepAcceptDifferences",
  "differences.keep": "lists.stepKeepDifferences",
  "conflicts.merge": "lists.stepMergeConflicts",
  "frameLabel.begin": "lists.stepBeginFrameLabel",
  "frameLabel.end": "lists.stepEndFrameLabel",
  "frameLabel.move": "lists.stepMoveFrameLabel",
  "frameLabel.delete": "lists.stepDeleteFrameLabel",
  "detection.setNotes": "notes.step",
  "track.setPairs": "pairs.step",
  "configuration.change": "lists.stepConfiguration",
  "journal.restore": "lists.stepRecovered",
};

export function stepName(action: EditAction): string {
  return t(texts[nameOfAction(action)]);
}
