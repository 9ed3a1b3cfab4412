/**
 * IDF1 (Ristani et al. 2016): each track of the truth gets at most one other track for its whole life, chosen so that
 * most boxes agree; the result is the F1 score of agreeing boxes.
 */
import { matchBest } from "./assignment.ts";
import type { ComparedTracks } from "./frames.ts";

export interface IdentityMeasures {
  readonly idf1: number;
  /** Boxes that agree. */
  readonly agreed: number;
  readonly idPrecision: number;
  readonly idRecall: number;
}

export function measureIdentity({ found: tracks, frames }: ComparedTracks, minIou = 0.5): IdentityMeasures {
  // A pair of tracks as one number: text keys are several times slower.
  const agreeing = new Map<number, { a: number; b: number; weight: number }>();
  let [truthCount, foundCount] = [0, 0];
  for (const { truth, found, overlaps } of frames) {
    truthCount += truth.length;
    foundCount += found.length;
    for (const { truth: a, found: b, iou } of overlaps) {
      if (iou < minIou) continue;
      const key = a * tracks.length + b;
      const known = agreeing.get(key);
      if (known === undefined) agreeing.set(key, { a, b, weight: 1 });
      else known.weight++;
    }
  }
  const agreed = matchBest([...agreeing.values()]).reduce((sum, { weight }) => sum + weight, 0);
  return {
    agreed,
    idf1: truthCount + foundCount === 0 ? 0 : (2 * agreed) / (truthCount + foundCount),
    idPrecision: foundCount === 0 ? 0 : agreed / foundCount,
    idRecall: truthCount === 0 ? 0 : agreed / truthCount,
  };
}
