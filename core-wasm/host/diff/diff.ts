/**
 * What differs between two documents, at (track, frame, field).
 *
 * A track or group that only one of them has is one change; so is a detection on a frame that the track of the other has
 * not. Elsewhere every field that differs is a change, with its path (see `fields.ts`) and both values.
 */
import { readDocumentMembers } from "../formats/exchange/document-members.ts";
import type { AnnotationCore, TrackId } from "../types.ts";
import { saysNothing, splitDocument, splitGroup, splitTrack, type Entity, type Fields } from "./fields.ts";
import { isEqual } from "../json.ts";
import { sideBySide } from "./rows.ts";

/** What a change or conflict is about. Without `path` it is a whole track, group or (with `frame`) detection. */
export interface Place {
  readonly kind: "track" | "group" | "document";
  /** Absent for the document. */
  readonly id?: number;
  readonly frame?: number;
  readonly path?: string;
}

export interface Change extends Place {
  readonly change: "added" | "deleted" | "changed";
  /** Value of the field; absent where there is none, and for whole tracks, groups and detections. */
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface ChangeCounts {
  added: number;
  deleted: number;
  changed: number;
}

export interface AnnotationDiff {
  readonly isEqual: boolean;
  readonly tracks: Readonly<ChangeCounts>;
  readonly groups: Readonly<ChangeCounts>;
  /** Of tracks that both have. */
  readonly detections: Readonly<ChangeCounts>;
  /** Changes by the first part of the path: `bounds`, `attributes`, ... */
  readonly fields: Readonly<Record<string, number>>;
  /** The first of them, by kind, id and frame; `changeCount` counts all. */
  readonly changes: readonly Change[];
  readonly changeCount: number;
}

export interface DiffOptions {
  /** Most changes that are listed. Default 1000. */
  readonly listed?: number;
}

/** The changes that make `b` of `a`. */
export function diffAnnotations(
  a: AnnotationCore,
  b: AnnotationCore,
  { listed = 1000 }: DiffOptions = {},
): AnnotationDiff {
  const noChanges = (): ChangeCounts => ({ added: 0, deleted: 0, changed: 0 });
  const counts = { track: noChanges(), group: noChanges(), detection: noChanges() };
  const fields = new Map<string, number>();
  const changes: Change[] = [];
  let changeCount = 0;
  let [changedEntity, changedDetection] = ["", ""];
  for (const change of annotationChanges(a, b)) {
    const { kind, id, frame, path } = change;
    changeCount += 1;
    if (changes.length < listed) changes.push(change);
    if (path !== undefined) {
      const [name = ""] = path.split("/");
      fields.set(name, (fields.get(name) ?? 0) + 1);
    }
    if (kind === "document") continue;
    const entity = `${kind} ${id}`;
    if (path === undefined && frame === undefined) counts[kind][change.change] += 1;
    else if (entity !== changedEntity) counts[kind].changed += 1;
    changedEntity = entity;
    if (frame === undefined) continue;
    const detection = `${entity} ${frame}`;
    if (path === undefined) counts.detection[change.change] += 1;
    else if (detection !== changedDetection) counts.detection.changed += 1;
    changedDetection = detection;
  }
  return {
    isEqual: changeCount === 0,
    tracks: counts.track,
    groups: counts.group,
    detections: counts.detection,
    fields: Object.fromEntries(fields),
    changes,
    changeCount,
  };
}

/** All changes that make `b` of `a`, one by one. Neither core may be used until the last has been taken. */
export function* annotationChanges(a: AnnotationCore, b: AnnotationCore): Generator<Change> {
  yield* changedFields({ kind: "document" }, documentFields(a), documentFields(b));
  for (const [id, before, after] of sideBySide([a.trackRows({ bounds: "exact" }), b.trackRows({ bounds: "exact" })])) {
    yield* changedEntity({ kind: "track", id }, before?.json, after?.json, splitTrack);
  }
  for (const [id, before, after] of sideBySide([a.groupRows(), b.groupRows()])) {
    yield* changedEntity({ kind: "group", id }, before?.json, after?.json, splitGroup);
  }
}

/** The changes that make one track of `b` of that of `a`, which may be absent. */
export function trackChanges(a: AnnotationCore, b: AnnotationCore, id: TrackId): readonly Change[] {
  const [before, after] = [a, b].map((core) => trackText(core, id));
  return [...changedEntity({ kind: "track", id }, before, after, splitTrack)];
}

/** The changes that make one group of another, from their JSON. */
export function changedGroup(id: number, before: string, after: string): readonly Change[] {
  return [...changedEntity({ kind: "group", id }, before, after, splitGroup)];
}

/** The JSON of one track; `undefined` where there is none. */
export function trackText(core: AnnotationCore, id: TrackId): string | undefined {
  if (!core.hasTrack(id)) return undefined;
  // A list of one.
  return new TextDecoder().decode(core.writeTrackList([id], { bounds: "exact" })).slice(1, -1);
}

/** Members of a document besides its tracks and groups. */
export function documentFields(core: AnnotationCore): Fields {
  return splitDocument(readDocumentMembers(core).members);
}

function* changedEntity(
  place: Place,
  before: string | undefined,
  after: string | undefined,
  split: (json: string) => Entity,
): Generator<Change> {
  if (before === after) return;
  if (before === undefined) yield { ...place, change: "added" };
  else if (after === undefined) yield { ...place, change: "deleted" };
  else {
    const [old, now] = [split(before), split(after)];
    yield* changedFields(place, old.fields, now.fields);
    yield* changedDetections(place, old.detections, now.detections);
  }
}

function* changedDetections(
  place: Place,
  before: Entity["detections"],
  after: Entity["detections"],
): Generator<Change> {
  const frames = new Set([...before.keys(), ...after.keys()]);
  for (const frame of [...frames].toSorted((a, b) => a - b)) {
    const [old, now] = [before.get(frame), after.get(frame)];
    if (old === undefined) yield { ...place, frame, change: "added" };
    else if (now === undefined) yield { ...place, frame, change: "deleted" };
    else yield* changedFields({ ...place, frame }, saying(old), saying(now));
  }
}

/** A detection without the fields that say nothing. */
function saying(fields: Fields): Fields {
  return new Map([...fields].filter(([path, value]) => !saysNothing(path, value)));
}

function* changedFields(place: Place, before: Fields, after: Fields): Generator<Change> {
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(path), after.get(path)];
    if (!before.has(path)) yield { ...place, path, change: "added", after: now };
    else if (!after.has(path)) yield { ...place, path, change: "deleted", before: old };
    else if (!isEqual(old, now)) yield { ...place, path, change: "changed", before: old, after: now };
  }
}
