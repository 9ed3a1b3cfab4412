/** The connected parts of a mask (1 inside, row by row), and its holes. */

/** Connected components (4-neighbors). */
export function parts(mask: Uint8Array, width: number, height: number, side: 0 | 1): number[][] {
  const seen = new Uint8Array(mask.length);
  const found: number[][] = [];
  for (let start = 0; start < mask.length; start++) {
    if (seen[start] === 1 || mask[start] !== side) continue;
    const part = [start];
    seen[start] = 1;
    for (let n = 0; n < part.length; n++) {
      for (const next of nextTo(part[n] as number, width, height)) {
        if (seen[next] === 1 || mask[next] !== side) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    found.push(part);
  }
  return found;
}

/** The 4-neighbors of a pixel. */
export function nextTo(at: number, width: number, height: number): number[] {
  const x = at % width;
  const next: number[] = [];
  if (x > 0) next.push(at - 1);
  if (x < width - 1) next.push(at + 1);
  if (at >= width) next.push(at - width);
  if (at < width * (height - 1)) next.push(at + width);
  return next;
}

/** The largest connected part. */
export function largest(mask: Uint8Array, width: number, height: number): Uint8Array {
  const part = parts(mask, width, height, 1).toSorted((a, b) => b.length - a.length)[0] ?? [];
  return maskOf(part, mask.length);
}

/** The parts that contain any of these pixels. */
export function partsWith(mask: Uint8Array, pixels: readonly number[], width: number, height: number): Uint8Array {
  const wanted = maskOf(pixels, mask.length);
  const found = parts(mask, width, height, 1).filter((part) => part.some((at) => wanted[at] === 1));
  return maskOf(found.flat(), mask.length);
}

/** Background that does not reach the edge is a hole: filled if it is small and contains no point off the object. */
export function withoutHoles(
  mask: Uint8Array,
  width: number,
  height: number,
  minShareOfHole: number,
  isGround: (at: number) => boolean,
): Uint8Array {
  const filled = mask.slice();
  const size = mask.reduce((sum, pixel) => sum + pixel, 0);
  for (const part of parts(mask, width, height, 0)) {
    const isOutside = part.some((at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      return x === 0 || y === 0 || x === width - 1 || y === height - 1;
    });
    if (isOutside || part.length >= minShareOfHole * size) continue;
    if (minShareOfHole < Infinity && part.some(isGround)) continue;
    for (const at of part) filled[at] = 1;
  }
  return filled;
}

function maskOf(pixels: readonly number[], length: number): Uint8Array {
  const mask = new Uint8Array(length);
  for (const at of pixels) mask[at] = 1;
  return mask;
}
