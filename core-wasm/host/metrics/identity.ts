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

export function measureIdentity(
  { found: tracks, truthBoxes, foundBoxes, overlaps }: ComparedTracks,
  minIou = 0.5,
): IdentityMeasures {
  // A pair of tracks as one number: text keys are several times slower.
  const agreeing = new Map<number, { a: number; b: number; weight: number }>();
  const { truth, found, ious } = overlaps;
  for (let at = 0; at < ious.length; at++) {
    if (ious[at]! < minIou) continue;
    const [a, b] = [truth[at]!, found[at]!];
    const key = a * tracks.length + b;
    const known = agreeing.get(key);
    if (known === undefined) agreeing.set(key, { a, b, weight: 1 });
    else known.weight++;
  }
  const agreed = matchBest([...agreeing.values()]).reduce((sum, { weight }) => sum + weight, 0);
  const [truthCount, foundCount] = [truthBoxes.tracks.length, foundBoxes.tracks.length];
  return {
    agreed,
    idf1: truthCount + foundCount === 0 ? 0 : (2 * agreed) / (truthCount + foundCount),
    idPrecision: foundCount === 0 ? 0 : agreed / foundCount,
    idRecall: truthCount === 0 ? 0 : agreed / truthCount,
  };
}
