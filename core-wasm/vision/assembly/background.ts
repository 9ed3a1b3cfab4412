/**
 * Background model of a fixed camera: each pixel is a mixture of few colors, as many as it needs. After Z. Zivkovic,
 * "Improved adaptive Gaussian mixture model for background subtraction", ICPR 2004, with the number of colors of a
 * pixel chosen as there, and shadows after A. Prati et al., "Detecting moving shadows", PAMI 2003: darker, of the same
 * color. One model per instance; pixels are counted in fours, the last ones may lie beyond the picture.
 */
import { channel } from "./channel";
import { END } from "./layout";

/** Maximum number of colors per pixel. */
const MODES: usize = 4;
/** Columns of a mode. */
const COLUMNS: usize = 5;
/** Fraction of the time that a color must be present to be background. */
const BACKGROUND_SHARE: f32 = 0.9;
/** Squared distance in variances within which a pixel matches a color; to be background it may be further away. */
const NEAR: f32 = 9;
const INITIAL_VARIANCE: f32 = 15;
const MIN_VARIANCE: f32 = 4;
const MAX_VARIANCE: f32 = 75;
/** Evidence that another color needs, in pictures, as a fraction of the history. */
const COMPLEXITY: f32 = 0.05;
/** A shadow keeps at least this fraction of the light, and at most the other. */
const MIN_LIGHT: f32 = 0.5;
const MAX_LIGHT: f32 = 0.97;

/** Classes of pixels in the mask (`#vision/motion/background`). */
const BACKGROUND: u8 = 0;
const SHADOW: u8 = 1;
const FOREGROUND: u8 = 2;

let pixels: usize = 0;
/** Bytes of one column: an f32 per pixel. */
let column: usize = 0;
/** For each mode, the heaviest first: columns of weights, variances, red, green and blue. */
let modes: usize = 0;
/** Modes in use, a byte per pixel. */
let counts: usize = 0;
let mask: usize = 0;
let picture: usize = 0;

/** Bytes of memory for a picture of so many pixels. */
export function background_bytes(count: usize): usize {
  const padded = (count + 3) & ~3;
  return END + padded * (MODES * COLUMNS * 4 + 5) + 16;
}

/** Begins a model without pictures. The memory after END must be zero. */
export function background_open(count: usize): void {
  pixels = (count + 3) & ~3;
  column = pixels << 2;
  modes = END;
  counts = modes + MODES * COLUMNS * column;
  mask = counts + pixels;
  picture = mask + pixels;
}

/** A column of the heaviest mode. @param which 0 weight, 1 variance, 2 red, 3 green, 4 blue */
export function background_column(which: usize): usize {
  return modes + which * column;
}

export function background_counts(): usize {
  return counts;
}

/** The classes of the last picture, a byte per pixel. */
export function background_mask(): usize {
  return mask;
}

/** Where the host writes a picture, three bytes per pixel. */
export function background_picture(): usize {
  return picture;
}

/** Adds the picture. @param threshold squared distance in variances beyond which a pixel is foreground */
export function background_update(rate: f32, threshold: f32): void {
  const variances = modes + column;
  const reds = variances + column;
  const greens = reds + column;
  const blues = greens + column;
  const near = f32x4.splat(min<f32>(NEAR, threshold));
  const rates = f32x4.splat(rate);
  for (let pixel: usize = 0; pixel < pixels; pixel += 4) {
    // The common case: four pixels with a single color, which match it.
    if (load<u32>(counts + pixel) == 0x01010101) {
      const bytes = v128.load(picture + pixel * 3);
      const at = pixel << 2;
      const red = v128.load(reds + at);
      const green = v128.load(greens + at);
      const blue = v128.load(blues + at);
      const variance = v128.load(variances + at);
      const r = f32x4.sub(red, channel(bytes, 0));
      const g = f32x4.sub(green, channel(bytes, 1));
      const b = f32x4.sub(blue, channel(bytes, 2));
      const distance = f32x4.add(f32x4.mul(r, r), f32x4.add(f32x4.mul(g, g), f32x4.mul(b, b)));
      if (i32x4.all_true(f32x4.lt(distance, f32x4.mul(near, variance)))) {
        v128.store(reds + at, f32x4.sub(red, f32x4.mul(rates, r)));
        v128.store(greens + at, f32x4.sub(green, f32x4.mul(rates, g)));
        v128.store(blues + at, f32x4.sub(blue, f32x4.mul(rates, b)));
        const next = f32x4.add(variance, f32x4.mul(rates, f32x4.sub(distance, variance)));
        v128.store(
          variances + at,
          f32x4.min(f32x4.splat(MAX_VARIANCE), f32x4.max(f32x4.splat(MIN_VARIANCE), next)),
        );
        store<u32>(mask + pixel, 0);
        continue;
      }
    }
    for (let n: usize = 0; n < 4; n++) {
      store<u8>(mask + pixel + n, updatePixel(pixel + n, rate, threshold));
    }
  }
}

function updatePixel(pixel: usize, rate: f32, threshold: f32): u8 {
  const red = <f32>load<u8>(picture + pixel * 3);
  const green = <f32>load<u8>(picture + pixel * 3, 1);
  const blue = <f32>load<u8>(picture + pixel * 3, 2);
  const base = modes + (pixel << 2);
  const modeBytes = COLUMNS * column;
  const prune = -rate * COMPLEXITY;
  let count = <usize>load<u8>(counts + pixel);
  let isBackground = false;
  let isFitted = false;
  let total: f32 = 0;
  const used = count;
  if (used == 1 && matchesOnly(base, red, green, blue, rate, threshold)) return BACKGROUND;
  for (let index: usize = 0; index < count; index++) {
    let mode = base + index * modeBytes;
    let weight: f32 = (<f32>1 - rate) * load<f32>(mode) + prune;
    if (!isFitted) {
      const variance = load<f32>(mode + column);
      const dr = load<f32>(mode + column * 2) - red;
      const dg = load<f32>(mode + column * 3) - green;
      const db = load<f32>(mode + column * 4) - blue;
      const distance = dr * dr + dg * dg + db * db;
      if (total < BACKGROUND_SHARE && distance < threshold * variance) isBackground = true;
      if (distance < NEAR * variance) {
        isFitted = true;
        weight += rate;
        move(mode, rate / weight, dr, dg, db, distance);
        // Keeps heavier ones first.
        while (mode > base && weight > load<f32>(mode - modeBytes)) {
          swap(mode, mode - modeBytes);
          mode -= modeBytes;
        }
      }
    }
    if (weight < -prune) {
      weight = 0;
      count--;
    }
    store<f32>(mode, weight);
    total += weight;
  }
  for (let index: usize = 0; index < count; index++) {
    const mode = base + index * modeBytes;
    store<f32>(mode, load<f32>(mode) / total);
  }
  if (!isFitted) {
    if (count < MODES) count++;
    let mode = base + (count - 1) * modeBytes;
    if (count == 1) store<f32>(mode, 1);
    else {
      store<f32>(mode, rate);
      for (let other = base; other < mode; other += modeBytes) store<f32>(other, load<f32>(other) * (<f32>1 - rate));
    }
    store<f32>(mode + column, INITIAL_VARIANCE);
    store<f32>(mode + column * 2, red);
    store<f32>(mode + column * 3, green);
    store<f32>(mode + column * 4, blue);
    while (mode > base && load<f32>(mode) > load<f32>(mode - modeBytes)) {
      swap(mode, mode - modeBytes);
      mode -= modeBytes;
    }
  }
  store<u8>(counts + pixel, <u8>count);
  if (isBackground) return BACKGROUND;
  return isShadow(base, count, red, green, blue, threshold) ? SHADOW : FOREGROUND;
}

/** Updates the only color of a pixel if the pixel matches it. */
function matchesOnly(mode: usize, red: f32, green: f32, blue: f32, rate: f32, threshold: f32): bool {
  const dr = load<f32>(mode + column * 2) - red;
  const dg = load<f32>(mode + column * 3) - green;
  const db = load<f32>(mode + column * 4) - blue;
  const distance = dr * dr + dg * dg + db * db;
  if (distance >= min<f32>(NEAR, threshold) * load<f32>(mode + column)) return false;
  move(mode, rate, dr, dg, db, distance);
  return true;
}

/** Moves a color towards the pixel. */
// @ts-ignore: decorator
@inline
function move(mode: usize, step: f32, dr: f32, dg: f32, db: f32, distance: f32): void {
  const variance = load<f32>(mode + column);
  store<f32>(mode + column * 2, load<f32>(mode + column * 2) - step * dr);
  store<f32>(mode + column * 3, load<f32>(mode + column * 3) - step * dg);
  store<f32>(mode + column * 4, load<f32>(mode + column * 4) - step * db);
  const next = variance + step * (distance - variance);
  store<f32>(mode + column, min<f32>(MAX_VARIANCE, max<f32>(MIN_VARIANCE, next)));
}

function isShadow(base: usize, count: usize, red: f32, green: f32, blue: f32, threshold: f32): bool {
  let total: f32 = 0;
  for (let index: usize = 0; index < count; index++) {
    const mode = base + index * COLUMNS * column;
    const mr = load<f32>(mode + column * 2);
    const mg = load<f32>(mode + column * 3);
    const mb = load<f32>(mode + column * 4);
    const own = mr * mr + mg * mg + mb * mb;
    const light: f32 = own == 0 ? 0 : (red * mr + green * mg + blue * mb) / own;
    if (light <= MAX_LIGHT && light >= MIN_LIGHT) {
      const dr = light * mr - red;
      const dg = light * mg - green;
      const db = light * mb - blue;
      if (dr * dr + dg * dg + db * db < threshold * load<f32>(mode + column) * light * light) return true;
    }
    total += load<f32>(mode);
    if (total > BACKGROUND_SHARE) return false;
  }
  return false;
}

function swap(a: usize, b: usize): void {
  for (let n: usize = 0; n < COLUMNS * column; n += column) {
    const value = load<f32>(a + n);
    store<f32>(a + n, load<f32>(b + n));
    store<f32>(b + n, value);
  }
}
