/** The type a track is shown under, and how its confidence is written: the same everywhere. */
import type { ConfidencePair, TrackSummary } from "#core/types";
import { formatFixed } from "../../base/texts/numbers.ts";

/** The pair that passes the filter; the best one if the track is filtered out. `undefined` if it has none. */
export function pairToShow({ shown, pairs }: Pick<TrackSummary, "shown" | "pairs">): ConfidencePair | undefined {
  return shown ?? pairs[0];
}

/** Where confidences are looked up and changed. */
export function confidenceText(confidence: number): string {
  return formatFixed(confidence, 4);
}

/**
 * On the picture and in lists, where it only has to distinguish objects. Empty for full confidence, which most tracks
 * have: it would only add noise.
 */
export function shortConfidence(pair: ConfidencePair | undefined): string {
  return pair === undefined || pair.confidence >= 1 ? "" : formatFixed(pair.confidence, 2);
}

/** The same in full. */
export function shownConfidence(pair: ConfidencePair | undefined): string {
  return pair === undefined || pair.confidence >= 1 ? "" : confidenceText(pair.confidence);
}
