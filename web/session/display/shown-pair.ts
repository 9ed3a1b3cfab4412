/** Under which of its types a track is shown, and how its confidence is written: the same everywhere. */
import type { ConfidencePair, TrackSummary } from "#core/types";

/** The pair that passes the filter; of a track that is filtered out, its best. `undefined` where it has none. */
export function pairToShow({ shown, pairs }: Pick<TrackSummary, "shown" | "pairs">): ConfidencePair | undefined {
  return shown ?? pairs[0];
}

export function confidenceText(confidence: number): string {
  return confidence.toFixed(4);
}

/** On the picture, where there is room only for what distinguishes objects. */
export function shortDoubtText(pair: ConfidencePair | undefined): string {
  return pair === undefined || pair.confidence >= 1 ? "" : pair.confidence.toFixed(2);
}

/** Nothing for full confidence, which most tracks have: it would only be noise next to the type. */
export function doubtText(pair: ConfidencePair | undefined): string {
  return pair === undefined || pair.confidence >= 1 ? "" : confidenceText(pair.confidence);
}
