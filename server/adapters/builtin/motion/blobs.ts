/** Marked pixels become objects: specks go, small gaps close, what hangs together is one. */

export interface Blob {
  /** Bounds in pixels of the mask; right and bottom are outside. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Marked pixels. */
  readonly area: number;
  readonly pixels: readonly number[];
}

/**
 * @param mask 1 where something is marked; changed
 * @param gap pixels between parts that are one object all the same
 * @param leastArea marked pixels of the smallest object
 */
export function findBlobs(mask: Uint8Array, width: number, height: number, gap: number, leastArea: number): Blob[] {
  const opened = spreadMask(shrinkMask(mask, width, height, 1), width, height, 1);
  const closed = gap === 0 ? opened : shrinkMask(spreadMask(opened, width, height, gap), width, height, gap);
  const seen = new Uint8Array(mask.length);
  const blobs: Blob[] = [];
  const waiting: number[] = [];
  for (let start = 0; start < closed.length; start++) {
    if (closed[start] !== 1 || seen[start] === 1) continue;
    let [left, top, right, bottom] = [width, height, 0, 0];
    const pixels: number[] = [];
    seen[start] = 1;
    waiting.push(start);
    while (waiting.length > 0) {
      const at = waiting.pop() as number;
      const x = at % width;
      const y = (at - x) / width;
      // What only closes a gap says nothing about the size.
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
          if (closed[next] === 1 && seen[next] === 0) {
            seen[next] = 1;
            waiting.push(next);
          }
        }
      }
    }
    if (pixels.length >= leastArea) blobs.push({ left, top, right, bottom, area: pixels.length, pixels });
  }
  return blobs;
}

/** 1 where any pixel within the distance is marked, in a square. */
export function spreadMask(mask: Uint8Array, width: number, height: number, distance: number): Uint8Array {
  return alongColumns(alongRows(mask, width, distance, false), width, height, distance, false);
}

/** 1 where all pixels within the distance are marked; pixels outside the picture count as marked. */
export function shrinkMask(mask: Uint8Array, width: number, height: number, distance: number): Uint8Array {
  return alongColumns(alongRows(mask, width, distance, true), width, height, distance, true);
}

/** @param all of the pixels in the window must be marked, not just one */
function alongRows(from: Uint8Array, width: number, distance: number, all: boolean): Uint8Array {
  const to = new Uint8Array(from.length);
  for (let start = 0; start < from.length; start += width) {
    let marked = 0;
    for (let x = 0; x < Math.min(distance, width); x++) marked += from[start + x] as number;
    for (let x = 0; x < width; x++) {
      const last = x + distance;
      const gone = x - distance - 1;
      if (last < width) marked += from[start + last] as number;
      if (gone >= 0) marked -= from[start + gone] as number;
      const looked = Math.min(last, width - 1) - Math.max(gone, -1);
      to[start + x] = (all ? marked === looked : marked > 0) ? 1 : 0;
    }
  }
  return to;
}

/** The same down the columns, row by row with a count for each column: memory is read in its order. */
function alongColumns(from: Uint8Array, width: number, height: number, distance: number, all: boolean): Uint8Array {
  const to = new Uint8Array(from.length);
  const marked = new Uint16Array(width);
  for (let y = 0; y < Math.min(distance, height); y++) {
    for (let x = 0; x < width; x++) marked[x] = (marked[x] as number) + (from[y * width + x] as number);
  }
  for (let y = 0; y < height; y++) {
    const last = y + distance;
    const gone = y - distance - 1;
    const looked = Math.min(last, height - 1) - Math.max(gone, -1);
    for (let x = 0; x < width; x++) {
      let count = marked[x] as number;
      if (last < height) count += from[last * width + x] as number;
      if (gone >= 0) count -= from[gone * width + x] as number;
      marked[x] = count;
      to[y * width + x] = (all ? count === looked : count > 0) ? 1 : 0;
    }
  }
  return to;
}
