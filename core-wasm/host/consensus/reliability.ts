/**
 * How exact each person's boxes are, judged by the others: the variance of three or more observers from the differences
 * of each two (Grubbs 1948). Of two people it cannot say which is more exact, so they count alike.
 */
import type { TrackBoxes } from "../types.ts";
import type { BoxCluster } from "./same-frame.ts";

/**
 * The most that the boxes of one person count, in multiples of the least exact ones: few boxes make a poor estimate.
 */
const maxRatio = 8;

/** Per two people, before their exactness affects which objects are kept. */
const minSharedBoxes = 200;

export interface Reliability {
  /** The weight of each person's boxes, above 0. */
  readonly weights: readonly number[];
  /** How far each person is trusted to find objects: in inverse proportion to the error of their edges. */
  readonly trusts: readonly number[];
}

export function weighSides(sides: readonly (readonly TrackBoxes[])[], clusters: Iterable<BoxCluster>): Reliability {
  const count = sides.length;
  const even = { weights: sides.map(() => 1), trusts: sides.map(() => 1) };
  if (count < 3) return even;
  const sums = sides.map(() => new Float64Array(count));
  const numbers = sides.map(() => new Uint32Array(count));
  for (const cluster of clusters)
    for (const a of cluster)
      for (const b of cluster) {
        if (a.side >= b.side) continue;
        const [own, other] = [sides[a.side]![a.track]!.bounds, sides[b.side]![b.track]!.bounds];
        sums[a.side]![b.side]! += difference(own, a.at * 4, other, b.at * 4);
        numbers[a.side]![b.side]!++;
      }
  const mean = (a: number, b: number): number => {
    const [i, j] = [Math.min(a, b), Math.max(a, b)];
    return sums[i]![j]! / numbers[i]![j]!;
  };
  let total = 0;
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) total += mean(a, b);
  const all = total / (count - 1);
  // Someone whose boxes never meet those of another one cannot be judged, and neither can the others.
  if (!Number.isFinite(all) || all === 0) return even;
  const variances = sides.map((_, a) => {
    let own = 0;
    for (let b = 0; b < count; b++) if (b !== a) own += mean(a, b);
    return (own - all) / (count - 2);
  });
  const largest = Math.max(...variances);
  if (largest <= 0) return even;
  const weights = variances.map((each) => largest / Math.max(each, largest / maxRatio));
  const isSure = sides.every((_, a) => sides.every((_, b) => a >= b || numbers[a]![b]! >= minSharedBoxes));
  return { weights, trusts: isSure ? weights.map(Math.sqrt) : even.trusts };
}

/** The squared distance of the edges, in sizes of the boxes. */
function difference(as: Float64Array, a: number, bs: Float64Array, b: number): number {
  const width = Math.max(1, (as[a + 2]! - as[a]! + bs[b + 2]! - bs[b]!) / 2);
  const height = Math.max(1, (as[a + 3]! - as[a + 1]! + bs[b + 3]! - bs[b + 1]!) / 2);
  let sum = 0;
  for (let edge = 0; edge < 4; edge++) {
    const part = (as[a + edge]! - bs[b + edge]!) / (edge % 2 === 0 ? width : height);
    sum += part * part;
  }
  return sum;
}
