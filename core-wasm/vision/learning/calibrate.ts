/**
 * Converts sums of trees to confidences: a sigmoid fitted to right and wrong detections, after J. Platt, "Probabilistic
 * outputs for support vector machines", 1999, with his targets, which are never certain.
 */

/** @returns the parameters of 1 / (1 + exp(a * score + b)) */
export function calibrate(judged: readonly { score: number; isRight: boolean }[]): { a: number; b: number } {
  const right = judged.filter(({ isRight }) => isRight).length;
  const wrong = judged.length - right;
  const [high, low] = [(right + 1) / (right + 2), 1 / (wrong + 2)];
  let [a, b] = [-0.5, Math.log((wrong + 1) / (right + 1))];
  // Newton's method in two variables; the problem is convex, and a small addition to the diagonal prevents divergence.
  for (let round = 0; round < 50; round++) {
    let [ga, gb, aa, ab, bb] = [0, 0, 1e-3, 0, 1e-3];
    for (const { score, isRight } of judged) {
      const p = 1 / (1 + Math.exp(a * score + b));
      const off = (isRight ? high : low) - p;
      const spread = p * (1 - p);
      ga += score * off;
      gb += off;
      aa += score * score * spread;
      ab += score * spread;
      bb += spread;
    }
    const determinant = aa * bb - ab * ab;
    const stepA = (bb * ga - ab * gb) / determinant;
    const stepB = (aa * gb - ab * ga) / determinant;
    const shrink = Math.min(1, 1 / Math.max(Math.abs(stepA), Math.abs(stepB), 1e-12));
    a -= stepA * shrink;
    b -= stepB * shrink;
    if (Math.abs(stepA) + Math.abs(stepB) < 1e-6) break;
  }
  // A higher score must never mean less confidence.
  return { a: Math.min(-0.05, a), b };
}
