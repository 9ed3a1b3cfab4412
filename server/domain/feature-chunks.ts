/**
 * How a long track is stored: its record with the first feature only, and the other features in chunks, so that a save
 * rewrites only the chunks that change.
 */
import { cutTrack, type FeatureText } from "./feature-texts.ts";

export interface ChunkKey {
  /** Frame of its first feature: only one current chunk begins there. */
  readonly firstFrame: number;
  readonly lastFrame: number;
  /** Features. */
  readonly count: number;
}

export interface FeatureChunk extends ChunkKey {
  /** Each feature preceded by a comma. */
  readonly json: string;
}

/** A record whose other features are stored in chunks. */
export interface ShortRecord {
  /** The track with its first feature only. */
  readonly payload: string;
  /** Where the other features are inserted, in code points of `payload`. */
  readonly cutAt: number;
}

export interface CutRecord extends ShortRecord {
  readonly chunks: readonly FeatureChunk[];
}

/** Tracks with more characters are stored in chunks. */
export const longTrackLength = 64 * 1024;
const chunkLength = 8 * 1024;
/** A chunk grows to twice its target length before it is split. */
const maxLength = 2 * chunkLength;

/** `undefined`: the track is stored whole. */
export function cutRecord(payload: string): CutRecord | undefined {
  if (payload.length < longTrackLength) return undefined;
  const track = cutTrack(payload);
  const [first, ...others] = track?.features ?? [];
  if (track === undefined || first === undefined) return undefined;
  return { ...shortRecord(track, first), chunks: chunksOf(others) };
}

export function shortRecord({ head, tail }: { head: string; tail: string }, first: FeatureText): ShortRecord {
  const before = head + first.json;
  let cutAt = 0;
  for (const _ of before) cutAt += 1;
  return { payload: before + tail, cutAt };
}

/** Splits features into chunks of about the same length. */
export function chunksOf(features: readonly FeatureText[]): FeatureChunk[] {
  const length = features.reduce((sum, { json }) => sum + json.length + 1, 0);
  const wanted = length <= maxLength ? length : length / Math.round(length / chunkLength);
  const chunks: FeatureChunk[] = [];
  let [part, end]: [FeatureText[], number] = [[], 0];
  for (const [index, feature] of features.entries()) {
    part.push(feature);
    end += feature.json.length + 1;
    if (end < wanted * (chunks.length + 1) && index < features.length - 1) continue;
    const json = part.map((each) => `,${each.json}`).join("");
    chunks.push({ firstFrame: part[0]?.frame ?? 0, lastFrame: feature.frame, count: part.length, json });
    part = [];
  }
  return chunks;
}

export const featuresOf = (json: string): readonly FeatureText[] =>
  cutTrack(`{"features":[${json.slice(1)}]}`)?.features ?? [];
