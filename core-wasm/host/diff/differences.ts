/** What differs between two documents, a track at a time: what people walk through and take over. */
import { annotationChanges, trackChanges, type Change } from "./diff.ts";
import type { AnnotationCore, TrackId } from "../types.ts";

export interface Difference {
  readonly trackId: TrackId;
  /** Only the other document has it, only this one, or both have it and differ. */
  readonly kind: "added" | "deleted" | "changed";
  /** The first frame on which they differ; where the track begins when it is about all of it. */
  readonly frame: number;
  /** Frames with detections that are new, gone or changed. */
  readonly frameCount: number;
  /** First parts of the paths of what differs: `bounds`, `confidencePairs`, ... */
  readonly fields: readonly string[];
}

/** What makes `other` of `own`, by ascending track. Neither core may be used meanwhile, which is no matter: it is one call. */
export function listDifferences(own: AnnotationCore, other: AnnotationCore): readonly Difference[] {
  const byTrack = new Map<number, Change[]>();
  for (const change of annotationChanges(own, other)) {
    if (change.kind !== "track" || change.id === undefined) continue;
    const known = byTrack.get(change.id);
    if (known === undefined) byTrack.set(change.id, [change]);
    else known.push(change);
  }
  return [...byTrack].map(([id, changes]) => summarise(own, other, id as TrackId, changes));
}

/** The same of one track; `undefined` where both are alike. */
export function differenceOf(own: AnnotationCore, other: AnnotationCore, id: TrackId): Difference | undefined {
  const changes = trackChanges(own, other, id);
  return changes.length === 0 ? undefined : summarise(own, other, id, changes);
}

function summarise(
  own: AnnotationCore,
  other: AnnotationCore,
  trackId: TrackId,
  changes: readonly Change[],
): Difference {
  const whole = changes.find(({ frame, path }) => frame === undefined && path === undefined);
  if (whole !== undefined) {
    const { begin } = (whole.change === "added" ? other : own).track(trackId);
    return { trackId, kind: whole.change, frame: begin, frameCount: 0, fields: [] };
  }
  const frames = new Set(changes.flatMap(({ frame }) => frame ?? []));
  const fields = new Set(
    changes.flatMap(({ path, frame }) => path?.split("/")[0] ?? (frame === undefined ? [] : "detection")),
  );
  const first = Math.min(...frames, Infinity);
  return {
    trackId,
    kind: "changed",
    frame: Number.isFinite(first) ? first : own.track(trackId).begin,
    frameCount: frames.size,
    fields: [...fields],
  };
}
