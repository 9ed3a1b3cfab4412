/**
 * Places in memory, in bytes. There are no static data, so everything from the first kilobyte on is free. A plane is a
 * square of 64 x 64 f32, row by row.
 */

export const SIDE: usize = 64;
/** Bytes of a row of a plane. */
export const ROW: usize = SIDE * 4;
export const PLANE: usize = SIDE * ROW;

/** For n < 16: the powers 1 to 3 of exp(-2πi n / 64), six f32 each. Written by the host. */
export const TWIDDLES: usize = 1024;
/** Weight of each row and column, 64 f32. Written by the host. */
export const FADE: usize = 1536;
/** Four columns on their way through the transform: 64 v128 of real parts, then 64 of imaginary parts; two of them. */
export const LINES: usize = 2048;
export const LINES_BYTES: usize = 2048;
/** Red, green and blue of the surroundings, from 0 to 255: three planes. Written by the host. */
export const PATCH: usize = 8192;
/** Three pairs of channels, as the real and imaginary parts of three complex planes; later their spectra. */
export const SPECTRA: usize = PATCH + 3 * PLANE;
export const PAIRS: usize = 3;
/** The state of an object, which the host keeps: the filter (three complex planes) and its power (one plane). */
export const FILTER: usize = SPECTRA + 6 * PLANE;
export const POWER: usize = FILTER + 6 * PLANE;
/** Spectrum of the desired response, which is real. */
export const WANTED: usize = POWER + PLANE;
/** The response, real parts, then imaginary parts. */
export const RESPONSE: usize = WANTED + PLANE;
/** Halfway through a transform. */
export const TURNED: usize = RESPONSE + 2 * PLANE;
/** First free byte. */
export const END: usize = TURNED + 2 * PLANE;
