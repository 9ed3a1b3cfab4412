/**
 * The parts of a document that LabelMe can represent: a shape per detection, its flags, its group and its description.
 */
import {
  collection,
  detectionMembers,
  featuresOf,
  headTails,
  isSame,
  loserOf,
  lostGroups,
  lostMembers,
  trackMembers,
  unknownMembers,
  type Corners,
  type Detection,
  type Feature,
  type Lost,
  type Model,
  type Track,
} from "./model.ts";

/** All kinds of losses. */
export const labelmeLosses = [
  "confidence detection-attribute detection-member document-member frame-rate further-pair geometry groups",
  "interpolation length not-a-keyframe notes shape-bounds track-attributes track-id track-identity track-member",
  "track-without-detections track-without-pairs",
].join(" ");

interface Row {
  readonly trackId: number;
  readonly type: string;
  readonly detection: Detection;
}

type Points = readonly (readonly [number, number])[];

/** Every shape becomes a track, numbered from 0 by frame, then by track. */
export const labelmeModel: Model = (original) => {
  const lost: Lost[] = [...lostGroups(original), ...lostMembers(original)];
  const rows = original.tracks
    .flatMap((track) => rowsOf(track, lost))
    .toSorted((a, b) => a.detection.frame - b.detection.frame);
  const singles = new Set(original.tracks.filter(({ features }) => features.length === 1).map((track) => track.id));
  const tracks = rows.map(({ trackId, type, detection }, id): Track => {
    if (singles.has(trackId) && trackId !== id) loserOf(trackId, lost)("track-id");
    return { id, begin: 0, end: 0, confidencePairs: [[type, 1]], attributes: {}, features: [detection] };
  });
  return { document: { tracks, groups: [], members: {} }, lost };
};

function rowsOf(track: Track, lost: Lost[]): Row[] {
  const { id: trackId, confidencePairs, attributes, features } = track;
  const [best, ...further] = confidencePairs;
  const lose = loserOf(trackId, lost);
  if (best === undefined || features.length === 0) {
    lose(best === undefined ? "track-without-pairs" : "track-without-detections");
    return [];
  }
  const [type, confidence] = best;
  for (const _ of further) lose("further-pair");
  if (confidence !== 1) lose("confidence");
  if (Object.keys(attributes).length > 0) lose("track-attributes");
  for (const _ of unknownMembers(track, trackMembers)) lose("track-member");
  if (features.length > 1) lose("track-identity");
  return features.flatMap((detection, index) => {
    const { frame, keyframe = true, interpolate = false, attributes: values = {} } = detection;
    if (!keyframe) lose("not-a-keyframe", frame);
    if (interpolate) lose("interpolation", frame);
    if (detection.fishLength !== undefined) lose("length", frame);
    if ((detection.notes ?? []).length > 0) lose("notes", frame);
    for (const _ of unknownMembers(detection, detectionMembers)) lose("detection-member", frame);
    const { bounds, shapes } = shapeOf(detection);
    if (!isSame(shapes, featuresOf(detection))) lose("geometry", frame);
    if (!isSame(bounds, detection.bounds)) lose("shape-bounds", frame);
    const kept = Object.entries(values).filter(([name, value]) => isKept(name, value));
    for (let count = kept.length; count < Object.keys(values).length; count++) lose("detection-attribute", frame);
    const own: Detection = {
      frame,
      bounds,
      keyframe: true,
      ...(kept.length > 0 && { attributes: Object.fromEntries(kept) }),
      ...collection(shapes),
    };
    const next = features[index + 1];
    const between = interpolate && next !== undefined ? lineBetween(detection, next) : [];
    return [own, ...between].map((one): Row => ({ trackId, type, detection: one }));
  });
}

function isKept(name: string, value: unknown): boolean {
  if (name === "group_id" && Number.isSafeInteger(value)) return true;
  return value === true || (name === "description" && typeof value === "string" && value !== "");
}

/** The first polygon; else the first line, or all points, if the box is their bounding box; else the box. */
function shapeOf(detection: Detection): { readonly bounds: Corners; readonly shapes: readonly Feature[] } {
  const features = featuresOf(detection);
  const ofType = (type: string): readonly Feature[] => features.filter(({ geometry }) => geometry.type === type);
  const { bounds } = detection;
  const [polygon] = ofType("Polygon");
  const [outer = []] = (polygon?.geometry.coordinates ?? []) as readonly Points[];
  const ring = withoutEnd(withoutEnd(outer));
  if (ring.length >= 3) {
    return { bounds: extent(ring), shapes: [feature("", "Polygon", [[...ring, ring[0]]])] };
  }
  const [line] = ofType("LineString");
  const path = (line?.geometry.coordinates ?? []) as Points;
  if (line !== undefined && isSame(extent(path), bounds)) {
    if (line.properties.key !== "HeadTails" || path.length !== 2)
      return { bounds, shapes: [feature("", "LineString", path)] };
    const [head, tail] = [feature("head", "Point", path[0]), feature("tail", "Point", path[1])];
    return { bounds, shapes: [head, tail, headTails(head, tail)] };
  }
  const points = ofType("Point").map(({ geometry }) => geometry.coordinates) as unknown as Points;
  if (line === undefined && points.length > 0 && isSame(extent(points), bounds)) {
    return { bounds, shapes: points.map((point, index) => feature(String(index + 1), "Point", point)) };
  }
  const [x1, y1, x2, y2] = bounds;
  return {
    bounds: extent([
      [x1, y1],
      [x2, y2],
    ]),
    shapes: [],
  };
}

/** Written and read without the closing point: a ring that closes twice loses both. */
function withoutEnd(ring: Points): Points {
  return ring.length > 1 && isSame(ring[0], ring.at(-1)) ? ring.slice(0, -1) : ring;
}

function feature(key: string, type: string, coordinates: unknown): Feature {
  return { type: "Feature", properties: { key }, geometry: { type, coordinates } };
}

function extent(points: Points): Corners {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Frames interpolated between two detections, with ordered corners. */
function lineBetween(from: Detection, to: Detection): Detection[] {
  return Array.from({ length: to.frame - from.frame - 1 }, (_, step) => {
    const weight = (step + 1) / (to.frame - from.frame);
    const [x1, y1, x2, y2] = from.bounds.map((value, i) => value * (1 - weight) + (to.bounds[i] ?? 0) * weight) as [
      number,
      number,
      number,
      number,
    ];
    const bounds = extent([
      [x1, y1],
      [x2, y2],
    ]);
    return { frame: from.frame + step + 1, bounds, keyframe: true };
  });
}
