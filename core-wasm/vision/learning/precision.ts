/**
 * Average precision: precision of the detections in order of confidence, averaged over recall (M. Everingham et al.,
 * "The Pascal visual object classes challenge", IJCV 88(2), 2010, the area under the curve).
 */
import { type Bounds, overlapOf } from "../bounds.ts";

/** The boxes of one picture. */
export interface ScoredPicture {
  readonly truth: readonly Bounds[];
  readonly found: readonly (Bounds & { readonly score: number })[];
}

/** The detections on all pictures, the most confident first, and whether each is right: each true box counts once. */
export function judge(pictures: readonly ScoredPicture[], minOverlap = 0.5): { score: number; isRight: boolean }[] {
  return pictures
    .flatMap(({ truth, found }) => {
      const left = new Set(truth);
      return found
        .toSorted((a, b) => b.score - a.score)
        .map((one) => {
          const best = [...left].toSorted((a, b) => overlapOf(b, one) - overlapOf(a, one))[0];
          const isRight = best !== undefined && overlapOf(best, one) >= minOverlap;
          if (isRight) left.delete(best);
          return { score: one.score, isRight };
        });
    })
    .toSorted((a, b) => b.score - a.score);
}

/** 0 to 1; `undefined` without anything to find. */
export function averagePrecision(pictures: readonly ScoredPicture[], minOverlap = 0.5): number | undefined {
  const count = pictures.reduce((sum, { truth }) => sum + truth.length, 0);
  if (count === 0) return undefined;
  const judged = judge(pictures, minOverlap);
  let right = 0;
  const precisions = judged.map(({ isRight }, n) => (right += isRight ? 1 : 0) / (n + 1));
  // A better precision at a later threshold also counts for the earlier ones.
  let best = 0;
  let sum = 0;
  for (let n = judged.length - 1; n >= 0; n--) {
    best = Math.max(best, precisions[n] as number);
    if (judged[n]?.isRight === true) sum += best;
  }
  return sum / count;
}
