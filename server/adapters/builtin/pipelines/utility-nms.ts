/**
 * `utility_nms`: keeps only the most confident of overlapping detections. Greedy non-maximum suppression, after A.
 * Neubeck and L. Van Gool, "Efficient non-maximum suppression", ICPR 2006.
 */
import type { Track } from "#schemas";

import { counted } from "../../../base/counted.ts";
import { type Bounds, overlapOf } from "#vision/bounds";
import { type BuiltinPipeline, flagParameter, numberParameter } from "./builtin-pipeline.ts";
import { bestPair, boundsOf, withoutTracks } from "./documents.ts";

interface Candidate {
  readonly track: Track;
  readonly bounds: Bounds;
  readonly confidence: number;
  /** Whether it is part of a longer track, which is always kept. */
  readonly stays: boolean;
}

export const utilityNms: BuiltinPipeline = {
  description: {
    pipe: "utility_nms.pipe",
    description:
      "Of single detections that cover each other only the most confident one stays, and none that a track covers. Tracks stay.",
    parameters: [
      numberParameter("mostOverlap", "Overlap from which two are one", 0.5, { min: 0.01, max: 1, step: 0.01 }),
      flagParameter("sameType", "Compare detections of one type only", true),
    ],
  },
  readsAnnotations: true,
  async run({ annotations, parameters, log }) {
    const maxOverlap = parameters.number("mostOverlap");
    const byFrame = new Map<string, Candidate[]>();
    for (const track of Object.values(annotations.tracks)) {
      const [type, confidence] = bestPair(track) ?? ["", 0];
      for (const feature of track.features) {
        const key = `${feature.frame} ${parameters.flag("sameType") ? type : ""}`;
        const candidate = { track, bounds: boundsOf(feature), confidence, stays: track.features.length > 1 };
        byFrame.set(key, [...(byFrame.get(key) ?? []), candidate]);
      }
    }
    const gone = new Map<number, undefined>();
    for (const candidates of byFrame.values()) {
      const order = candidates.toSorted(
        (a, b) => Number(b.stays) - Number(a.stays) || b.confidence - a.confidence || a.track.id - b.track.id,
      );
      const kept: Candidate[] = [];
      for (const one of order) {
        if (!one.stays && kept.some((other) => overlapOf(one.bounds, other.bounds) > maxOverlap)) {
          gone.set(one.track.id, undefined);
        } else kept.push(one);
      }
    }
    log(`Left out, since others cover them: ${counted(gone.size, "detection")}.`);
    return withoutTracks(annotations, gone);
  },
};
