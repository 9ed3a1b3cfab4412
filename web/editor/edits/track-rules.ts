/**
 * When an edit of the selected track makes sense on a frame. The core also refuses invalid edits; these rules know it
 * beforehand, so that a button can be disabled with a reason.
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import { ghostSource } from "../tools/ghost.ts";

export type TrackRule = "noDetection" | "singleFrame" | "onlyKeyframe" | "outsideTrack" | "cannotSplit";

/** Why the keyframe on `frame` cannot be toggled; `undefined` if it can. */
export function keyframeRule(core: AnnotationCore, id: TrackId, frame: FrameNumber): TrackRule | undefined {
  const detection = core.detectionAt(id, frame);
  if (detection === undefined) return ghostSource(core, id, frame) === undefined ? "noDetection" : undefined;
  const { begin, end } = core.track(id);
  if (begin === end && frame === begin) return "singleFrame";
  return detection.isKeyframe && isOnlyKeyframe(core, id, frame) ? "onlyKeyframe" : undefined;
}

/** Stored detections that are not keyframes do not count: files may have a detection on every frame. */
function isOnlyKeyframe(core: AnnotationCore, id: TrackId, frame: FrameNumber): boolean {
  return core
    .keyframes(id)
    .every((stored) => stored === frame || core.detectionAt(id, stored as FrameNumber)?.isKeyframe !== true);
}

/** Why interpolation cannot be toggled on `frame`; `undefined` if it can. */
export function interpolationRule(core: AnnotationCore, id: TrackId, frame: FrameNumber): TrackRule | undefined {
  const { begin, end } = core.track(id);
  if (frame < begin || frame > end) return "outsideTrack";
  return begin === end ? "singleFrame" : undefined;
}

/** Why a track cannot be split on `frame`; `undefined` if it can. */
export function splitRule(core: AnnotationCore, id: TrackId, frame: FrameNumber): TrackRule | undefined {
  const { begin, end } = core.track(id);
  return begin < frame && frame <= end ? undefined : "cannotSplit";
}

/** Why a track can neither end nor continue on `frame`; `undefined` if it can. */
export function endRule(core: AnnotationCore, id: TrackId, frame: FrameNumber): TrackRule | undefined {
  return frame < core.track(id).begin ? "outsideTrack" : undefined;
}

/** Whether the box on or before `frame` is the last of its stretch, so that it leaves no ghost. */
export function endsAt(core: AnnotationCore, id: TrackId, frame: FrameNumber): boolean {
  if (core.detectionAt(id, frame) !== undefined) return !interpolatesAt(core, id, frame);
  const before = keyframeBefore(core, id, frame);
  return before !== undefined && !interpolatesAt(core, id, before);
}

/** Whether the stretch that begins on or before `frame` interpolates. */
export function interpolatesAt(core: AnnotationCore, id: TrackId, frame: FrameNumber): boolean {
  // A stretch without interpolation has no detections between keyframes.
  return core.detectionAt(id, frame)?.interpolates ?? false;
}

/** The nearest keyframe before `frame`. */
export function keyframeBefore(core: AnnotationCore, id: TrackId, frame: FrameNumber): FrameNumber | undefined {
  return core.keyframes(id).findLast((keyframe) => keyframe < frame) as FrameNumber | undefined;
}

/** The nearest keyframe after `frame`. */
export function keyframeAfter(core: AnnotationCore, id: TrackId, frame: FrameNumber): FrameNumber | undefined {
  return core.keyframes(id).find((keyframe) => keyframe > frame) as FrameNumber | undefined;
}
