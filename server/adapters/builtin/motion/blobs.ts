/** Turns marked pixels into objects: removes specks, closes small gaps, joins connected pixels. */
import { shrinkMask, spreadMask } from "#vision/segment/masks";

export interface Blob {
  /** Bounds in pixels of the mask; right and bottom are exclusive. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Number of marked pixels. */
  readonly area: number;
  readonly pixels: readonly number[];
}

/**
 * @param mask 1 where something is marked; modified
 * @param gap pixels between parts that still count as one object
 * @param minArea marked pixels of the smallest object
 */
export function findBlobs(mask: Uint8Array, width: number, height: number, gap: number, minArea: number): Blob[] {
  const opened = spreadMask(shrinkMask(mask, width, height, 1), width, height, 1);
  // Pixels are removed as they are visited.
  const closed = gap === 0 ? opened.slice() : shrinkMask(spreadMask(opened, width, height, gap), width, height, gap);
  const blobs: Blob[] = [];
  const waiting: number[] = [];
  for (let start = closed.indexOf(1); start >= 0; start = closed.indexOf(1, start)) {
    let [left, top, right, bottom] = [width, height, 0, 0];
    const pixels: number[] = [];
    closed[start] = 0;
    waiting.push(start);
    while (waiting.length > 0) {
      const at = waiting.pop() as number;
      const x = at % width;
      const y = (at - x) / width;
      // Pixels that only close a gap do not count towards the size.
      if (opened[at] === 1) {
        pixels.push(at);
        if (x < left) left = x;
        if (x >= right) right = x + 1;
        if (y < top) top = y;
        if (y >= bottom) bottom = y + 1;
      }
      for (let dy = -1; dy <= 1; dy++) {
        if (y + dy < 0 || y + dy >= height) continue;
        for (let dx = -1; dx <= 1; dx++) {
          if (x + dx < 0 || x + dx >= width) continue;
          const next = at + dy * width + dx;
          if (closed[next] === 1) {
            closed[next] = 0;
            waiting.push(next);
          }
        }
      }
    }
    if (pixels.length >= minArea) blobs.push({ left, top, right, bottom, area: pixels.length, pixels });
  }
  return blobs;
}
