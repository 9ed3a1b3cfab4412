/**
 * Finds the pixels of an object in a box, after GrabCut (C. Rother, V. Kolmogorov, A. Blake, ACM SIGGRAPH 2004): the
 * pixels outside the box model the background; the models of object and background, and the labels of the pixels
 * inside, are refined alternately. Colors are modeled by histograms instead of mixtures, and neighbors are made to
 * agree by iterated conditional modes (J. Besag, J. R. Statist. Soc. B 48(3), 1986) instead of a graph cut: boxes are
 * small, and it takes milliseconds.
 */
import type { Bounds } from "../bounds.ts";
import { largest, nextTo, partsWith, withoutHoles } from "./mask-parts.ts";
import { shrinkMask, spreadMask } from "./masks.ts";
import type { Pixels } from "../pixels.ts";

/** A mask of an object, 1 inside, for the part of the picture from (left, top). */
export interface CutOut {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly mask: Uint8Array;
}

/** Histogram steps per color channel. */
const steps = 12;
const colors = steps ** 3;
const rounds = 6;
/** The weight of a neighbor, relative to that of a pixel's own color. */
const neighborWeight = 0.6;
/** Width of the certain background around the box, as a share of its size. */
const around = 0.35;
/** A smaller share of the box is not an object, and neither is all of it. */
const [minShare, maxShare] = [0.08, 0.985];

/** A point known to be on the object, or off it. */
export interface Seed {
  readonly x: number;
  readonly y: number;
  readonly isObject: boolean;
}

export interface CutOutOptions {
  /** Known points. If any is on the object, only parts connected to such a point are kept. */
  readonly seeds?: readonly Seed[];
  /**
   * Holes of at least this share of the object are kept, and so are those with a point off the object; default: none.
   */
  readonly minHole?: number;
}

/** `undefined`: nothing in the box differs from its surroundings. Bounds are in pixels of the picture. */
export function cutOut(picture: Pixels, bounds: Bounds, options: CutOutOptions = {}): CutOut | undefined {
  const { seeds = [], minHole = Infinity } = options;
  const area = areaAround(picture, bounds);
  const { left, top, width, height } = area;
  if (width < 4 || height < 4) return undefined;
  const allowed = new Uint8Array(width * height);
  const color = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [px, py] = [left + x, top + y];
      const isInside = px + 0.5 >= bounds.x1 && px + 0.5 < bounds.x2 && py + 0.5 >= bounds.y1 && py + 0.5 < bounds.y2;
      allowed[y * width + x] = isInside ? free : never;
      color[y * width + x] = colorAt(picture, px, py);
    }
  }
  const count = allowed.reduce((sum, one) => sum + (one === free ? 1 : 0), 0);
  const certain = seeds.map((seed) => ({ seed, pixels: discAround(area, seed) }));
  for (const { seed, pixels } of certain) for (const at of pixels) allowed[at] = seed.isObject ? always : never;
  const discs = (isObject: boolean) =>
    certain.flatMap(({ seed, pixels }) => (seed.isObject === isObject ? [pixels] : []));
  const [onObject, offObject] = [discs(true), discs(false)];
  let mask = onObject.length > 0 ? likeSeeds(color, allowed, onObject, offObject, area) : middleOf(area, bounds);
  for (let round = 0; round < rounds; round++) {
    const object = smoothedHistogram(color, mask, 1);
    const ground = smoothedHistogram(color, mask, 0);
    const objectOver = object.map((share, seen) => Math.log(share / (ground[seen] as number)));
    mask = relabeled(mask, allowed, width, height, (at) => objectOver[color[at] as number] as number);
  }
  const closed = shrinkMask(spreadMask(mask, width, height, 1), width, height, 1);
  const kept = onObject.length > 0 ? partsWith(closed, onObject.flat(), width, height) : largest(closed, width, height);
  const whole = withoutHoles(kept, width, height, minHole, (at) => allowed[at] === never);
  const share = whole.reduce((sum, one) => sum + one, 0) / Math.max(1, count);
  const tooSmall = onObject.length > 0 ? 0 : minShare;
  return share <= tooSmall || share > maxShare ? undefined : { ...area, mask: whole };
}

/** States of a pixel. */
const [free, never, always] = [0, 1, 2];
/** Radius around a known point, as a share of the box, and its minimum in pixels. */
const [seedShare, minSeedPx] = [0.015, 2];

function discAround({ left, top, width, height }: Omit<CutOut, "mask">, { x, y }: Seed): number[] {
  const radius = Math.max(minSeedPx, seedShare * Math.max(width, height));
  const found: number[] = [];
  for (let py = Math.max(0, Math.floor(y - top - radius)); py <= Math.min(height - 1, y - top + radius); py++) {
    for (let px = Math.max(0, Math.floor(x - left - radius)); px <= Math.min(width - 1, x - left + radius); px++) {
      if (Math.hypot(px + 0.5 - (x - left), py + 0.5 - (y - top)) <= radius) found.push(py * width + px);
    }
  }
  return found;
}

/** Maximum distance in color steps from a point on the object for a pixel to start as object. */
const nearSteps = 1.8;

/**
 * Initial mask with known points: pixels connected to those on the object, and nearer to their colors than to those of
 * the other points.
 */
function likeSeeds(
  color: Uint16Array,
  allowed: Uint8Array,
  onObject: readonly (readonly number[])[],
  offObject: readonly (readonly number[])[],
  { width, height }: Omit<CutOut, "mask">,
): Uint8Array {
  const mask = new Uint8Array(width * height);
  const seenAt = (discs: readonly (readonly number[])[]) => [...new Set(discs.flat().map((at) => color[at] as number))];
  const [own, others] = [seenAt(onObject), seenAt(offObject)];
  const isLike = Uint8Array.from({ length: colors }, (_, seen) => {
    const apart = nearest(seen, own);
    return apart <= nearSteps && apart < nearest(seen, others) ? 1 : 0;
  });
  const waiting = onObject.flat();
  for (const at of waiting) mask[at] = 1;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const next of nextTo(at, width, height)) {
      if (mask[next] === 1 || allowed[next] === never || isLike[color[next] as number] === 0) continue;
      mask[next] = 1;
      waiting.push(next);
    }
  }
  return mask;
}

function areaAround({ width, height }: Pixels, { x1, y1, x2, y2 }: Bounds): Omit<CutOut, "mask"> {
  const [dx, dy] = [Math.max(3, (x2 - x1) * around), Math.max(3, (y2 - y1) * around)];
  const [left, top] = [Math.max(0, Math.floor(x1 - dx)), Math.max(0, Math.floor(y1 - dy))];
  const [right, bottom] = [Math.min(width, Math.ceil(x2 + dx)), Math.min(height, Math.ceil(y2 + dy))];
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function colorAt({ rgb, width }: Pixels, x: number, y: number): number {
  const at = (y * width + x) * 3;
  const step = (n: number): number => Math.floor(((rgb[at + n] as number) * steps) / 256);
  return (step(0) * steps + step(1)) * steps + step(2);
}

/** Distance to the nearest of some colors, in steps. */
function nearest(seen: number, some: readonly number[]): number {
  const [r, g, b] = channelsOf(seen);
  return Math.min(
    ...some.map((other) => {
      const [otherR, otherG, otherB] = channelsOf(other);
      return Math.hypot(r - otherR, g - otherG, b - otherB);
    }),
  );
}

const channelsOf = (seen: number): readonly [number, number, number] => [
  Math.floor(seen / (steps * steps)),
  Math.floor(seen / steps) % steps,
  seen % steps,
];

/** Initial mask without known points: the ellipse in the middle of the box. */
function middleOf({ left, top, width, height }: Omit<CutOut, "mask">, { x1, y1, x2, y2 }: Bounds): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = (left + x + 0.5 - (x1 + x2) / 2) / ((x2 - x1) / 2);
      const v = (top + y + 0.5 - (y1 + y2) / 2) / ((y2 - y1) / 2);
      if (u * u + v * v <= 0.8) mask[y * width + x] = 1;
    }
  }
  return mask;
}

/** Color distribution of one side, slightly smoothed, since few pixels fill few steps. */
function smoothedHistogram(color: Uint16Array, mask: Uint8Array, side: 0 | 1): Float64Array {
  let counts = new Float64Array(colors);
  let total = 0;
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] !== side) continue;
    counts[color[at] as number] = (counts[color[at] as number] as number) + 1;
    total++;
  }
  for (const stride of [1, steps, steps * steps]) {
    const spread = new Float64Array(colors);
    for (let n = 0; n < colors; n++) {
      const place = Math.floor(n / stride) % steps;
      const below = place > 0 ? (counts[n - stride] as number) : (counts[n] as number);
      const above = place < steps - 1 ? (counts[n + stride] as number) : (counts[n] as number);
      spread[n] = 0.25 * below + 0.5 * (counts[n] as number) + 0.25 * above;
    }
    counts = spread;
  }
  return counts.map((count) => (count + 0.02) / (total + 0.02 * colors));
}

/** Relabels each pixel by its color and its neighbors, including those already relabeled in this round. */
function relabeled(
  before: Uint8Array,
  allowed: Uint8Array,
  width: number,
  height: number,
  objectOver: (at: number) => number,
): Uint8Array {
  const mask = before.slice();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (allowed[at] !== free) {
        mask[at] = allowed[at] === always ? 1 : 0;
        continue;
      }
      let votes = mask[at] === 1 ? -1 : 1;
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          votes += mask[ny * width + nx] === 1 ? 1 : -1;
        }
      }
      mask[at] = objectOver(at) + neighborWeight * votes > 0 ? 1 : 0;
    }
  }
  return mask;
}
