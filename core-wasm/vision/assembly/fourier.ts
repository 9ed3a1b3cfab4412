/**
 * The discrete Fourier transform of a complex plane: radix 4 without reordering, after T. Stockham, "High-speed
 * convolution and correlation", AFIPS 1966; four columns at a time.
 */
import { LINES, LINES_BYTES, PLANE, ROW, TURNED, TWIDDLES } from "./layout";

/** Bytes from the real to the imaginary parts in LINES. */
const IMAGINARY: usize = LINES_BYTES / 2;
const OTHER_LINES: usize = LINES + LINES_BYTES;
const TWIDDLE_BYTES: usize = 24;

/** Forwards, in place, without a factor. Backwards with the real and imaginary parts swapped. */
export function transform(re: usize, im: usize): void {
  transformColumns(re, im, TURNED, TURNED + PLANE);
  transformColumns(TURNED, TURNED + PLANE, re, im);
}

/** Transforms each column, and writes it as a row. */
function transformColumns(re: usize, im: usize, toRe: usize, toIm: usize): void {
  for (let group: usize = 0; group < ROW; group += 16) {
    for (let p: usize = 0; p < 16; p++) {
      const from = p * ROW + group;
      const to = LINES + (p << 6);
      rotatedButterfly(re + from, im + from, 16 * ROW, to, 16, TWIDDLES + p * TWIDDLE_BYTES);
    }
    for (let p: usize = 0; p < 4; p++) {
      const twiddle = TWIDDLES + 4 * p * TWIDDLE_BYTES;
      for (let q: usize = 0; q < 4; q++) {
        const from = LINES + ((q + 4 * p) << 4);
        const to = OTHER_LINES + ((q + 16 * p) << 4);
        rotatedButterfly(from, from + IMAGINARY, 256, to, 64, twiddle);
      }
    }
    for (let q: usize = 0; q < 16; q++) lastButterfly(OTHER_LINES + (q << 4), LINES + (q << 4));
    const row = group * (ROW / 4);
    for (let k: usize = 0; k < 16; k++) {
      const from = LINES + (k << 6);
      transpose(from, toRe + row + (k << 4));
      transpose(from + IMAGINARY, toIm + row + (k << 4));
    }
  }
}

/** Four values `apart` bytes from each other become four in LINES or OTHER_LINES. */
// @ts-ignore: decorator
@inline
function rotatedButterfly(re: usize, im: usize, apart: usize, to: usize, toApart: usize, twiddle: usize): void {
  const ar = v128.load(re);
  const ai = v128.load(im);
  const br = v128.load(re + apart);
  const bi = v128.load(im + apart);
  const cr = v128.load(re + 2 * apart);
  const ci = v128.load(im + 2 * apart);
  const dr = v128.load(re + 3 * apart);
  const di = v128.load(im + 3 * apart);
  const evenR = f32x4.add(ar, cr);
  const evenI = f32x4.add(ai, ci);
  const oddR = f32x4.add(br, dr);
  const oddI = f32x4.add(bi, di);
  const evenOffR = f32x4.sub(ar, cr);
  const evenOffI = f32x4.sub(ai, ci);
  const oddOffR = f32x4.sub(br, dr);
  const oddOffI = f32x4.sub(bi, di);
  v128.store(to, f32x4.add(evenR, oddR));
  v128.store(to + IMAGINARY, f32x4.add(evenI, oddI));
  turned(to + toApart, f32x4.add(evenOffR, oddOffI), f32x4.sub(evenOffI, oddOffR), twiddle);
  turned(to + 2 * toApart, f32x4.sub(evenR, oddR), f32x4.sub(evenI, oddI), twiddle + 8);
  turned(to + 3 * toApart, f32x4.sub(evenOffR, oddOffI), f32x4.add(evenOffI, oddOffR), twiddle + 16);
}

/** Stores the product with a twiddle factor. */
// @ts-ignore: decorator
@inline
function turned(to: usize, re: v128, im: v128, twiddle: usize): void {
  const cos = v128.load32_splat(twiddle);
  const sin = v128.load32_splat(twiddle, 4);
  v128.store(to, f32x4.sub(f32x4.mul(re, cos), f32x4.mul(im, sin)));
  v128.store(to + IMAGINARY, f32x4.add(f32x4.mul(re, sin), f32x4.mul(im, cos)));
}

/** The same for the last pass, whose factors are all 1. */
// @ts-ignore: decorator
@inline
function lastButterfly(from: usize, to: usize): void {
  const ar = v128.load(from);
  const ai = v128.load(from + IMAGINARY);
  const br = v128.load(from + 256);
  const bi = v128.load(from + IMAGINARY + 256);
  const cr = v128.load(from + 512);
  const ci = v128.load(from + IMAGINARY + 512);
  const dr = v128.load(from + 768);
  const di = v128.load(from + IMAGINARY + 768);
  const evenR = f32x4.add(ar, cr);
  const evenI = f32x4.add(ai, ci);
  const oddR = f32x4.add(br, dr);
  const oddI = f32x4.add(bi, di);
  const evenOffR = f32x4.sub(ar, cr);
  const evenOffI = f32x4.sub(ai, ci);
  const oddOffR = f32x4.sub(br, dr);
  const oddOffI = f32x4.sub(bi, di);
  v128.store(to, f32x4.add(evenR, oddR));
  v128.store(to + IMAGINARY, f32x4.add(evenI, oddI));
  v128.store(to + 256, f32x4.add(evenOffR, oddOffI));
  v128.store(to + IMAGINARY + 256, f32x4.sub(evenOffI, oddOffR));
  v128.store(to + 512, f32x4.sub(evenR, oddR));
  v128.store(to + IMAGINARY + 512, f32x4.sub(evenI, oddI));
  v128.store(to + 768, f32x4.sub(evenOffR, oddOffI));
  v128.store(to + IMAGINARY + 768, f32x4.add(evenOffI, oddOffR));
}

/** Four consecutive vectors of four columns become four rows of a plane. */
// @ts-ignore: decorator
@inline
function transpose(from: usize, to: usize): void {
  const a = v128.load(from);
  const b = v128.load(from, 16);
  const c = v128.load(from, 32);
  const d = v128.load(from, 48);
  const lowAB = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const highAB = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const lowCD = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const highCD = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f64>(lowAB, lowCD, 0, 2));
  v128.store(to + ROW, v128.shuffle<f64>(lowAB, lowCD, 1, 3));
  v128.store(to + 2 * ROW, v128.shuffle<f64>(highAB, highCD, 0, 2));
  v128.store(to + 3 * ROW, v128.shuffle<f64>(highAB, highCD, 1, 3));
}
