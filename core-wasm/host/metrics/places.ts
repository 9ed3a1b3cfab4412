/** How far matched boxes deviate from those of the truth. */
import type { TrackBoxes } from "../types.ts";
import type { ComparedTracks } from "./frames.ts";
import { matchFrames } from "./overlap-matching.ts";

/** Over matched boxes; `undefined` without any. */
export interface PlaceMeasures {
  readonly meanIou: number | undefined;
  readonly medianIou: number | undefined;
  /** Mean distance of their centers, in pixels. */
  readonly centreDistance: number | undefined;
  /** Mean difference of their areas, relative to that of the truth. */
  readonly sizeError: number | undefined;
}

export function measurePlaces(compared: ComparedTracks, minIou: number): PlaceMeasures {
  const { truth, found, frames, overlaps } = compared;
  const matches = matchFrames(compared, minIou);
  const ious = new Float64Array(matches.overlaps.length);
  const [ownPlaces, otherPlaces] = [new Places(truth.length), new Places(found.length)];
  let [distance, size] = [0, 0];
  for (let n = 0; n < frames.length; n++) {
    for (let match = matches.starts[n]!; match < matches.starts[n + 1]!; match++) {
      const pair = matches.overlaps[match]!;
      const [own, other] = [truth[overlaps.truth[pair]!]!, found[overlaps.found[pair]!]!];
      const [a, at] = [own.bounds, ownPlaces.boxOn(own, overlaps.truth[pair]!, frames[n]!)];
      const [b, by] = [other.bounds, otherPlaces.boxOn(other, overlaps.found[pair]!, frames[n]!)];
      const [ax1, ay1, ax2, ay2] = [a[at]!, a[at + 1]!, a[at + 2]!, a[at + 3]!];
      const [bx1, by1, bx2, by2] = [b[by]!, b[by + 1]!, b[by + 2]!, b[by + 3]!];
      ious[match] = overlaps.ious[pair]!;
      const [dx, dy] = [(ax1 + ax2 - bx1 - bx2) / 2, (ay1 + ay2 - by1 - by2) / 2];
      distance += Math.sqrt(dx * dx + dy * dy);
      const area = (ax2 - ax1) * (ay2 - ay1);
      size += Math.abs((bx2 - bx1) * (by2 - by1) - area) / area;
    }
  }
  const count = ious.length;
  if (count === 0) {
    return { meanIou: undefined, medianIou: undefined, centreDistance: undefined, sizeError: undefined };
  }
  const sorted = ious.sort();
  return {
    meanIou: sorted.reduce((sum, iou) => sum + iou, 0) / count,
    medianIou: (sorted[(count - 1) >> 1]! + sorted[count >> 1]!) / 2,
    centreDistance: distance / count,
    sizeError: size / count,
  };
}

/** Where the boxes of tracks are, asked frame by frame. */
class Places {
  readonly #last: Uint32Array;

  constructor(tracks: number) {
    this.#last = new Uint32Array(tracks);
  }

  /** The position of the first of its four numbers. */
  boxOn({ frames }: TrackBoxes, index: number, frame: number): number {
    let at = this.#last[index]!;
    while (at < frames.length - 1 && frames[at]! < frame) at++;
    this.#last[index] = at;
    return at * 4;
  }
}
