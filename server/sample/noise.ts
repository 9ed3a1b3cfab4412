/**
 * Repeatable randomness and smooth noise for the sample scene.
 */

/** A generator of numbers in [0, 1) with the same sequence for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Side of a noise tile in pixels; a power of two, so that positions wrap with a mask. */
export const tileSide = 256;

/** A square of smooth noise in [0, 1] that tiles seamlessly: several octaves, each half as strong. */
export function noiseTile(seed: number, firstCell: number, octaves: number): Float32Array {
  const tile = new Float32Array(tileSide * tileSide);
  const random = randomFrom(seed);
  let strength = 1;
  let total = 0;
  for (let octave = 0, cell = firstCell; octave < octaves; octave++, cell /= 2, strength /= 2) {
    const cells = tileSide / cell;
    const knots = Float32Array.from({ length: cells * cells }, random);
    total += strength;
    for (let y = 0; y < tileSide; y++) {
      const row = Math.floor(y / cell);
      const v = smooth(y / cell - row);
      for (let x = 0; x < tileSide; x++) {
        const column = Math.floor(x / cell);
        const u = smooth(x / cell - column);
        const knot = (dx: number, dy: number): number => knots[((row + dy) % cells) * cells + ((column + dx) % cells)]!;
        const top = knot(0, 0) + (knot(1, 0) - knot(0, 0)) * u;
        const bottom = knot(0, 1) + (knot(1, 1) - knot(0, 1)) * u;
        tile[y * tileSide + x]! += strength * (top + (bottom - top) * v);
      }
    }
  }
  return tile.map((value) => value / total);
}

const smooth = (t: number): number => t * t * (3 - 2 * t);
