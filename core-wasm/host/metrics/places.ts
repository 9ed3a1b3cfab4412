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
      const [a, b] = [boxOn(truth[pair.truth]!, frame), boxOn(found[pair.found]!, frame)];
      ious.push(pair.iou);
      distance += Math.hypot((a[0] + a[2] - b[0] - b[2]) / 2, (a[1] + a[3] - b[1] - b[3]) / 2);
      const area = (a[2] - a[0]) * (a[3] - a[1]);
      size += Math.abs((b[2] - b[0]) * (b[3] - b[1]) - area) / area;
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

function boxOn({ frames, bounds }: TrackBoxes, frame: number): readonly [number, number, number, number] {
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle]! < frame) low = middle + 1;
    else high = middle;
  }
  return [bounds[low * 4]!, bounds[low * 4 + 1]!, bounds[low * 4 + 2]!, bounds[low * 4 + 3]!];
}
