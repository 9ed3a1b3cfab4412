/** What differs between two documents, a track at a time: what people walk through and take over. */
import type { JsonObject } from "../json.ts";
import { annotationChanges, changedGroup, trackChanges, trackText, type Change } from "./diff.ts";
import { joinTrack, splitTrack } from "./fields.ts";
import { sideBySide } from "./rows.ts";
import type { AnnotationCore, GroupId, TrackId } from "../types.ts";

export interface Difference {
  readonly trackId: TrackId;
  /** Only the other document has it, only this one, or both have it and differ. */
  readonly kind: "added" | "deleted" | "changed";
  /** The first frame on which they differ; where the track begins when it is about all of it. */
  readonly frame: number;
  /** Frames with detections that are new, gone or changed. */
  readonly frameCount: number;
  /** The first of these frames. */
  readonly frames: readonly number[];
  /** First parts of the paths of what differs: `bounds`, `confidencePairs`, ... */
  readonly fields: readonly string[];
}

export interface GroupDifference {
  readonly groupId: GroupId;
  readonly kind: Difference["kind"];
  readonly fields: readonly string[];
}

/** Frames that are named one by one. */
const mostFrames = 200;

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

/** What makes the groups of `other` of those of `own`, by ascending id. */
export function listGroupDifferences(own: AnnotationCore, other: AnnotationCore): readonly GroupDifference[] {
  const found: GroupDifference[] = [];
  for (const [id, before, after] of sideBySide([own.groupRows(), other.groupRows()])) {
    const groupId = id as GroupId;
    if (before === undefined) found.push({ groupId, kind: "added", fields: [] });
    else if (after === undefined) found.push({ groupId, kind: "deleted", fields: [] });
    else {
      const changes = changedGroup(id, before.json, after.json);
      const fields = new Set(changes.flatMap(({ path }) => path?.split("/")[0] ?? []));
      if (changes.length > 0) found.push({ groupId, kind: "changed", fields: [...fields] });
    }
  }
  return found;
}

/**
 * A track of `own` whose detection on one frame is that of `other`, as JSON: there, other or gone. `undefined` where nothing of the
 * track is left then, or where one of them has no such track.
 */
export function withDetectionOf(
  own: AnnotationCore,
  other: AnnotationCore,
  id: TrackId,
  frame: number,
): JsonObject | undefined {
  const [before, after] = [trackText(own, id), trackText(other, id)];
  if (before === undefined || after === undefined) return undefined;
  const { fields, detections } = splitTrack(before);
  const taken = splitTrack(after).detections.get(frame);
  const joined = new Map(detections);
  if (taken === undefined) joined.delete(frame);
  else joined.set(frame, taken);
  return joined.size === 0 ? undefined : joinTrack(id, { fields, detections: joined });
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
    return { trackId, kind: whole.change, frame: begin, frameCount: 0, frames: [], fields: [] };
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
    frames: [...frames].toSorted((a, b) => a - b).slice(0, mostFrames),
    fields: [...fields],
  };
}
