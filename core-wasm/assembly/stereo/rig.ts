/**
 * A calibrated pair of cameras. A point X in the left camera's coordinates is `R X + T` in the right camera's; lengths
 * are in the unit of T (Hartley and Zisserman, "Multiple View Geometry", 2nd edition, 9.1).
 *
 * An instance has one rig: left and right lens, R in row-major order, T. Sides are 0: left, 1: right.
 */
import { LENS_BYTES } from "./lens";

const ROTATION: usize = 2 * LENS_BYTES;
const TRANSLATION: usize = ROTATION + 72;
const RIG: usize = memory.data(240, 16);
/** Arguments and results of calls. */
const EXCHANGE: usize = memory.data(256, 16);

/** Address of 30 x f64, to be filled by the host. */
export function rigAddress(): usize {
  return RIG;
}

/** Address of 32 x f64: arguments, replaced by results. */
export function exchangeAddress(): usize {
  return EXCHANGE;
}

export function lensOf(side: u32): usize {
  return RIG + <usize>side * LENS_BYTES;
}

/** An element of R, in row-major order. */
export function rotationAt(row: usize, column: usize): f64 {
  return load<f64>(RIG + ROTATION + ((row * 3 + column) << 3));
}

export function translationAt(axis: usize): f64 {
  return load<f64>(RIG + TRANSLATION + (axis << 3));
}

/** Stores a direction of one camera in the other camera's coordinates. */
export function turnToOther(from: u32, x: f64, y: f64, z: f64, target: usize): void {
  for (let axis: usize = 0; axis < 3; axis++) {
    const turned =
      from == 0
        ? rotationAt(axis, 0) * x + rotationAt(axis, 1) * y + rotationAt(axis, 2) * z
        : rotationAt(0, axis) * x + rotationAt(1, axis) * y + rotationAt(2, axis) * z;
    store<f64>(target + (axis << 3), turned);
  }
}

/** Stores the position of this camera in the other camera's coordinates. */
export function placeForOther(from: u32, target: usize): void {
  const x = translationAt(0);
  const y = translationAt(1);
  const z = translationAt(2);
  if (from == 0) {
    store<f64>(target, x);
    store<f64>(target, y, 8);
    store<f64>(target, z, 16);
    return;
  }
  turnToOther(1, -x, -y, -z, target);
}
