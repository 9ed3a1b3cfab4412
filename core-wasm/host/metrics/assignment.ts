/**
 * The matching of two sides with the largest sum of weights (Kuhn 1955; the form with potentials, O(n^3)). Pairs that
 * are not listed have no weight and are never matched. Connected components are solved separately, so that large sparse
 * cases are fast.
 */

export interface WeightedPair {
  /** Positions in the lists of the two sides. */
  readonly a: number;
  readonly b: number;
  /** Above 0. */
  readonly weight: number;
}

export function matchBest<P extends WeightedPair>(pairs: readonly P[]): readonly P[] {
  if (pairs.length < 2) return pairs;
  let [maxA, maxB] = [0, 0];
  for (const { a, b } of pairs) {
    if (a > maxA) maxA = a;
    if (b > maxB) maxB = b;
  }
  if (maxA >= usesOfA.length) usesOfA = new Uint32Array(maxA * 2);
  if (maxB >= usesOfB.length) usesOfB = new Uint32Array(maxB * 2);
  for (const { a, b } of pairs) {
    usesOfA[a]!++;
    usesOfB[b]!++;
  }
  // Most pairs compete with no other: they are matched directly.
  const competing = pairs.filter(({ a, b }) => usesOfA[a]! > 1 || usesOfB[b]! > 1);
  const free = competing.length === 0 ? pairs : pairs.filter(({ a, b }) => usesOfA[a] === 1 && usesOfB[b] === 1);
  for (const { a, b } of pairs) usesOfA[a] = usesOfB[b] = 0;
  return competing.length === 0 ? free : [...free, ...components(competing).flatMap(solve)];
}

/** How many pairs contain each position; all 0 between two calls. */
let usesOfA = new Uint32Array(1024);
let usesOfB = new Uint32Array(1024);

/** Groups pairs into connected components. */
function components<P extends WeightedPair>(pairs: readonly P[]): readonly (readonly P[])[] {
  // Both sides in one map: `a` unchanged, `b` as negative numbers.
  const parent = new Map<number, number>();
  const rootOf = (key: number): number => {
    let root = key;
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root)) root = next;
    // Path compression: everything passed now points to the root.
    for (let at = key; at !== root;) {
      const next = parent.get(at) ?? root;
      parent.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { a, b } of pairs) parent.set(rootOf(a), rootOf(-1 - b));
  return [...Map.groupBy(pairs, ({ a }) => rootOf(a)).values()];
}

function solve<P extends WeightedPair>(pairs: readonly P[]): readonly P[] {
  const [{ a, b }] = pairs as readonly [P];
  if (pairs.every((pair) => pair.a === a) || pairs.every((pair) => pair.b === b)) return [heaviest(pairs)];
  const rows = new Map([...new Set(pairs.map(({ a }) => a))].map((id, index) => [id, index + 1]));
  const columns = new Map([...new Set(pairs.map(({ b }) => b))].map((id, index) => [id, index + 1]));
  const isRotated = rows.size > columns.size;
  const [n, m] = isRotated ? [columns.size, rows.size] : [rows.size, columns.size];
  const cost = new Float64Array((n + 1) * (m + 1));
  const known = new Map<number, P>();
  for (const pair of pairs) {
    const [row, column] = [rows.get(pair.a) ?? 0, columns.get(pair.b) ?? 0];
    const place = isRotated ? column * (m + 1) + row : row * (m + 1) + column;
    cost[place] = -pair.weight;
    known.set(place, pair);
  }
  return assign(cost, n, m).flatMap((place) => known.get(place) ?? []);
}

function heaviest<P extends WeightedPair>(pairs: readonly P[]): P {
  return pairs.reduce((best, pair) => (pair.weight > best.weight ? pair : best));
}

/** The cheapest assignment of all n rows to m >= n columns; rows and columns count from 1. */
function assign(cost: Float64Array, n: number, m: number): readonly number[] {
  const rowPotential = new Float64Array(n + 1);
  const columnPotential = new Float64Array(m + 1);
  const rowOf = new Uint32Array(m + 1);
  const way = new Uint32Array(m + 1);
  for (let row = 1; row <= n; row++) {
    rowOf[0] = row;
    let column = 0;
    const min = new Float64Array(m + 1).fill(Infinity);
    const isUsed = new Uint8Array(m + 1);
    do {
      isUsed[column] = 1;
      const current = rowOf[column]!;
      let delta = Infinity;
      let next = 0;
      for (let j = 1; j <= m; j++) {
        if (isUsed[j] === 1) continue;
        const reduced = cost[current * (m + 1) + j]! - rowPotential[current]! - columnPotential[j]!;
        if (reduced < min[j]!) {
          min[j] = reduced;
          way[j] = column;
        }
        if (min[j]! < delta) {
          delta = min[j]!;
          next = j;
        }
      }
      for (let j = 0; j <= m; j++) {
        if (isUsed[j] === 1) {
          rowPotential[rowOf[j]!]! += delta;
          columnPotential[j]! -= delta;
        } else min[j]! -= delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const before = way[column]!;
      rowOf[column] = rowOf[before]!;
      column = before;
    }
  }
  return Array.from(rowOf, (row, column) => row * (m + 1) + column).filter(
    (_, column) => column > 0 && rowOf[column] !== 0,
  );
}
