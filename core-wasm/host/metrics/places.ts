/** How far matched boxes deviate from those of the truth. */
import type { TrackBoxes } from "../types.ts";
import { matchFrame } from "./detection.ts";
import type { ComparedTracks } from "./frames.ts";

/** Over matched boxes; `undefined` without any. */
export interface PlaceMeasures {
  readonly meanIou: number | undefined;
  readonly medianIou: number | undefined;
  /** Mean distance of their centers, in pixels. */
  readonly centreDistance: number | undefined;
  /** Mean difference of their areas, relative to that of the truth. */
  readonly sizeError: number | undefined;
}

export function measurePlaces({ truth, found, frames }: ComparedTracks, minIou: number): PlaceMeasures {
  const ious: number[] = [];
  let [distance, size] = [0, 0];
  for (const { frame, overlaps } of frames) {
    for (const pair of matchFrame(overlaps, minIou)) {
      const [{ bounds: a }, { bounds: b }] = [truth[pair.truth]!, found[pair.found]!];
      const [at, by] = [boxOn(truth[pair.truth]!, frame), boxOn(found[pair.found]!, frame)];
      const [ax1, ay1, ax2, ay2] = [a[at]!, a[at + 1]!, a[at + 2]!, a[at + 3]!];
      const [bx1, by1, bx2, by2] = [b[by]!, b[by + 1]!, b[by + 2]!, b[by + 3]!];
      ious.push(pair.iou);
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
  const sorted = Float64Array.from(ious).sort();
  return {
    meanIou: sorted.reduce((sum, iou) => sum + iou, 0) / count,
    medianIou: (sorted[(count - 1) >> 1]! + sorted[count >> 1]!) / 2,
    centreDistance: distance / count,
    sizeError: size / count,
  };
}

/** The position of the first of its four numbers. */
function boxOn({ frames }: TrackBoxes, frame: number): number {
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle]! < frame) low = middle + 1;
    else high = middle;
  }
  return low * 4;
}
