/** Where to go from a frame: the next one with detections, the next empty one, the next start of a track. */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";

export type Direction = 1 | -1;

/** The next frame with or without detections; `counts` are the visible ones per frame. */
export function nextFrameWhere(
  counts: Uint32Array,
  from: number,
  direction: Direction,
  isOccupied: boolean,
): number | undefined {
  for (let frame = from + direction; frame >= 0 && frame < counts.length; frame += direction) {
    if (counts[frame]! > 0 === isOccupied) return frame;
  }
  return undefined;
}

export interface TrackStart {
  readonly frame: FrameNumber;
  /** The track with the smallest id that starts there. */
  readonly track: TrackId;
}

/** The next frame on which visible tracks start. */
export function nextTrackStart(core: AnnotationCore, from: number, direction: Direction): TrackStart | undefined {
  const shown = new Set(core.shown.trackIds());
  const { trackIds, begins } = core.shown.trackSpans();
  let best: TrackStart | undefined;
  for (const [i, id] of trackIds.entries()) {
    const frame = begins[i]!;
    const distance = (frame - from) * direction;
    if (distance <= 0 || !shown.has(id)) continue;
    const bestDistance = best === undefined ? Infinity : (best.frame - from) * direction;
    if (distance < bestDistance || (distance === bestDistance && id < best!.track)) {
      best = { frame: frame as FrameNumber, track: id as TrackId };
    }
  }
  return best;
}
