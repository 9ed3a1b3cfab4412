/**
 * The ghost of a track: its last box on a frame that has none of it, where the track has not been ended. It is drawn and
 * taken hold of, never stored.
 *
 * A track is ended where its last keyframe does not interpolate: that is what files and other clients keep of it, and what
 * CVAT calls `outside`. In a gap the track goes on later, so its ghost is there whatever the keyframe before says.
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";

/** The frame whose box is the ghost on this one; `undefined`: the track has none here. */
export function ghostSource(core: AnnotationCore, track: TrackId, frame: FrameNumber): FrameNumber | undefined {
  if (!core.hasTrack(track) || core.detectionAt(track, frame) !== undefined) return undefined;
  const { begin, end } = core.track(track);
  if (frame < begin) return undefined;
  if (frame > end) return core.detectionAt(track, end)?.interpolates === true ? end : undefined;
  return core.keyframes(track).findLast((keyframe) => keyframe < frame) as FrameNumber | undefined;
}
