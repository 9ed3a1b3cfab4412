/**
 * Boosted trees of depth two: real AdaBoost (J. Friedman, T. Hastie, R. Tibshirani, "Additive logistic regression",
 * Annals of Statistics 28(2), 2000), each tree over a subset of the features and on 8-bit values, as in R. Appel, T.
 * Fuchs, P. Dollár and P. Perona, "Quickly boosting decision trees", ICML 2013.
 */

/** The first test, then one for its no and one for its yes; `x >= threshold` is yes. */
export interface Tree {
  /** Indices of features: first, at no, at yes. */
  readonly features: readonly [number, number, number];
  readonly thresholds: readonly [number, number, number];
  /** no-no, no-yes, yes-no, yes-yes. */
  readonly leaves: readonly [number, number, number, number];
}

/** Training data: the features of each example, one after another. */
export interface Examples {
  readonly positive: readonly Float32Array[];
  readonly negative: readonly Float32Array[];
}

export interface BoostOptions {
  /** Number of trees to add. */
  readonly count: number;
  /** Trees of an earlier training; they are kept and come first. */
  readonly earlier?: readonly Tree[];
  /** Share of the features that each tree chooses from. */
  readonly share?: number;
  readonly random: () => number;
}

export interface Boosted {
  readonly trees: readonly Tree[];
  /** Mean of exp(-margin): 1 for random guesses, 0 when all is right. */
  readonly loss: number;
}

const bins = 256;
/** Maximum absolute value of a leaf. */
const maxWeight = 1.5;
/** Maximum absolute score from an earlier training: every example keeps some weight. */
const maxEarlier = 3;

export const scoreOf = (trees: readonly Tree[], features: Float32Array): number =>
  trees.reduce((sum, tree) => sum + leafOf(tree, features), 0);

function leafOf({ features: [first, no, yes], thresholds, leaves }: Tree, values: Float32Array): number {
  if (values[first]! >= thresholds[0]) return values[yes]! >= thresholds[2] ? leaves[3] : leaves[2];
  return values[no]! >= thresholds[1] ? leaves[1] : leaves[0];
}

export function boost({ positive, negative }: Examples, options: BoostOptions): Boosted {
  const { count, earlier = [], share = 1 / 12, random } = options;
  const all = [...positive, ...negative];
  const signs = Int8Array.from(all, (_, n) => (n < positive.length ? 1 : -1));
  const grid = new Grid(all);
  const scores = Float64Array.from(all, (one) => Math.max(-maxEarlier, Math.min(maxEarlier, scoreOf(earlier, one))));
  const weights = new Float64Array(all.length);
  const trees: Tree[] = [];
  const perTree = Math.max(1, Math.ceil(grid.featureCount * share));
  // Both classes have the same weight, however many examples they have.
  const base = { positive: 0.5 / positive.length, negative: 0.5 / negative.length };
  const weigh = (): number => {
    let total = 0;
    for (let n = 0; n < all.length; n++) {
      const sign = signs[n]!;
      weights[n] = (sign > 0 ? base.positive : base.negative) * Math.exp(-sign * scores[n]!);
      total += weights[n]!;
    }
    for (let n = 0; n < all.length; n++) weights[n]! /= total;
    return total;
  };
  weigh();
  for (let round = 0; round < count; round++) {
    const chosen = Int32Array.from({ length: perTree }, () => Math.floor(random() * grid.featureCount));
    const tree = grid.tree(chosen, signs, weights);
    for (let n = 0; n < all.length; n++) scores[n]! += leafOf(tree, all[n] as Float32Array);
    trees.push(tree);
    weigh();
  }
  let loss = 0;
  for (let n = 0; n < all.length; n++) {
    const sign = signs[n]!;
    loss += (sign > 0 ? base.positive : base.negative) * Math.exp(-sign * scores[n]!);
  }
  return { trees: [...earlier, ...trees], loss };
}

/** The examples' features in 256 steps each, feature by feature. */
class Grid {
  readonly featureCount: number;
  readonly #count: number;
  readonly #steps: Uint8Array;
  readonly #low: Float32Array;
  readonly #step: Float32Array;

  constructor(all: readonly Float32Array[]) {
    const count = all.length;
    this.#count = count;
    this.featureCount = all[0]?.length ?? 0;
    this.#low = new Float32Array(this.featureCount).fill(Infinity);
    const high = new Float32Array(this.featureCount).fill(-Infinity);
    for (const one of all) {
      for (let f = 0; f < this.featureCount; f++) {
        this.#low[f] = Math.min(this.#low[f]!, one[f]!);
        high[f] = Math.max(high[f]!, one[f]!);
      }
    }
    this.#step = high.map((value, f) => Math.max(1e-9, (value - this.#low[f]!) / (bins - 1)));
    this.#steps = new Uint8Array(count * this.featureCount);
    all.forEach((one, n) => {
      for (let f = 0; f < this.featureCount; f++) {
        this.#steps[f * count + n] = (one[f]! - this.#low[f]!) / this.#step[f]!;
      }
    });
  }

  /** The best test of the chosen features, and then the best for each of its two sides. */
  tree(chosen: Int32Array, signs: Int8Array, weights: Float64Array): Tree {
    const everywhere = new Uint8Array(this.#count);
    const [first] = this.#questions(chosen, signs, weights, everywhere, 1);
    const side = new Uint8Array(this.#count);
    const column = first!.feature * this.#count;
    for (let n = 0; n < this.#count; n++) side[n] = this.#steps[column + n]! >= first!.bin ? 1 : 0;
    const [no, yes] = this.#questions(chosen, signs, weights, side, 2);
    const { feature } = first!;
    return {
      features: [feature, no!.feature, yes!.feature],
      thresholds: [this.#value(first!), this.#value(no!), this.#value(yes!)],
      leaves: [no!.below, no!.above, yes!.below, yes!.above],
    };
  }

  #value({ feature, bin }: Question): number {
    // Exactly where the step begins, so that values counted above it are above it.
    return Math.fround(this.#low[feature]! + bin * this.#step[feature]!);
  }

  /** For each side, the test that leaves the least weight on the wrong one. */
  #questions(chosen: Int32Array, signs: Int8Array, weights: Float64Array, side: Uint8Array, sides: number): Question[] {
    const best: Question[] = Array.from({ length: sides }, () => ({
      feature: 0,
      bin: 0,
      below: 0,
      above: 0,
      cost: Infinity,
    }));
    // For each side and step: weight of negatives, weight of positives.
    const sums = new Float64Array(sides * bins * 2);
    for (const feature of chosen) {
      sums.fill(0);
      const column = feature * this.#count;
      for (let n = 0; n < this.#count; n++) {
        const at = ((side[n]! * bins + this.#steps[column + n]!) << 1) | (signs[n]! > 0 ? 1 : 0);
        sums[at]! += weights[n]!;
      }
      for (let s = 0; s < sides; s++) {
        const from = s * bins * 2;
        let [negative, positive] = [0, 0];
        for (let b = 0; b < bins; b++) {
          negative += sums[from + 2 * b]!;
          positive += sums[from + 2 * b + 1]!;
        }
        let [negativeBelow, positiveBelow] = [0, 0];
        for (let bin = 1; bin < bins; bin++) {
          negativeBelow += sums[from + 2 * bin - 2]!;
          positiveBelow += sums[from + 2 * bin - 1]!;
          // Real AdaBoost's bound: mixed leaves are costly.
          const cost =
            Math.sqrt(negativeBelow * positiveBelow) +
            Math.sqrt(Math.max(0, (negative - negativeBelow) * (positive - positiveBelow)));
          if (cost >= best[s]!.cost) continue;
          best[s] = {
            feature,
            bin,
            cost,
            below: said(positiveBelow, negativeBelow, 1 / this.#count),
            above: said(positive - positiveBelow, negative - negativeBelow, 1 / this.#count),
          };
        }
      }
    }
    return best;
  }
}

interface Question {
  readonly feature: number;
  readonly bin: number;
  readonly below: number;
  readonly above: number;
  readonly cost: number;
}

/** @param least minimum weight of both sides: few examples are not conclusive */
function said(positive: number, negative: number, min: number): number {
  const ratio = (Math.max(0, positive) + min) / (Math.max(0, negative) + min);
  return Math.max(-maxWeight, Math.min(maxWeight, 0.5 * Math.log(ratio)));
}
