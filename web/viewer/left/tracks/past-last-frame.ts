/** Tracks that reach past the last frame of the media: made at another frame rate, or for other media. */
import type { TrackId, TrackSpans } from "#core/types";

export interface PastLastFrame {
  readonly count: number;
  /** The track with the lowest id. */
  readonly first: TrackId;
}

/** `undefined` when no track does. */
export function findPastLastFrame({ trackIds, ends }: TrackSpans, lastFrame: number): PastLastFrame | undefined {
  let count = 0;
  let first: number | undefined;
  for (let index = 0; index < ends.length; index++) {
    if (ends[index]! <= lastFrame) continue;
    count++;
    first ??= trackIds[index];
  }
  return first === undefined ? undefined : { count, first: first as TrackId };
}
