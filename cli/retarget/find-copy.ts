/** Finds the pictures of an old video in a new one: the place within the picture, and the old frame of each new one. */
import { alignPictures } from "./align.ts";
import { type Counterparts, findCounterparts, intervalOf } from "./counterparts.ts";
import { findPlace } from "./find-place.ts";
import { makeCoarse, makeComparable } from "./likeness.ts";
import { type Place, wholePicture } from "./place.ts";
import type { SmallPictures } from "./small-pictures.ts";

export interface FoundCopy extends Counterparts {
  readonly place: Place;
}

/** `undefined`: no part of the old video is in the new one, or none that is certain. */
export function findCopy(old: SmallPictures, fresh: SmallPictures): FoundCopy | undefined {
  const place = findPlace(old, fresh);
  if (place === undefined) return undefined;
  const [olds, news] = [makeComparable(old, place === wholePicture ? undefined : place), makeComparable(fresh)];
  const rate = intervalOf(fresh.seconds) / intervalOf(old.seconds);
  const { way, stride } = alignPictures(makeCoarse(olds), makeCoarse(news), rate);
  const timed = [
    { pictures: olds, seconds: old.seconds },
    { pictures: news, seconds: fresh.seconds },
  ] as const;
  const counterparts = findCounterparts(...timed, way, stride);
  return counterparts.stretches.length === 0 ? undefined : { place, ...counterparts };
}
