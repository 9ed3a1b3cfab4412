/** Parts of an original found in a copy, compared with the truth. */
import { findCopy } from "../../cli/retarget/find-copy.ts";
import { pictureOf, readSmallPictures } from "../../cli/retarget/small-pictures.ts";
import type { Original, VideoCopy } from "../support/video-copies.ts";

export interface JudgedCopy {
  readonly right: number;
  readonly refused: number;
  /** Given another frame than the true one, or one where there is none. */
  readonly wrong: number;
  /** Copies of another video, correctly refused. */
  readonly foreign: number;
  /** How far a corner of the found crop is from the true one, pixels of the copy. */
  readonly offPx: number;
}

export async function judgeCopy(original: Original, { path, truth, crop }: VideoCopy): Promise<JudgedCopy> {
  const [old, fresh] = [await readSmallPictures(original.path), await readSmallPictures(path)];
  if (fresh.count !== truth.length) throw new Error(`${path} has ${fresh.count} pictures, not ${truth.length}`);
  const found = findCopy(old, fresh);
  const counts = { right: 0, refused: 0, wrong: 0, foreign: 0 };
  for (const [frame, own] of truth.entries()) {
    const given = found?.old[frame] ?? -1;
    const isSame = (): boolean => own >= 0 && Buffer.compare(pictureOf(old, own), pictureOf(old, given)) === 0;
    if (given < 0) counts[own < 0 ? "foreign" : "refused"]++;
    else counts[given === own || isSame() ? "right" : "wrong"]++;
  }
  const place = found?.place;
  const corners =
    place === undefined
      ? []
      : [0, 1].flatMap((at) => [
          (Math.abs(place.scaleX * at + place.offsetX - crop.x - at * crop.width) / crop.width) * fresh.width,
          (Math.abs(place.scaleY * at + place.offsetY - crop.y - at * crop.height) / crop.height) * fresh.height,
        ]);
  return { ...counts, offPx: Math.max(0, ...corners) };
}
