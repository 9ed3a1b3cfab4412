/** Why a command does not run. */
export const refusals = {
  readOnly: "This Dataset is in Read Only mode, no edits can be made.",
  loading: "The annotations are being read again. Try again in a moment.",
  nothingSelected: "Select a track first.",
  noShapeExpected: "Press N to draw a new track.",
  nothingToUndo: "There is nothing to undo.",
  nothingToRedo: "There is nothing to redo.",
  nothingToSave: "Everything is saved.",
  noDetection: "The track has nothing on this frame.",
  singleFrame: "The track has this frame only.",
  onlyKeyframe: "This is the only keyframe in Track {track} it cannot be removed",
  outsideTrack: "This frame is before the beginning or after the end of the track.",
} as const;
