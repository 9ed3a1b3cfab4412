/** The parts of a document that CVAT XML can represent, as tracks. */
import {
  collection,
  detectionMembers,
  featuresOf,
  isSame,
  loserOf,
  lostGroups,
  lostMembers,
  trackMembers,
  unknownMembers,
  type Corners,
  type Detection,
  type Document,
  type Feature,
  type Json,
  type Lost,
  type Model,
  type Track,
} from "./model.ts";

/** All kinds of losses. */
export const cvatLosses = [
  "attribute-type confidence control-character detection-member document-member frame-rate further-pair geometry groups",
  "interpolation-off length not-a-keyframe notes shape-bounds structured-attribute track-attribute track-member",
  "track-without-detections track-without-pairs",
].join(" ");

type ReportLoss = (kind: string, frame?: number) => void;
type Points = readonly (readonly [number, number])[];

export const cvatModel: Model = (original) => {
  const lost: Lost[] = [...lostGroups(original), ...lostMembers(original)];
  const definitions = definitionsOf(original);
  const tracks = original.tracks.flatMap((track) => keepTrack(track, definitions, lost));
  return { document: { tracks, groups: [], members: {} }, lost };
};

interface Definition {
  isOfDetections: boolean;
  readonly kinds: Set<string>;
}

/** By label and name. */
type Definitions = ReadonlyMap<string, ReadonlyMap<string, Definition>>;

/** Without characters that XML cannot represent. */
const held = (text: string): string => text.replace(/[\0-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{fffe}\u{ffff}]/gu, "?");

const isText = (value: unknown): boolean => typeof value !== "number" && typeof value !== "boolean";
const kindOf = (value: unknown): string => (isText(value) ? "text" : typeof value);

function definitionsOf({ tracks }: Document): Definitions {
  const labels = new Map<string, Map<string, Definition>>();
  for (const { confidencePairs, attributes, features } of tracks) {
    const [best] = confidencePairs;
    if (best === undefined || features.length === 0) continue;
    const names = labels.get(held(best[0])) ?? new Map<string, Definition>();
    labels.set(held(best[0]), names);
    for (const [values, isOfDetections] of [
      [attributes, false] as const,
      ...features.map((one) => [one.attributes ?? {}, true] as const),
    ]) {
      for (const [name, value] of Object.entries(values)) {
        const known = names.get(held(name)) ?? { isOfDetections: false, kinds: new Set<string>() };
        known.isOfDetections ||= isOfDetections;
        known.kinds.add(kindOf(value));
        names.set(held(name), known);
      }
    }
  }
  return labels;
}

function keepTrack(track: Track, definitions: Definitions, lost: Lost[]): Track[] {
  const { id, confidencePairs, attributes, features } = track;
  const [best, ...further] = confidencePairs;
  const lose = loserOf(id, lost);
  if (best === undefined || features.length === 0) {
    lose(best === undefined ? "track-without-pairs" : "track-without-detections");
    return [];
  }
  const [type, confidence] = best;
  const names = definitions.get(held(type)) ?? new Map<string, Definition>();
  for (const _ of further) lose("further-pair");
  if (confidence !== 1) lose("confidence");
  if (held(type) !== type) lose("control-character");
  for (const _ of unknownMembers(track, trackMembers)) lose("track-member");
  const own = Object.entries(attributes).filter(([name]) => {
    const isTaken = names.get(held(name))?.isOfDetections === true;
    if (isTaken) lose("track-attribute");
    return !isTaken;
  });
  const values = keepValues(Object.fromEntries(own), names, lose);
  const kept = features.map((detection, index) => keepDetection(detection, features[index + 1], names, lose));
  return [{ id, begin: 0, end: 0, confidencePairs: [[held(type), 1]], attributes: values, features: kept }];
}

function keepDetection(
  detection: Detection,
  next: Detection | undefined,
  names: ReadonlyMap<string, Definition>,
  loseOf: ReportLoss,
): Detection {
  const { frame, bounds, keyframe = true, interpolate = false, fishLength, notes = [] } = detection;
  const lose = (kind: string): void => loseOf(kind, frame);
  const isGap = next !== undefined && next.frame > frame + 1;
  if (!keyframe) lose("not-a-keyframe");
  if (!isGap && !interpolate) lose("interpolation-off");
  if (fishLength !== undefined) lose("length");
  if (notes.length > 0) lose("notes");
  for (const _ of unknownMembers(detection, detectionMembers)) lose("detection-member");
  const attributes = keepValues(detection.attributes ?? {}, names, lose);
  const shapes = featuresOf(detection);
  const shape = shapeOf(shapes, bounds);
  if (!isSame(shape.features, shapes)) lose("geometry");
  if (!isSame(shape.bounds, bounds)) lose("shape-bounds");
  return {
    frame,
    bounds: shape.bounds,
    keyframe: true,
    interpolate: interpolate || !isGap,
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...collection(shape.features),
  };
}

/** A polygon regardless of the box; a line or points if the box is their bounding box; else the box. */
function shapeOf(
  shapes: readonly Feature[],
  bounds: Corners,
): { readonly features: readonly Feature[]; readonly bounds: Corners } {
  const ofType = (type: string): readonly Feature[] => shapes.filter(({ geometry }) => geometry.type === type);
  const make = (key: string, type: string, coordinates: unknown): Feature => ({
    type: "Feature",
    properties: { key },
    geometry: { type, coordinates },
  });
  const [outer] = (ofType("Polygon")[0]?.geometry.coordinates ?? []) as readonly Points[];
  const ring = outer === undefined ? [] : isSame(outer[0], outer.at(-1)) ? outer.slice(0, -1) : outer;
  if (ring.length > 2) {
    return { features: [make("", "Polygon", [[...ring, ring[0]]])], bounds: extent(ring) };
  }
  const [line] = ofType("LineString");
  const path = (line?.geometry.coordinates ?? []) as Points;
  const points = ofType("Point").map(({ geometry }) => geometry.coordinates as readonly [number, number]);
  if (line !== undefined) {
    return { features: isSame(extent(path), bounds) ? [make("", "LineString", path)] : [], bounds };
  }
  const arePoints = points.length > 0 && isSame(extent(points), bounds);
  return { features: arePoints ? points.map((at, index) => make(String(index + 1), "Point", at)) : [], bounds };
}

function extent(points: Points): Corners {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function keepValues(values: Json, names: ReadonlyMap<string, Definition>, lose: ReportLoss): Json {
  const kept = Object.entries(values).map(([name, value]) => {
    const isMixed = (names.get(held(name))?.kinds.size ?? 0) > 1;
    const isStructured = typeof value === "object";
    if (isStructured) lose("structured-attribute");
    else if (!isText(value) && isMixed) lose("attribute-type");
    const text = isStructured ? JSON.stringify(value) : String(value);
    for (const one of [name, text]) if (held(one) !== one) lose("control-character");
    return [held(name), isText(value) || isMixed ? held(text) : value];
  });
  return Object.fromEntries(kept) as Json;
}
