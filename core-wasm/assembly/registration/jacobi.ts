/**
 * Eigenvalues and eigenvectors of a symmetric 9 x 9 matrix by Jacobi rotations, each of which zeroes one off-diagonal
 * element (Golub and Van Loan, "Matrix Computations", 4th edition, 8.5).
 */
const SIZE: usize = 9;
const VECTORS: usize = memory.data(648, 16);
/** Sweeps over all elements; convergence is quadratic, and 6 to 8 are usually enough. */
const MAX_ROUNDS: i32 = 60;

let smallestIndex: usize = 0;

function at(matrix: usize, row: usize, column: usize): usize {
  return matrix + ((row * SIZE + column) << 3);
}

/**
 * Diagonalizes the matrix.
 * @returns the second smallest eigenvalue divided by the largest
 */
export function decompose(matrix: usize): f64 {
  memory.fill(VECTORS, 0, 648);
  for (let index: usize = 0; index < SIZE; index++) store<f64>(at(VECTORS, index, index), 1);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let off: f64 = 0;
    let on: f64 = 0;
    for (let row: usize = 0; row < SIZE; row++) {
      on += abs(load<f64>(at(matrix, row, row)));
      for (let column = row + 1; column < SIZE; column++) off += abs(load<f64>(at(matrix, row, column)));
    }
    if (off <= 1e-16 * on) break;
    for (let row: usize = 0; row < SIZE; row++) {
      for (let column = row + 1; column < SIZE; column++) rotate(matrix, row, column);
    }
  }
  let largest: f64 = 0;
  let smallest = Infinity;
  let next = Infinity;
  for (let index: usize = 0; index < SIZE; index++) {
    const value = abs(load<f64>(at(matrix, index, index)));
    largest = max(largest, value);
    if (value < smallest) {
      next = smallest;
      smallest = value;
      smallestIndex = index;
    } else if (value < next) {
      next = value;
    }
  }
  return largest > 0 ? next / largest : 0;
}

/** Stores the unit eigenvector of the smallest eigenvalue. */
export function vectorOfSmallest(target: usize): void {
  for (let row: usize = 0; row < SIZE; row++) store<f64>(target + (row << 3), load<f64>(at(VECTORS, row, smallestIndex)));
}

function rotate(matrix: usize, p: usize, q: usize): void {
  const off = load<f64>(at(matrix, p, q));
  if (off == 0) return;
  const difference = (load<f64>(at(matrix, q, q)) - load<f64>(at(matrix, p, p))) / (2 * off);
  const tangent = (difference >= 0 ? 1 : -1) / (abs(difference) + sqrt(difference * difference + 1));
  const cosine = 1 / sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let index: usize = 0; index < SIZE; index++) turn(at(matrix, index, p), at(matrix, index, q), cosine, sine);
  for (let index: usize = 0; index < SIZE; index++) turn(at(matrix, p, index), at(matrix, q, index), cosine, sine);
  for (let index: usize = 0; index < SIZE; index++) turn(at(VECTORS, index, p), at(VECTORS, index, q), cosine, sine);
}

function turn(first: usize, second: usize, cosine: f64, sine: f64): void {
  const a = load<f64>(first);
  const b = load<f64>(second);
  store<f64>(first, cosine * a - sine * b);
  store<f64>(second, sine * a + cosine * b);
}
