/** `utility_link_detections`: joins detections on single frames into tracks, without reading the pictures. */
import type { Feature, Track } from "#schemas";

import { counted } from "../../../base/counted.ts";
import type { Detection } from "../detection.ts";
import { Tracker } from "../tracking/tracker.ts";
import { type BuiltinPipeline, flagParameter, numberParameter } from "./builtin-pipeline.ts";
import { bestPair, boundsOf, withoutTracks } from "./documents.ts";

interface SingleDetection extends Detection {
  readonly track: Track;
  readonly feature: Feature;
}

export const linkDetections: BuiltinPipeline = {
  description: {
    pipe: "utility_link_detections.pipe",
    description:
      "Links detections on single frames to tracks, by where they are and how they move. Tracks stay as they are.",
    parameters: [
      numberParameter("longestGap", "Frames that an object may be hidden", 15, { min: 0, max: 1000, step: 1 }),
      numberParameter("leastOverlap", "Overlap from frame to frame", 0.1, { min: 0.01, max: 1, step: 0.01 }),
      numberParameter("beginScore", "Confidence from which a track begins", 0.3, { min: 0, max: 1, step: 0.01 }),
      flagParameter("sameType", "Link detections of one type only", true),
    ],
  },
  readsAnnotations: true,
  async run({ annotations, parameters, log }) {
    const singles = Object.values(annotations.tracks).flatMap((track): SingleDetection[] => {
      const [feature, ...others] = track.features;
      if (feature === undefined || others.length > 0) return [];
      const [, score = 1] = bestPair(track) ?? [];
      return [{ ...boundsOf(feature), score, track, feature }];
    });
    const typeOf = ({ track }: SingleDetection): string =>
      parameters.flag("sameType") ? (bestPair(track)?.[0] ?? "") : "";
    const linked: Track[] = [];
    const replaced = new Map<number, number>();
    for (const [, some] of Map.groupBy(singles, typeOf)) {
      for (const chain of chainsOf(some, parameters)) {
        const [first, ...rest] = chain;
        if (first === undefined || rest.length === 0) continue;
        const track = joined(chain);
        linked.push(track);
        for (const { track: old } of chain) replaced.set(old.id, track.id);
      }
    }
    log(`${replaced.size} of ${singles.length} single detections became ${counted(linked.length, "track")}.`);
    const rest = withoutTracks(annotations, replaced);
    return { ...rest, tracks: { ...rest.tracks, ...Object.fromEntries(linked.map((track) => [track.id, track])) } };
  },
};

function chainsOf(
  singles: readonly SingleDetection[],
  parameters: Parameters<BuiltinPipeline["run"]>[0]["parameters"],
): SingleDetection[][] {
  const tracker = new Tracker<SingleDetection>({
    maxGap: parameters.number("longestGap"),
    minDetections: 1,
    minOverlap: parameters.number("leastOverlap"),
    beginScore: parameters.number("beginScore"),
  });
  const byFrame = Map.groupBy(singles, ({ feature }) => feature.frame);
  for (const [frame, found] of [...byFrame].sort(([a], [b]) => a - b)) tracker.add(frame, found);
  return tracker.finish().map((boxes) => boxes.map(({ of }) => of));
}

/**
 * Merges several tracks: the smallest id, the mean of the confidences, all attributes; the first track takes
 * precedence.
 */
function joined(chain: readonly SingleDetection[]): Track {
  const tracks = chain.map(({ track }) => track);
  const [first] = tracks as [Track];
  const sums = new Map<string, number>();
  for (const { confidencePairs } of tracks) {
    for (const [type, confidence] of confidencePairs) sums.set(type, (sums.get(type) ?? 0) + confidence);
  }
  const pairs = [...sums].map(([type, sum]): [string, number] => [
    type,
    Math.round((sum / tracks.length) * 1000) / 1000,
  ]);
  return {
    ...first,
    id: Math.min(...tracks.map(({ id }) => id)),
    begin: chain[0]?.feature.frame ?? 0,
    end: chain.at(-1)?.feature.frame ?? 0,
    confidencePairs: pairs.sort(([, a], [, b]) => b - a),
    attributes: Object.assign({}, ...tracks.toReversed().map(({ attributes }) => attributes)) as Track["attributes"],
    features: chain.map(({ feature }) => ({ ...feature, keyframe: true, interpolate: true })),
  };
}
