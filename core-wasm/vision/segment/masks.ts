/** Dilation and erosion of masks by a distance. */

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
