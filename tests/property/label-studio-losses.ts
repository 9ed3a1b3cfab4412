/**
 * The parts of a document that Label Studio can represent: boxes of tracks in a video, a box or a polygon without holes
 * on a picture.
 */
import {
  collection,
  detectionMembers,
  featuresOf,
  isNear,
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
  type Lost,
  type Model,
  type Pair,
  type Track,
} from "./model.ts";

/** All kinds of losses. */
export const studioVideoLosses = [
  "bounds-digits detection-attribute detection-member document-member frame-rate further-pair geometry groups",
  "interpolation length not-a-keyframe notes track-attributes track-member track-without-detections track-without-pairs",
].join(" ");
export const studioPictureLosses = `${studioVideoLosses} frame-by-name shape-bounds track-identity`;

type ReportLoss = (kind: string, frame?: number) => void;
type Points = readonly (readonly [number, number])[];

/** The surviving pair, recording the losses of the track itself. */
function bestPairOf(track: Track, lose: ReportLoss): Pair | undefined {
  const { confidencePairs, attributes, features } = track;
  const [best, ...further] = confidencePairs;
  if (best === undefined || features.length === 0) {
    lose(best === undefined ? "track-without-pairs" : "track-without-detections");
    return undefined;
  }
  for (const _ of further) lose("further-pair");
  if (Object.keys(attributes).length > 0) lose("track-attributes");
  for (const _ of unknownMembers(track, trackMembers)) lose("track-member");
  return best;
}

function loseOfDetection(detection: Detection, lose: ReportLoss): void {
  const { frame, keyframe = true, attributes = {}, fishLength, notes = [] } = detection;
  if (!keyframe) lose("not-a-keyframe", frame);
  if (fishLength !== undefined) lose("length", frame);
  if (notes.length > 0) lose("notes", frame);
  for (const _ of Object.keys(attributes)) lose("detection-attribute", frame);
  for (const _ of unknownMembers(detection, detectionMembers)) lose("detection-member", frame);
}

const byId = ({ tracks }: Document): ReadonlyMap<number, Track> => new Map(tracks.map((track) => [track.id, track]));

/** Every track is a sequence of boxes with keyframes and interpolation. */
export const studioVideoModel: Model = (original, returned) => {
  const lost: Lost[] = [...lostGroups(original), ...lostMembers(original)];
  const found = byId(returned);
  const tracks = original.tracks.flatMap((track): readonly Track[] => {
    const { id, features } = track;
    const lose = loserOf(id, lost);
    const best = bestPairOf(track, lose);
    if (best === undefined) return [];
    const kept = features.map((detection, index): Detection => {
      const { frame, bounds, interpolate = false } = detection;
      loseOfDetection(detection, lose);
      const isLast = index === features.length - 1;
      if (isLast && interpolate) lose("interpolation", frame);
      if (featuresOf(detection).length > 0) lose("geometry", frame);
      const came = found.get(id)?.features[index]?.bounds;
      const read = isNear(bounds, came) ? came : bounds;
      if (!isSame(read, bounds)) lose("bounds-digits", frame);
      return { frame, bounds: read, keyframe: true, ...(interpolate && !isLast && { interpolate }) };
    });
    const [begin, end] = [kept[0]?.frame, kept.at(-1)?.frame];
    return [{ id, begin, end, confidencePairs: [best], attributes: {}, features: kept }];
  });
  return { document: { tracks, groups: [], members: {} }, lost };
};

interface Row {
  readonly trackId: number | undefined;
  readonly pair: Pair;
  readonly frame: number;
  readonly bounds: Corners;
  readonly ring: Points | undefined;
  readonly lose: ReportLoss;
}

/** Every region becomes a track; only one that was alone keeps its id. */
export const studioPictureModel: Model = (original, returned) => {
  const lost: Lost[] = [...lostGroups(original), ...lostMembers(original), { kind: "frame-by-name" }];
  const rows = original.tracks.flatMap((track) => rowsOf(track, lost)).toSorted((a, b) => a.frame - b.frame);
  const given = new Set(rows.flatMap(({ trackId }) => trackId ?? []));
  const found = byId(returned);
  let next = 0;
  const tracks = rows.map(({ trackId, pair, frame, bounds, ring, lose }): Track => {
    while (given.has(next)) next++;
    const id = trackId ?? next++;
    const came = found.get(id)?.features[0];
    const read = isNear(bounds, came?.bounds) ? came.bounds : bounds;
    const readRing = ring === undefined ? undefined : nearRing(ring, came);
    if (!isSame([read, readRing], [bounds, ring])) lose("bounds-digits", frame);
    const shapes: readonly Feature[] =
      readRing === undefined
        ? []
        : [
            {
              type: "Feature",
              properties: { key: "" },
              geometry: { type: "Polygon", coordinates: [[...readRing, readRing[0]]] },
            },
          ];
    const detection: Detection = { frame, bounds: read, keyframe: true, ...collection(shapes) };
    return { id, begin: frame, end: frame, confidencePairs: [pair], attributes: {}, features: [detection] };
  });
  return { document: { tracks: tracks.toSorted((a, b) => a.id - b.id), groups: [], members: {} }, lost };
};

function rowsOf(track: Track, lost: Lost[]): readonly Row[] {
  const { id, features } = track;
  const lose = loserOf(id, lost);
  const pair = bestPairOf(track, lose);
  if (pair === undefined) return [];
  if (features.length > 1) lose("track-identity");
  const trackId = features.length === 1 ? id : undefined;
  return features.flatMap((detection, index) => {
    loseOfDetection(detection, lose);
    if (detection.interpolate === true) lose("interpolation", detection.frame);
    const next = features[index + 1];
    const between = detection.interpolate === true && next !== undefined ? lineBetween(detection, next) : [];
    return [
      { trackId, pair, lose, ...shapeOf(detection, lose) },
      ...between.map((row) => ({ trackId, pair, ring: undefined, ...row, lose: () => {} })),
    ];
  });
}

function shapeOf(detection: Detection, lose: ReportLoss): Pick<Row, "frame" | "bounds" | "ring"> {
  const { frame, bounds } = detection;
  const shapes = featuresOf(detection);
  const polygon = shapes.find(({ geometry }) => geometry.type === "Polygon");
  const [outer = []] = (polygon?.geometry.coordinates ?? []) as readonly Points[];
  const open = outer.length > 1 && isSame(outer[0], outer.at(-1)) ? outer.slice(0, -1) : outer;
  const ring = open.length > 2 ? open : undefined;
  const isWhole =
    ring !== undefined &&
    shapes.length === 1 &&
    polygon?.properties.key === "" &&
    isSame(polygon.geometry.coordinates, [[...ring, ring[0]]]);
  if (shapes.length > 0 && !isWhole) lose("geometry", frame);
  if (ring === undefined) return { frame, bounds, ring };
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const extent: Corners = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  if (!isSame(extent, bounds)) lose("shape-bounds", frame);
  return { frame, bounds: extent, ring };
}

/** The returned ring, if only its last digits differ. */
function nearRing(ring: Points, came: Detection | undefined): Points {
  const [shape] = came === undefined ? [] : featuresOf(came);
  const [closed = []] = (shape?.geometry.coordinates ?? []) as readonly Points[];
  const pointAt = (index: number): Corners | undefined => {
    const point = closed[index];
    return point === undefined ? undefined : [...point, ...point];
  };
  const isClose = ring.every(([x, y], index) => isNear([x, y, x, y], pointAt(index)));
  return isClose && closed.length === ring.length + 1 ? closed.slice(0, -1) : ring;
}

/** Frames interpolated between two detections. */
function lineBetween(from: Detection, to: Detection): Pick<Row, "frame" | "bounds">[] {
  return Array.from({ length: to.frame - from.frame - 1 }, (_, step) => {
    const weight = (step + 1) / (to.frame - from.frame);
    const line = from.bounds.map((value, i) => value * (1 - weight) + (to.bounds[i] ?? 0) * weight);
    return { frame: from.frame + step + 1, bounds: line as unknown as Corners };
  });
}
