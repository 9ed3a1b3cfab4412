/** One person's annotations as the merge needs them. Annotations that it cannot merge are counted. */
import type { AnnotationCore, TrackBoxes } from "../types.ts";
import { objectBoxes } from "../metrics/counted.ts";
import type { Attributes } from "./votes.ts";

export interface ConsensusTrack extends TrackBoxes {
  readonly attributes: Attributes;
  /** Of stored detections, by frame; absent: none has any. */
  readonly detectionAttributes?: ReadonlyMap<number, Attributes>;
}

/** Things of one person that are not merged. */
export interface NotMerged {
  /** Detections with polygons, lines or points: only their boxes are merged. */
  readonly shapes: number;
  readonly notes: number;
  readonly frameLabels: number;
  readonly groups: number;
}

export interface ConsensusSide {
  /** The frames that this person was asked to annotate; absent or empty: all. */
  readonly ranges?: readonly (readonly number[])[];
  readonly tracks: readonly ConsensusTrack[];
  readonly notMerged: NotMerged;
}

interface Feature {
  readonly frame: number;
  readonly attributes?: Attributes | null;
  readonly geometry?: { readonly features?: readonly unknown[] } | null;
  readonly notes?: readonly string[] | null;
}

export function consensusSide(core: AnnotationCore, ranges: readonly (readonly number[])[] = []): ConsensusSide {
  let [shapes, notes] = [0, 0];
  const known = new Map(objectBoxes(core).map((track) => [track.id as number, track]));
  const tracks: ConsensusTrack[] = [];
  for (const { id, json } of core.writer.trackRows()) {
    const track = known.get(id);
    if (track === undefined) continue;
    const { features = [], attributes } = JSON.parse(json) as { features?: Feature[]; attributes?: Attributes | null };
    const own = new Map<number, Attributes>();
    for (const feature of features) {
      if ((feature.geometry?.features ?? []).length > 0) shapes++;
      notes += feature.notes?.length ?? 0;
      if (Object.keys(feature.attributes ?? {}).length > 0) own.set(feature.frame, feature.attributes!);
    }
    tracks.push({ ...track, attributes: attributes ?? {}, ...(own.size > 0 && { detectionAttributes: own }) });
  }
  const frameLabels = core.trackCount - known.size;
  return { ranges, tracks, notMerged: { shapes, notes, frameLabels, groups: core.groupCount } };
}
