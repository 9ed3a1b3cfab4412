/** All commands of an open dataset, in display order. */

import { viewerCameraCommands } from "./viewer-cameras.ts";
import { viewerClipboardCommands } from "./viewer-clipboard.ts";
import { viewerCommentCommands } from "./viewer-comments.ts";
import { viewerEditingCommands } from "./viewer-editing.ts";
import { viewerFrameLabelCommands } from "./viewer-frame-labels.ts";
import { viewerGeneralCommands } from "./viewer-general.ts";
import { viewerJumpCommands } from "./viewer-jumps.ts";
import { viewerNewCommands } from "./viewer-new.ts";
import { viewerNudgeCommands } from "./viewer-nudge.ts";
import { viewerPictureCommands } from "./viewer-picture.ts";
import { viewerPlaybackCommands } from "./viewer-playback.ts";
import { viewerProblemCommands } from "./viewer-problems.ts";
import { viewerShapeCommands } from "./viewer-shapes.ts";
import { viewerSelectingCommands } from "./viewer-selecting.ts";
import { viewerSoftCommands } from "./viewer-soft.ts";
import { viewerSuggestCommands } from "./viewer-suggest.ts";
import { viewerTrackEditCommands } from "./viewer-track-edits.ts";
import { viewerTrackCommands } from "./viewer-track.ts";
import { viewerTypeCommands } from "./viewer-types.ts";

export const viewerCommands = {
  ...viewerGeneralCommands,
  ...viewerTrackCommands,
  ...viewerTypeCommands,
  ...viewerClipboardCommands,
  ...viewerSelectingCommands,
  ...viewerTrackEditCommands,
  ...viewerPlaybackCommands,
  ...viewerJumpCommands,
  ...viewerCommentCommands,
  ...viewerProblemCommands,
  ...viewerFrameLabelCommands,
  ...viewerPictureCommands,
  ...viewerCameraCommands,
  ...viewerEditingCommands,
  ...viewerSuggestCommands,
  ...viewerNewCommands,
  ...viewerSoftCommands,
  ...viewerShapeCommands,
  ...viewerNudgeCommands,
};
