/**
 * Moves annotations of an old video to a new one: each detection to every new frame that shows its old picture, at its
 * place there. Interpolated detections stay interpolated where new frames follow each other as evenly as the old ones.
 */
import { documentFields } from "#core/diff/diff";
import { joinMembers } from "#core/diff/fields";
import { isObject, parseJson, type JsonObject } from "#core/json";
import type { AnnotationCore, DetectionShape, FrameNumber, TrackId } from "#core/types";
import { mapBounds, mapCoordinates, mapPoint, type PictureMap } from "./picture-map.ts";

export interface MovedAnnotations {
  /** DIVE annotation JSON. */
  readonly document: JsonObject;
  /** Detections in the file. */
  readonly stored: number;
  /** Number of detections on pictures that the new video has. */
  readonly moved: number;
  /** Number of detections outside the new pictures. */
  readonly outside: number;
  /** Detections on old pictures that the new video skips, between two that it has. */
  readonly passedOver: number;
  /** Detections without a counterpart: frames of the old video, by track. */
  readonly lost: ReadonlyMap<number, readonly number[]>;
  /** Tracks and groups that became empty. */
  readonly lostTracks: readonly number[];
  readonly lostGroups: readonly number[];
}

export interface Target {
  /** The old frame of each new one; -1 if none exists. */
  readonly old: Int32Array;
  readonly map: PictureMap;
  readonly width: number;
  readonly height: number;
  readonly seconds: Float64Array;
  readonly fps: number;
}

interface Feature extends JsonObject {
  readonly frame: number;
  readonly bounds: readonly number[];
}

/** On a new frame. */
interface Entry {
  readonly frame: number;
  readonly old: number;
  /** Absent: between two keyframes. */
  readonly stored?: Feature;
}

const flicksPerSecond = 705_600_000;

export function moveAnnotations(core: AnnotationCore, target: Target): MovedAnnotations {
  const passed = skippedFrames(target.old);
  const news = Map.groupBy(
    [...target.old.keys()].filter((frame) => target.old[frame]! >= 0),
    (frame) => target.old[frame]!,
  );
  const tracks: Record<string, JsonObject> = {};
  const lost = new Map<number, number[]>();
  const lostTracks: number[] = [];
  let [stored, moved, outside, passedOver] = [0, 0, 0, 0];
  for (const { id, json } of core.writer.trackRows({ bounds: "exact" })) {
    const { features = [], ...rest } = parseJson(json) as JsonObject & { features?: readonly Feature[] };
    stored += features.length;
    const missing: number[] = [];
    for (const feature of features) {
      const there = news.get(feature.frame);
      if (there === undefined && passed.has(feature.frame)) passedOver++;
      else if (there === undefined) missing.push(feature.frame);
      else if (isOutside(mapBounds(target.map, feature.bounds), target)) outside++;
      else moved++;
    }
    if (missing.length > 0) lost.set(id, missing);
    const own = moveTrack(core, id, features, target);
    const [first] = own;
    if (first === undefined) lostTracks.push(id);
    else tracks[id] = { ...rest, begin: first["frame"], end: own.at(-1)!["frame"], features: own };
  }
  const { groups, lostGroups } = moveGroups(core, news);
  const document = { ...joinMembers(documentFields(core)), version: 2, fps: target.fps, tracks, groups };
  return { document, stored, moved, outside, passedOver, lost, lostTracks, lostGroups };
}

/** Old frames between those of two consecutive new frames: a lower rate leaves them out. */
function skippedFrames(old: Int32Array): ReadonlySet<number> {
  const maxSteps = 8;
  const passed = new Set<number>();
  for (let frame = 1; frame < old.length; frame++) {
    const [from, to] = [old[frame - 1]!, old[frame]!];
    if (from < 0 || to - from > maxSteps) continue;
    for (let between = from + 1; between < to; between++) passed.add(between);
  }
  return passed;
}

function isOutside([left, top, right, bottom]: readonly number[], { width, height }: Target): boolean {
  return right! <= 0 || bottom! <= 0 || left! >= width || top! >= height;
}

function moveTrack(core: AnnotationCore, id: number, features: readonly Feature[], target: Target): JsonObject[] {
  const byFrame = new Map(features.map((feature) => [feature.frame, feature]));
  const keyframes = features.filter(({ keyframe }) => keyframe === true).map(({ frame }) => frame);
  const entries: Entry[] = [];
  for (const [frame, old] of target.old.entries()) {
    if (old < 0) continue;
    const stored = byFrame.get(old);
    const bounds = stored?.bounds ?? boundsBetween(core, id, old);
    if (bounds === undefined || isOutside(mapBounds(target.map, bounds), target)) continue;
    entries.push({ frame, old, ...(stored !== undefined && { stored }) });
  }
  const kept = entries.filter((entry, at) => !isBetween(entry, entries[at - 1], entries[at + 1], keyframes));
  const present = new Set(entries.map(({ frame }) => frame));
  return kept.map((entry, at) => {
    const next = kept[at + 1];
    // Up to the next one that is written, all frames have the track; else nothing is between them.
    const goesOn = next !== undefined && allPresent(present, entry.frame, next.frame);
    return featureOf(core, id, entry, goesOn, target);
  });
}

/** The track between two keyframes; nothing in a gap. */
function boundsBetween(core: AnnotationCore, id: number, frame: number): readonly number[] | undefined {
  return core.detectionAt(id as TrackId, frame as FrameNumber)?.bounds;
}

function allPresent(present: ReadonlySet<number>, from: number, to: number): boolean {
  for (let frame = from + 1; frame < to; frame++) if (!present.has(frame)) return false;
  return true;
}

/** Interpolation from its neighbors gives the same: frames follow at even steps, without a keyframe in between. */
function isBetween(
  { frame, old, stored }: Entry,
  before: Entry | undefined,
  after: Entry | undefined,
  keyframes: readonly number[],
): boolean {
  if (stored !== undefined || before?.frame !== frame - 1 || after?.frame !== frame + 1) return false;
  const isEven = old - before.old === after.old - old;
  return (
    isEven && !keyframes.some((key) => key > Math.min(before.old, after.old) && key < Math.max(before.old, after.old))
  );
}

function featureOf(
  core: AnnotationCore,
  id: number,
  { frame, old, stored }: Entry,
  goesOn: boolean,
  { map, seconds }: Target,
): JsonObject {
  if (stored === undefined) {
    const shapes = core.shown.computedShapes(id as TrackId, old as FrameNumber);
    const geometry = shapes.length === 0 ? {} : { geometry: geometryOf(shapes, map) };
    const bounds = mapBounds(map, boundsBetween(core, id, old) ?? [0, 0, 0, 0]);
    return { frame, bounds, keyframe: true, interpolate: goesOn, ...geometry };
  }
  const { head, tail, geometry, flick, interpolate, ...rest } = stored;
  return {
    ...rest,
    frame,
    bounds: mapBounds(map, stored.bounds),
    ...(interpolate !== undefined && { interpolate: interpolate === true && goesOn }),
    ...(flick !== undefined && { flick: Math.round((seconds[frame] ?? 0) * flicksPerSecond) }),
    ...(Array.isArray(head) && { head: mapPoint(map, head as number[]) }),
    ...(Array.isArray(tail) && { tail: mapPoint(map, tail as number[]) }),
    ...(geometry !== undefined && { geometry: mapGeometry(map, geometry) }),
  };
}

function mapGeometry(map: PictureMap, collection: unknown): unknown {
  if (!isObject(collection) || !Array.isArray(collection["features"])) return collection;
  const features = (collection["features"] as readonly unknown[]).map((feature) => {
    if (!isObject(feature) || !isObject(feature["geometry"])) return feature;
    const coordinates = mapCoordinates(map, feature["geometry"]["coordinates"]);
    return { ...feature, geometry: { ...feature["geometry"], coordinates } };
  });
  return { ...collection, features };
}

function geometryOf(shapes: readonly DetectionShape[], map: PictureMap): JsonObject {
  const features = shapes.map(({ kind, key, paths, rotation }) => {
    const points = mapCoordinates(map, paths) as unknown[][];
    const coordinates = kind === "Polygon" ? points : kind === "Point" ? points[0]?.[0] : points[0];
    const properties = { key, ...(rotation !== undefined && { rotation }) };
    return { type: "Feature", properties, geometry: { type: kind, coordinates } };
  });
  return { type: "FeatureCollection", features };
}

/** Ranges of members, on the new frames of their old ones. */
function moveGroups(
  core: AnnotationCore,
  news: ReadonlyMap<number, readonly number[]>,
): { readonly groups: Record<string, JsonObject>; readonly lostGroups: readonly number[] } {
  const groups: Record<string, JsonObject> = {};
  const lostGroups: number[] = [];
  for (const { id, json } of core.writer.groupRows()) {
    const { members, ...rest } = parseJson(json) as JsonObject;
    const kept = Object.entries(isObject(members) ? members : {}).flatMap(([track, member]) => {
      if (!isObject(member)) return [];
      const ranges = (member["ranges"] as readonly (readonly [number, number])[]).flatMap((range) =>
        moveRange(range, news),
      );
      return ranges.length === 0 ? [] : [[track, { ...member, ranges }] as const];
    });
    if (kept.length === 0) {
      lostGroups.push(id);
      continue;
    }
    const all = kept.flatMap(([, { ranges }]) => ranges).flat();
    groups[id] = { ...rest, members: Object.fromEntries(kept), begin: Math.min(...all), end: Math.max(...all) };
  }
  return { groups, lostGroups };
}

function moveRange(
  [from, to]: readonly [number, number],
  news: ReadonlyMap<number, readonly number[]>,
): [number, number][] {
  const frames: number[] = [];
  for (const [old, own] of news) if (old >= from && old <= to) frames.push(...own);
  return rangesOf(frames);
}

/** `[3, 4, 5, 9]`: 3 to 5, and 9. */
export function rangesOf(frames: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const frame of [...frames].toSorted((a, b) => a - b)) {
    const open = ranges.at(-1);
    if (open !== undefined && frame <= open[1] + 1) open[1] = frame;
    else ranges.push([frame, frame]);
  }
  return ranges;
}
