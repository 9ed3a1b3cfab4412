/** The values by which a review sorts tracks: stored next to each one, so that an index finds the first tracks. */

export interface TrackRanks {
  /** Of the best pair; 0 if none exists. */
  readonly confidence: number;
  /** Square pixels of the first box; 0 if the first feature has none. */
  readonly size: number;
}

interface RankedTrack {
  readonly confidencePairs?: readonly (readonly [string, number])[];
  readonly features?: readonly { readonly bounds?: readonly number[] }[];
}

export function ranksOf({ confidencePairs = [], features = [] }: RankedTrack): TrackRanks {
  let confidence = confidencePairs[0]?.[1] ?? 0;
  for (const [, other] of confidencePairs) if (other > confidence) confidence = other;
  return { confidence, size: sizeOf(features[0]?.bounds ?? []) };
}

export const sizeOf = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): number => (x2 - x1) * (y2 - y1);
