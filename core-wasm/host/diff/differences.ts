/** Differences between two documents, track by track, for reviewing and taking them over. */
import type { JsonObject } from "../json.ts";
import { annotationChanges, changedGroup, trackChanges, trackText, type Change } from "./diff.ts";
import { joinTrack, splitTrack } from "./fields.ts";
import { sideBySide } from "./rows.ts";
import type { AnnotationCore, GroupId, TrackId } from "../types.ts";

export interface Difference {
  readonly trackId: TrackId;
  /** Only in the other document, only in this one, or in both but different. */
  readonly kind: "added" | "deleted" | "changed";
  /** The first frame on which they differ; the begin of the track when all of it is concerned. */
  readonly frame: number;
  /** All frames with added, removed or changed detections; empty when the whole track is concerned. */
  readonly frames: readonly number[];
  /**
   * The parts of the track itself that differ: first segments of the paths, for attributes with the name:
   * `confidencePairs`, `attributes/sex`, ...
   */
  readonly trackFields: readonly string[];
  /**
   * The parts of its detections that differ: `bounds`, `notes`, ...; `detection` for one that exists on one side only.
   */
  readonly detectionFields: readonly string[];
}

export interface GroupDifference {
  readonly groupId: GroupId;
  readonly kind: Difference["kind"];
  readonly fields: readonly string[];
}

/** The differences that turn `own` into `other`, by ascending track id. */
export function listDifferences(own: AnnotationCore, other: AnnotationCore): readonly Difference[] {
  const byTrack = new Map<number, Change[]>();
  for (const change of annotationChanges(own, other)) {
    if (change.kind !== "track" || change.id === undefined) continue;
    const known = byTrack.get(change.id);
    if (known === undefined) byTrack.set(change.id, [change]);
    else known.push(change);
  }
  return [...byTrack].map(([id, changes]) => summarize(own, other, id as TrackId, changes));
}

/** The difference of one track; `undefined` when both are equal. */
export function differenceOf(own: AnnotationCore, other: AnnotationCore, id: TrackId): Difference | undefined {
  const changes = trackChanges(own, other, id);
  return changes.length === 0 ? undefined : summarize(own, other, id, changes);
}

/** The differences that turn the groups of `own` into those of `other`, by ascending id. */
export function listGroupDifferences(own: AnnotationCore, other: AnnotationCore): readonly GroupDifference[] {
  const found: GroupDifference[] = [];
  for (const [id, before, after] of sideBySide([own.writer.groupRows(), other.writer.groupRows()])) {
    const groupId = id as GroupId;
    if (before === undefined) found.push({ groupId, kind: "added", fields: [] });
    else if (after === undefined) found.push({ groupId, kind: "deleted", fields: [] });
    else {
      const changes = changedGroup(id, before.json, after.json);
      const fields = new Set(changes.flatMap(({ path }) => (path === undefined ? [] : fieldOf(path))));
      if (changes.length > 0) found.push({ groupId, kind: "changed", fields: [...fields] });
    }
  }
  return found;
}

/** Frames with a stored detection; empty when there is no such track. */
export function detectionFrames(core: AnnotationCore, id: TrackId): readonly number[] {
  const text = trackText(core, id);
  return text === undefined ? [] : [...splitTrack(text).detections.keys()];
}

/** Which parts of a track to take from the other document. */
export interface AcceptedParts {
  isAccepted(frame: number): boolean;
  /** Type, attributes and everything else that belongs to the track itself. */
  readonly isTrackAccepted: boolean;
}

/**
 * A track of `own` with parts of `other` as JSON: detections (present, different or removed) and the track's own
 * values. A side without the track has no detections of it; the values come from the side that has the track.
 * `undefined` when nothing of the track remains.
 */
export function withPartsOf(
  own: AnnotationCore,
  other: AnnotationCore,
  id: TrackId,
  { isAccepted, isTrackAccepted }: AcceptedParts,
): JsonObject | undefined {
  const [before, after] = [trackText(own, id), trackText(other, id)].map((text) =>
    text === undefined ? undefined : splitTrack(text),
  );
  const known = (isTrackAccepted ? after : before) ?? before ?? after;
  if (known === undefined) return undefined;
  const detections = new Map([...(before?.detections ?? [])].filter(([frame]) => !isAccepted(frame)));
  for (const [frame, detection] of after?.detections ?? []) if (isAccepted(frame)) detections.set(frame, detection);
  // A track that has lost its last detection is deleted; one that never had any is kept.
  const isEmpty = before !== undefined && before.detections.size === 0 && !isTrackAccepted;
  return detections.size === 0 && !isEmpty ? undefined : joinTrack(id, { fields: known.fields, detections });
}

function summarize(
  own: AnnotationCore,
  other: AnnotationCore,
  trackId: TrackId,
  changes: readonly Change[],
): Difference {
  const whole = changes.find(({ frame, path }) => frame === undefined && path === undefined);
  if (whole !== undefined) {
    const { begin } = (whole.change === "added" ? other : own).track(trackId);
    return { trackId, kind: whole.change, frame: begin, frames: [], trackFields: [], detectionFields: [] };
  }
  // Already in ascending order of frames.
  const frames = [...new Set(changes.flatMap(({ frame }) => frame ?? []))];
  const fieldsOf = (some: readonly Change[]): string[] => [
    ...new Set(some.map(({ path }) => (path === undefined ? "detection" : fieldOf(path)))),
  ];
  return {
    trackId,
    kind: "changed",
    frame: frames[0] ?? own.track(trackId).begin,
    frames,
    trackFields: fieldsOf(changes.filter(({ frame }) => frame === undefined)),
    detectionFields: fieldsOf(changes.filter(({ frame }) => frame !== undefined)),
  };
}

function fieldOf(path: string): string {
  const [name = "", ...inside] = path.split("/");
  // User attributes: the same field for every user.
  return name === "attributes" && inside.length > 0 ? `${name}/${inside.at(-1)}` : name;
}
