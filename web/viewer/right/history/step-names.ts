/** Names of steps, by the label of the edit. */

import { t, type TextKey } from "../../../base/texts/index.ts";
import type { EditLabel } from "../../../editor/edit-label.ts";

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

const names: Readonly<Record<EditLabel | "configuration" | "keepDifferences" | "recovered", StepText>> = {
  addTrack: "lists.stepAddTrack",
  acceptCounterpart: "lists.stepCounterpart",
  followTrack: "assist.step",
  takeBackFollowed: "assist.stepBack",
  softEdit: "assist.stepSoft",
  readText: "assist.stepRead",
  acceptSuggestion: "assist.stepAccept",
  carryAcross: "lists.stepCarry",
  deleteTracks: "lists.stepDeleteTracks",
  drawBox: "lists.stepDrawBox",
  resizeBox: "lists.stepResizeBox",
  turnBox: "lists.stepTurnBox",
  drawPolygon: "lists.stepDrawPolygon",
  changePolygon: "lists.stepChangePolygon",
  movePolygon: "lists.stepMovePolygon",
  drawHole: "lists.stepDrawHole",
  deleteHole: "lists.stepDeleteHole",
  drawLine: "lists.stepDrawLine",
  changeLine: "lists.stepChangeLine",
  moveLine: "lists.stepMoveLine",
  addPoint: "lists.stepAddPoint",
  movePoint: "lists.stepMovePoint",
  deletePoint: "lists.stepDeletePoint",
  moveDetection: "lists.stepMove",
  deletePolygon: "lists.stepDeletePolygon",
  deleteLine: "lists.stepDeleteLine",
  pasteDetection: "lists.stepPaste",
  setAttribute: "lists.stepAttribute",
  setType: "lists.stepType",
  renameType: "lists.stepRenameType",
  deleteTypes: "lists.stepDeleteTypes",
  splitTrack: "lists.stepSplit",
  mergeTracks: "lists.stepMerge",
  linkTracks: "lists.stepLink",
  unlinkTrack: "lists.stepUnlink",
  createGroup: "lists.stepCreateGroup",
  deleteGroup: "lists.stepDeleteGroup",
  setGroupMembers: "lists.stepGroupMembers",
  setGroupType: "lists.stepGroupType",
  setReviewed: "lists.stepReviewed",
  toggleKeyframe: "lists.stepKeyframe",
  acceptGhost: "lists.stepGhost",
  endTrack: "lists.stepEndTrack",
  continueTrack: "lists.stepContinueTrack",
  setInterpolate: "lists.stepInterpolation",
  setInterpolateAll: "lists.stepInterpolation",
  propagate: "lists.stepPropagate",
  thinKeyframes: "lists.stepThin",
  swapTracks: "lists.stepSwap",
  handOver: "lists.stepHandOver",
  fixProblems: "lists.stepFixProblems",
  acceptDifferences: "lists.stepAcceptDifferences",
  keepDifferences: "lists.stepKeepDifferences",
  mergeConflicts: "lists.stepMergeConflicts",
  beginFrameLabel: "lists.stepBeginFrameLabel",
  endFrameLabel: "lists.stepEndFrameLabel",
  moveFrameLabel: "lists.stepMoveFrameLabel",
  deleteFrameLabel: "lists.stepDeleteFrameLabel",
  setNotes: "notes.step",
  setPairs: "pairs.step",
  configuration: "lists.stepConfiguration",
  recovered: "lists.stepRecovered",
};

export function stepName(label: string): string {
  return t(names[label as keyof typeof names]);
}
