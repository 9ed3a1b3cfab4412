/**
 * Who made a keyframe, if not a person: the detection attribute `origin`, which every format and client preserves. When
 * a person changes the keyframe, it becomes theirs.
 */

import type { AnnotationCore, EditTransaction, FrameNumber, TrackId } from "#core/types";

export const originAttribute = "origin";
const tracker = "tracker";
const detector = "detector";

export function markMadeByTracker(tx: EditTransaction, id: TrackId, frame: FrameNumber): void {
  tx.detections.setAttribute(id, frame, originAttribute, tracker);
}

/** A detector suggested it, and a person accepted it. */
export function markMadeByDetector(tx: EditTransaction, id: TrackId, frame: FrameNumber): void {
  tx.detections.setAttribute(id, frame, originAttribute, detector);
}

/** Marks it as a person's from now on. */
export function markAsManual(tx: EditTransaction, core: AnnotationCore, id: TrackId, frame: FrameNumber): void {
  if (core.detectionAttributes(id, frame)[originAttribute] === undefined) return;
  tx.detections.setAttribute(id, frame, originAttribute, undefined);
}

/** A keyframe made by a tracker, to which no one has added anything. */
export function isUntouchedByPerson(core: AnnotationCore, id: TrackId, frame: FrameNumber): boolean {
  const attributes = core.detectionAttributes(id, frame);
  const isTrackers = attributes[originAttribute] === tracker && Object.keys(attributes).length === 1;
  return isTrackers && core.shapes(id, frame).length === 0;
}
