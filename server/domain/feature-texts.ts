/**
 * The features of a stored track as texts: a save that changes a few of many replaces these, and every other one stays the
 * text that it was. A stored track is compact JSON.
 */

export interface FeatureText {
  readonly frame: number;
  readonly json: string;
}

/** What a save changes of the features of a track that is stored. */
export interface FeatureChange {
  readonly upsert: readonly FeatureText[];
  /** Frames whose feature goes. */
  readonly delete: readonly number[];
  /** Features there are afterwards. */
  readonly count: number;
}

export interface CutTrack {
  /** Up to the bracket that opens the list. */
  readonly head: string;
  readonly features: readonly FeatureText[];
  /** From the bracket that closes it. */
  readonly tail: string;
}

const trackDepth = 1;
const featureDepth = 3;
const featuresKey = '"features":[';
const frameKey = '"frame":';

/** `undefined` for a track that has its features in another order than that of their frames, or not exactly one a frame. */
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

/** A frame has at most ten digits. */
const frameDigits = 11;

/** Position of the quote that ends the text which begins at a quote. */
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

/** The features after the change, by frame. `undefined`: a frame that is to go has none. */
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
