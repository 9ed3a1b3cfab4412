/** 3 x 3 matrices of f64, in row-major order. */

/** `target` must not be one of the factors. */
export function multiply(first: usize, second: usize, target: usize): void {
  for (let row: usize = 0; row < 3; row++) {
    for (let column: usize = 0; column < 3; column++) {
      let sum: f64 = 0;
      for (let at: usize = 0; at < 3; at++) {
        sum += load<f64>(first + ((row * 3 + at) << 3)) * load<f64>(second + ((at * 3 + column) << 3));
      }
      store<f64>(target + ((row * 3 + column) << 3), sum);
    }
  }
}

/**
 * Inverts by the adjugate, scaled to 1 in the bottom right corner when that is not 0. Returns false when there is no
 * inverse.
 */
export function inverseOf(m: usize, target: usize): bool {
  for (let row: usize = 0; row < 3; row++) {
    for (let column: usize = 0; column < 3; column++) {
      store<f64>(target + ((column * 3 + row) << 3), cofactorOf(m, row, column));
    }
  }
  const determinant = load<f64>(m) * load<f64>(target) + load<f64>(m, 8) * load<f64>(target, 24) + load<f64>(m, 16) * load<f64>(target, 48);
  const corner = load<f64>(target, 64);
  if (!(abs(determinant) > 0) || !isFinite(determinant)) return false;
  const size = abs(corner) > 1e-12 * abs(determinant) ? corner : determinant;
  for (let at: usize = 0; at < 72; at += 8) store<f64>(target + at, load<f64>(target + at) / size);
  return true;
}

/** Includes the sign: rows and columns wrap around from the third to the first. */
function cofactorOf(m: usize, row: usize, column: usize): f64 {
  const r1 = (row + 1) % 3;
  const r2 = (row + 2) % 3;
  const c1 = (column + 1) % 3;
  const c2 = (column + 2) % 3;
  return valueAt(m, r1, c1) * valueAt(m, r2, c2) - valueAt(m, r1, c2) * valueAt(m, r2, c1);
}

function valueAt(m: usize, row: usize, column: usize): f64 {
  return load<f64>(m + ((row * 3 + column) << 3));
}
