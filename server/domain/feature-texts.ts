/**
 * Changes features of a stored track as text: a save that changes a few of many replaces only these, and all others
 * stay byte for byte the same. A stored track is compact JSON.
 */

export interface FeatureText {
  readonly frame: number;
  readonly json: string;
}

/** The changes of a save to the features of a stored track. */
export interface FeatureChange {
  readonly upsert: readonly FeatureText[];
  /** Frames whose feature is deleted. */
  readonly delete: readonly number[];
  /** Number of features afterwards. */
  readonly count: number;
}

export interface CutTrack {
  /** Text up to and including the bracket that opens the list. */
  readonly head: string;
  readonly features: readonly FeatureText[];
  /** Text from the bracket that closes the list. */
  readonly tail: string;
}

const trackDepth = 1;
const featureDepth = 3;
const featuresKey = '"features":[';
const frameKey = '"frame":';

/** `undefined` if the features are not sorted by frame, or not exactly one per frame. */
export function cutTrack(payload: string): CutTrack | undefined {
  let depth = 0;
  let listStart = -1;
  let featureStart = -1;
  let frame = -1;
  const features: FeatureText[] = [];
  for (let at = 0; at < payload.length; at += 1) {
    const character = payload[at];
    if (character === '"') {
      if (depth === trackDepth && listStart < 0 && payload.startsWith(featuresKey, at)) {
        listStart = at + featuresKey.length;
      }
      if (depth === featureDepth && featureStart >= 0 && payload.startsWith(frameKey, at)) {
        frame = Number.parseInt(payload.slice(at + frameKey.length, at + frameKey.length + frameDigits), 10);
      }
      at = endOfText(payload, at);
    } else if (character === "{" || character === "[") {
      depth += 1;
      if (depth === featureDepth && listStart >= 0) [featureStart, frame] = [at, -1];
    } else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === featureDepth - 1 && featureStart >= 0) {
        if (!(frame > (features.at(-1)?.frame ?? -1))) return undefined;
        features.push({ frame, json: payload.slice(featureStart, at + 1) });
        featureStart = -1;
      } else if (depth === trackDepth && listStart >= 0) {
        return { head: payload.slice(0, listStart), features, tail: payload.slice(at) };
      }
    }
  }
  return undefined;
}

/** Search window for a frame number, which has at most ten digits. */
const frameDigits = 11;

/** Position of the quote that ends the string which begins at `start`. */
function endOfText(payload: string, start: number): number {
  let end = payload.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(payload, end)) end = payload.indexOf('"', end + 1);
  return end < 0 ? payload.length : end;
}

function isEscaped(payload: string, at: number): boolean {
  let backslashes = 0;
  while (payload[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

/** The features after the change, by frame. `undefined`: a deleted frame has no feature. */
export function changeFeatures(
  features: readonly FeatureText[],
  change: Pick<FeatureChange, "upsert" | "delete">,
): FeatureText[] | undefined {
  const byFrame = new Map(features.map((feature) => [feature.frame, feature]));
  for (const frame of change.delete) if (!byFrame.delete(frame)) return undefined;
  for (const feature of change.upsert) byFrame.set(feature.frame, feature);
  return [...byFrame.values()].sort((a, b) => a.frame - b.frame);
}

export const joinTrack = ({ head, features, tail }: CutTrack): string =>
  head + features.map(({ json }) => json).join(",") + tail;
