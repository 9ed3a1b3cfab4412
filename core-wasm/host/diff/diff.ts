/**
 * The differences between two documents, at (track, frame, field).
 *
 * A track or group that exists in only one of them is one change; so is a detection on a frame where the other's track
 * has none. Otherwise every field that differs is a change, with its path (see `fields.ts`) and both values.
 */
import { readDocumentMembers } from "../formats/exchange/document-members.ts";
import type { AnnotationCore, TrackId } from "../types.ts";
import { isDefault, splitDocument, splitGroup, splitTrack, type Entity, type Fields } from "./fields.ts";
import { isEqual } from "../json.ts";
import { sideBySide } from "./rows.ts";

/** The subject of a change or conflict. Without `path` it is a whole track, group or (with `frame`) detection. */
export interface Place {
  readonly kind: "track" | "group" | "document";
  /** Absent for the document. */
  readonly id?: number;
  readonly frame?: number;
  readonly path?: string;
}

export interface Change extends Place {
  readonly change: "added" | "deleted" | "changed";
  /** Value of the field; absent if it has none, and for whole tracks, groups and detections. */
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
  /** Only of tracks in both documents. */
  readonly detections: Readonly<ChangeCounts>;
  /** Changes by the first part of the path: `bounds`, `attributes`, ... */
  readonly fields: Readonly<Record<string, number>>;
  /** The first `listed` changes, by kind, id and frame; `changeCount` counts all. */
  readonly changes: readonly Change[];
  readonly changeCount: number;
}

export interface DiffOptions {
  /** Maximum number of changes to list. Default 1000. */
  readonly listed?: number;
}

/** The changes that turn `a` into `b`. */
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

/** All changes that turn `a` into `b`, one by one. Neither core may be used until the generator has finished. */
export function* annotationChanges(a: AnnotationCore, b: AnnotationCore): Generator<Change> {
  yield* changedFields({ kind: "document" }, documentFields(a), documentFields(b));
  for (const [id, before, after] of sideBySide([
    a.writer.trackRows({ bounds: "exact" }),
    b.writer.trackRows({ bounds: "exact" }),
  ])) {
    yield* changedEntity({ kind: "track", id }, before?.json, after?.json, splitTrack);
  }
  for (const [id, before, after] of sideBySide([a.writer.groupRows(), b.writer.groupRows()])) {
    yield* changedEntity({ kind: "group", id }, before?.json, after?.json, splitGroup);
  }
}

/** The changes that turn one track of `a` into that of `b`; either may be absent. */
export function trackChanges(a: AnnotationCore, b: AnnotationCore, id: TrackId): readonly Change[] {
  const [before, after] = [a, b].map((core) => trackText(core, id));
  return [...changedEntity({ kind: "track", id }, before, after, splitTrack)];
}

/** The changes that turn one group into another, given their JSON. */
export function changedGroup(id: number, before: string, after: string): readonly Change[] {
  return [...changedEntity({ kind: "group", id }, before, after, splitGroup)];
}

/** The JSON of one track; `undefined` when there is no such track. */
export function trackText(core: AnnotationCore, id: TrackId): string | undefined {
  if (!core.hasTrack(id)) return undefined;
  // The list has one element; strip its brackets.
  return new TextDecoder().decode(core.writer.writeTrackList([id], { bounds: "exact" })).slice(1, -1);
}

/** Members of a document other than its tracks and groups. */
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
    else if (!isEqual(old.json, now.json))
      yield* changedFields({ ...place, frame }, saying(old.fields), saying(now.fields));
  }
}

/** The fields of a detection, without those that have no effect. */
function saying(fields: Fields): Fields {
  return new Map([...fields].filter(([path, value]) => !isDefault(path, value)));
}

function* changedFields(place: Place, before: Fields, after: Fields): Generator<Change> {
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(path), after.get(path)];
    if (!before.has(path)) yield { ...place, path, change: "added", after: now };
    else if (!after.has(path)) yield { ...place, path, change: "deleted", before: old };
    else if (!isEqual(old, now)) yield { ...place, path, change: "changed", before: old, after: now };
  }
}
