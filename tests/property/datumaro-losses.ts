/** The parts of a document that Datumaro can represent: tracks of boxes or of polygons without holes, simple attributes. */
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
  type Feature,
  type Lost,
  type Model,
  type Track,
} from "./model.ts";

/** All kinds of losses. */
export const datumaroLosses = [
  "bounds-digits detection-attribute detection-member document-member frame-rate further-pair geometry groups",
  "interpolation length not-a-keyframe notes shape-bounds track-attributes track-member track-without-detections",
  "track-without-pairs type-name",
].join(" ");

type Points = readonly (readonly [number, number])[];
type ReportLoss = (kind: string, frame?: number) => void;

/** Interpolated boxes become detections. */
export const datumaroModel: Model = (original, returned) => {
  const lost: Lost[] = [...lostGroups(original), ...lostMembers(original)];
  const tracks = original.tracks.flatMap((track): readonly Track[] => {
    const { id, confidencePairs, attributes, features } = track;
    const [best, ...further] = confidencePairs;
    const lose = loserOf(id, lost);
    if (best === undefined || features.length === 0) {
      lose(best === undefined ? "track-without-pairs" : "track-without-detections");
      return [];
    }
    const [type, confidence] = best;
    // A label must have a name.
    const isBlank = /^[\p{Z}\p{Cc}]*$/u.test(type);
    if (isBlank) lose("type-name");
    for (const _ of further) lose("further-pair");
    if (Object.keys(attributes).length > 0) lose("track-attributes");
    for (const _ of unknownMembers(track, trackMembers)) lose("track-member");
    const found = returned.tracks.find((one) => one.id === id)?.features ?? [];
    const kept = features.flatMap((detection, index) => {
      const next = features[index + 1];
      const own = keepDetection(detection, found, lose);
      if (detection.interpolate !== true) return [own];
      lose("interpolation", detection.frame);
      return next === undefined ? [own] : [own, ...between(detection, next, found)];
    });
    const pair = [isBlank ? "unknown" : type, confidence] as const;
    return [{ id, begin: 0, end: 0, confidencePairs: [pair], attributes: {}, features: kept }];
  });
  return { document: { tracks, groups: [], members: {} }, lost };
};

function keepDetection(detection: Detection, found: readonly Detection[], loseOf: ReportLoss): Detection {
  const { frame, bounds, keyframe = true, fishLength, notes = [], attributes = {} } = detection;
  const lose = (kind: string): void => loseOf(kind, frame);
  if (!keyframe) lose("not-a-keyframe");
  if (fishLength !== undefined) lose("length");
  if (notes.length > 0) lose("notes");
  for (const _ of unknownMembers(detection, detectionMembers)) lose("detection-member");
  const simple = Object.entries(attributes).filter(
    ([name, value]) => typeof value !== "object" && value !== "" && !(name === "rotation" && typeof value === "number"),
  );
  for (let count = simple.length; count < Object.keys(attributes).length; count++) lose("detection-attribute");
  const ring = ringOf(featuresOf(detection));
  const shapes: readonly Feature[] =
    ring === undefined
      ? []
      : [
          {
            type: "Feature",
            properties: { key: "" },
            geometry: { type: "Polygon", coordinates: [[...ring, ring[0]]] },
          },
        ];
  if (!isSame(shapes, featuresOf(detection))) lose("geometry");
  const read = ring === undefined ? asRead(bounds, frame, found) : extent(ring);
  if (!isSame(read, bounds)) lose(ring === undefined ? "bounds-digits" : "shape-bounds");
  return {
    frame,
    bounds: read,
    keyframe: true,
    ...(simple.length > 0 && { attributes: Object.fromEntries(simple) }),
    ...collection(shapes),
  };
}

/** Bounds after a round trip through corner and size. */
function asRead(bounds: Corners, frame: number, found: readonly Detection[]): Corners {
  const [x1, y1, x2, y2] = bounds;
  const corners = extent([
    [x1, y1],
    [x2, y2],
  ]);
  const came = found.find((one) => one.frame === frame)?.bounds;
  return isNear(corners, came) ? came : corners;
}

/** The first polygon without its holes and the point that closes it. */
function ringOf(shapes: readonly Feature[]): Points | undefined {
  const polygon = shapes.find(({ geometry }) => geometry.type === "Polygon");
  const [outer = []] = (polygon?.geometry.coordinates ?? []) as readonly Points[];
  const open = isSame(outer[0], outer.at(-1)) ? outer.slice(0, -1) : outer;
  return open.length < 3 ? undefined : open;
}

function extent(points: Points): Corners {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function between(from: Detection, to: Detection, found: readonly Detection[]): readonly Detection[] {
  return Array.from({ length: to.frame - from.frame - 1 }, (_, step) => {
    const frame = from.frame + step + 1;
    const weight = (frame - from.frame) / (to.frame - from.frame);
    const bounds = from.bounds.map((value, at) => value * (1 - weight) + (to.bounds[at] ?? 0) * weight);
    return { frame, bounds: asRead(bounds as unknown as Corners, frame, found), keyframe: true };
  });
}
