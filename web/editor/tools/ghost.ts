/**
 * The ghost of a track: its last box, shown on a frame where it has none, unless the track has ended. It is drawn and
 * can be grabbed, but is never stored.
 *
 * A track ends where its last keyframe does not interpolate: this is what files and other clients preserve, and what
 * CVAT calls `outside`. In a gap the track continues later, so its ghost is shown whatever the previous keyframe says.
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";

/** The frame whose box is the ghost on this one; `undefined` if the track has none here. */
export function ghostSource(core: AnnotationCore, track: TrackId, frame: FrameNumber): FrameNumber | undefined {
  if (!core.hasTrack(track) || core.detectionAt(track, frame) !== undefined) return undefined;
  const { begin, end } = core.track(track);
  if (frame < begin) return undefined;
  if (frame > end) return core.detectionAt(track, end)?.interpolates === true ? end : undefined;
  return core.keyframes(track).findLast((keyframe) => keyframe < frame) as FrameNumber | undefined;
}
