/**
 * Documents as the models of formats see them. A model states what a format keeps of a document and what it loses,
 * derived from the description of the format (docs/formats) and not from the code of its writer.
 */
import { isDeepStrictEqual } from "node:util";
import type { AnnotationCore } from "#core";

export type Json = Readonly<Record<string, unknown>>;
export type Pair = readonly [type: string, confidence: number];
export type Corners = readonly [x1: number, y1: number, x2: number, y2: number];

export interface Feature {
  readonly type: "Feature";
  readonly properties: { readonly key: string; readonly visibility?: number };
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

export interface Geometry {
  readonly type: "FeatureCollection";
  readonly features: readonly Feature[];
}

export interface Detection extends Json {
  readonly frame: number;
  readonly bounds: Corners;
  readonly keyframe?: boolean;
  readonly interpolate?: boolean;
  readonly fishLength?: number;
  readonly attributes?: Json;
  readonly notes?: readonly string[];
  readonly geometry?: Geometry;
}

export interface Track extends Json {
  readonly id: number;
  readonly confidencePairs: readonly Pair[];
  readonly attributes: Json;
  readonly features: readonly Detection[];
}

export interface Group extends Json {
  readonly id: number;
  readonly confidencePairs: readonly Pair[];
  readonly attributes: Json;
  readonly members: Json;
}

/** Tracks and groups, sorted by id. */
export interface Document {
  readonly tracks: readonly Track[];
  readonly groups: readonly Group[];
  /** Members other than tracks and groups. */
  readonly members: Json;
}

/** A loss. Without frame: of the track; without track: of the document. */
export interface Lost {
  readonly kind: string;
  readonly trackId?: number;
  readonly frame?: number;
}

/** Records a loss of a track; without a frame, of the track as a whole. */
export const loserOf =
  (trackId: number, lost: Lost[]) =>
  (kind: string, frame?: number): void =>
    void lost.push({ kind, trackId, ...(frame !== undefined && { frame }) });

export interface Kept {
  readonly document: Document;
  readonly lost: readonly Lost[];
}

/**
 * The parts of a document that a format keeps. The result is passed as well, for the last digits of numbers: a model
 * takes them from there if they are close enough, and then they count as lost.
 */
export type Model = (original: Document, returned: Document) => Kept;

export function documentOf(core: AnnotationCore): Document {
  const { bytes } = core.writer.writeDiveJson({ style: "compact", filter: { types: [] } });
  const { tracks: _, groups: __, version: ___, ...members } = JSON.parse(new TextDecoder().decode(bytes)) as Json;
  return {
    tracks: [...core.writer.trackRows({ bounds: "exact" })].map(({ json }) => JSON.parse(json) as Track),
    groups: [...core.writer.groupRows()].map(({ json }) => JSON.parse(json) as Group),
    members,
  };
}

/** The text of a document, DIVE JSON version 2. */
export function textOf({ tracks, groups, members }: Document): string {
  const byId = (list: readonly { readonly id: number }[]): Json => Object.fromEntries(list.map((one) => [one.id, one]));
  return JSON.stringify({ tracks: byId(tracks), groups: byId(groups), version: 2, ...members });
}

// --------------------------------------------------------------------------------------- what several models are made of

/** Losses of groups and document members in formats without them. */
export function lostGroups({ groups }: Document): Lost[] {
  return groups.map(() => ({ kind: "groups" }));
}

export function lostMembers({ members }: Document): Lost[] {
  return Object.keys(members).map((name) => ({ kind: name === "fps" ? "frame-rate" : "document-member" }));
}

/** Members of a track or detection other than the known ones. */
export function unknownMembers(one: Json, known: readonly string[]): string[] {
  return Object.keys(one).filter((name) => !known.includes(name));
}

export const trackMembers = ["id", "begin", "end", "confidencePairs", "attributes", "features"];
export const detectionMembers = [
  "frame",
  "bounds",
  "keyframe",
  "interpolate",
  "fishLength",
  "attributes",
  "notes",
  "geometry",
];

export function featuresOf({ geometry }: Detection): readonly Feature[] {
  return geometry?.features ?? [];
}

/** The line that the reader makes of head and tail. */
export function headTails(first: Feature, second: Feature): Feature {
  const coordinates = [first.geometry.coordinates, second.geometry.coordinates];
  return { type: "Feature", properties: { key: "HeadTails" }, geometry: { type: "LineString", coordinates } };
}

export function collection(features: readonly Feature[]): { geometry?: Geometry } {
  return features.length === 0 ? {} : { geometry: { type: "FeatureCollection", features } };
}

export function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}

/** If a corner is written as a sum, its last digits may differ. */
export function isNear(a: Corners, b: Corners | undefined): b is Corners {
  if (b === undefined) return false;
  return [0, 1].every((axis) => {
    const scale = Math.max(1, Math.abs(a[axis] ?? 0), Math.abs(a[axis + 2] ?? 0));
    return [axis, axis + 2].every((i) => Math.abs((a[i] ?? 0) / scale - (b[i] ?? 0) / scale) <= 1e-12);
  });
}

/** Corner and size cannot express that the second corner is above or left of the first one. */
export function ordered([x1, y1, x2, y2]: Corners): Corners {
  return [x1, y1, Math.max(x1, x2), Math.max(y1, y2)];
}
