/**
 * A lens: from rays to pixels and back. It distorts as in OpenCV ("Camera Calibration and 3D Reconstruction"), which
 * follows D. C. Brown, "Close-range camera calibration", 1971: three radial and two tangential coefficients.
 *
 * A lens is 9 x f64: fx, fy, cx, cy (pixels), k1, k2, k3, p1, p2. A ray is x / z and y / z.
 */
export const LENS_BYTES: usize = 72;

/** Results of the functions below. */
export let outX: f64 = 0;
export let outY: f64 = 0;
/** Derivatives of the distortion: dx'/dx, dx'/dy (which equals dy'/dx), dy'/dy. */
export let slopeXx: f64 = 0;
export let slopeXy: f64 = 0;
export let slopeYy: f64 = 0;

/** Limit for Newton's method; it converges quadratically and needs 3 to 6 steps on real lenses. */
const MAX_STEPS: i32 = 30;

function distort(lens: usize, x: f64, y: f64): void {
  const p1 = load<f64>(lens, 56);
  const p2 = load<f64>(lens, 64);
  const r2 = x * x + y * y;
  const radial = 1 + r2 * (load<f64>(lens, 32) + r2 * (load<f64>(lens, 40) + r2 * load<f64>(lens, 48)));
  outX = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x);
  outY = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y;
}

export function distortionSlopes(lens: usize, x: f64, y: f64): void {
  const k1 = load<f64>(lens, 32);
  const k2 = load<f64>(lens, 40);
  const k3 = load<f64>(lens, 48);
  const p1 = load<f64>(lens, 56);
  const p2 = load<f64>(lens, 64);
  const r2 = x * x + y * y;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const growth = 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3));
  slopeXx = radial + x * x * growth + 2 * p1 * y + 6 * p2 * x;
  slopeXy = x * y * growth + 2 * p1 * x + 2 * p2 * y;
  slopeYy = radial + y * y * growth + 6 * p1 * y + 2 * p2 * x;
}

/** Stores the pixel of a ray in `outX` and `outY`. */
export function projectRay(lens: usize, x: f64, y: f64): void {
  distort(lens, x, y);
  outX = outX * load<f64>(lens) + load<f64>(lens, 16);
  outY = outY * load<f64>(lens, 8) + load<f64>(lens, 24);
}

/** Stores the ray of a pixel in `outX` and `outY`, inverting the distortion by Newton's method. */
export function rayOf(lens: usize, pixelX: f64, pixelY: f64): void {
  const u = (pixelX - load<f64>(lens, 16)) / load<f64>(lens);
  const v = (pixelY - load<f64>(lens, 24)) / load<f64>(lens, 8);
  let x = u;
  let y = v;
  for (let step = 0; step < MAX_STEPS; step++) {
    distort(lens, x, y);
    const errorX = outX - u;
    const errorY = outY - v;
    if (errorX * errorX + errorY * errorY < 1e-26) break;
    distortionSlopes(lens, x, y);
    const determinant = slopeXx * slopeYy - slopeXy * slopeXy;
    // Outside the part of the picture that a lens model covers, there is no inverse.
    if (determinant < 1e-12 && determinant > -1e-12) break;
    x -= (slopeYy * errorX - slopeXy * errorY) / determinant;
    y -= (slopeXx * errorY - slopeXy * errorX) / determinant;
  }
  outX = x;
  outY = y;
}
