/** The parts of a document that YOLO can represent: boxes for detection, polygons for segmentation. */
import {
  collection,
  detectionMembers,
  featuresOf,
  headTails,
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
  type Track,
} from "./model.ts";

/** All kinds of losses. */
export const yoloLosses = [
  "bounds-digits clipped confidence detection-attribute detection-member document-member frame-rate further-pair",
  "geometry groups interpolation length not-a-keyframe notes outside-picture track-attributes track-id track-identity",
  "track-member track-without-detections track-without-pairs",
].join(" ");

/** Corners are fractions of the picture: if its size is a power of two, no digit is lost. */
export const yoloRotatedLosses = yoloLosses.replace("bounds-digits ", "");
export const yoloPoseLosses = `${yoloLosses} head-tail-line`;
export const yoloSegmentLosses = `${yoloLosses} box-as-polygon shape-bounds`;

type ReportLoss = (kind: string, frame?: number) => void;
type Points = readonly (readonly [number, number])[];

interface Row {
  readonly frame: number;
  readonly trackId: number;
  readonly type: string;
  readonly bounds: Corners;
  readonly ring: Points | undefined;
  readonly points: readonly Feature[];
  readonly lose: ReportLoss;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Every row becomes a track, numbered from 0 by frame, then by track. */
export function yoloModel(task: "detect" | "segment" | "pose", size: Size): Model {
  return (original, returned) => {
    const lost: Lost[] = [...lostGroups(original), ...lostMembers(original)];
    const names = task === "pose" ? namesOfPoints(original) : [];
    const rows = original.tracks
      .flatMap((track) => rowsOf(track, lost, { isSegment: task === "segment", size, names }))
      .toSorted((a, b) => a.frame - b.frame);
    const singles = new Set(original.tracks.filter(({ features }) => features.length === 1).map((track) => track.id));
    const tracks = rows.map(({ frame, trackId, type, bounds, ring, points, lose }, id): Track => {
      if (singles.has(trackId) && trackId !== id) loserOf(trackId, lost)("track-id");
      const found = returned.tracks[id]?.features[0];
      const read = isNear(bounds, found?.bounds) ? found.bounds : bounds;
      const readRing = ring === undefined ? undefined : nearRing(ring, found);
      const readPoints = withLine(nearPoints(points, found));
      if (!isSame([read, readRing, readPoints], [bounds, ring, withLine(points)])) lose("bounds-digits", frame);
      const shapes: readonly Feature[] =
        readRing === undefined
          ? readPoints
          : [
              {
                type: "Feature",
                properties: { key: "" },
                geometry: { type: "Polygon", coordinates: [[...readRing, readRing[0]]] },
              },
            ];
      const detection: Detection = { frame, bounds: read, keyframe: true, ...collection(shapes) };
      return { id, begin: 0, end: 0, confidencePairs: [[type, 1]], attributes: {}, features: [detection] };
    });
    return { document: { tracks, groups: [], members: {} }, lost };
  };
}

/** Head and tail come first; a point without a name is lost. */
function namesOfPoints({ tracks }: Document): readonly string[] {
  const kept = tracks.filter(({ confidencePairs, features }) => confidencePairs.length > 0 && features.length > 0);
  const names = new Set(kept.flatMap(({ features }) => features.flatMap((one) => pointsOf(one).map(nameOf))));
  const ends = ["head", "tail"].filter((name) => names.has(name));
  return [...ends, ...[...names].filter((name) => !ends.includes(name)).toSorted((a, b) => (a < b ? -1 : 1))];
}

const nameOf = ({ properties }: Feature): string => properties.key;
const pointsOf = (detection: Detection): readonly Feature[] =>
  featuresOf(detection).filter((one) => one.geometry.type === "Point" && nameOf(one) !== "");

/** The reader adds the line from head to tail. */
function withLine(points: readonly Feature[]): readonly Feature[] {
  const [head, tail] = ["head", "tail"].map((name) => points.find((point) => nameOf(point) === name));
  return head === undefined || tail === undefined ? points : [...points, headTails(head, tail)];
}

function nearPoints(points: readonly Feature[], found: Detection | undefined): readonly Feature[] {
  const came = found === undefined ? [] : featuresOf(found);
  return points.map((point, index) => {
    const other = came[index];
    if (other === undefined || nameOf(other) !== nameOf(point)) return point;
    const [[x, y], [nearX, nearY]] = [point, other].map(
      ({ geometry }) => geometry.coordinates,
    ) as readonly Points[0][] as [Points[0], Points[0]];
    return isNear([x, y, x, y], [nearX, nearY, nearX, nearY]) ? other : point;
  });
}

/** The returned ring, if only its last digits differ. */
function nearRing(ring: Points, found: Detection | undefined): Points {
  const [shape] = found === undefined ? [] : featuresOf(found);
  const [closed = []] = (shape?.geometry.coordinates ?? []) as readonly Points[];
  const isClose = ring.every(([x, y], index) => isNear([x, y, x, y], pointAt(closed, index)));
  return isClose && closed.length === ring.length + 1 ? closed.slice(0, -1) : ring;
}

function pointAt(ring: Points, index: number): Corners | undefined {
  const point = ring[index];
  return point === undefined ? undefined : [...point, ...point];
}

interface Form {
  readonly isSegment: boolean;
  readonly size: Size;
  /** Names of points. */
  readonly names: readonly string[];
}

function rowsOf(track: Track, lost: Lost[], form: Form): Row[] {
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
    loseOfDetection(detection, lose);
    const own = rowOf(detection, form, lose);
    const next = features[index + 1];
    const between = detection.interpolate === true && next !== undefined ? lineBetween(detection, next) : [];
    const rows = [own, ...between.map((one) => rowOf(one, form, () => {}))];
    return rows.flatMap((row, step) =>
      row === undefined ? [] : [{ ...row, trackId, type, lose: step === 0 ? lose : () => {} }],
    );
  });
}

function loseOfDetection(detection: Detection, lose: ReportLoss): void {
  const { frame, keyframe = true, interpolate = false, attributes = {}, fishLength, notes = [] } = detection;
  if (!keyframe) lose("not-a-keyframe", frame);
  if (interpolate) lose("interpolation", frame);
  if (fishLength !== undefined) lose("length", frame);
  if (notes.length > 0) lose("notes", frame);
  for (const _ of Object.keys(attributes)) lose("detection-attribute", frame);
  for (const _ of unknownMembers(detection, detectionMembers)) lose("detection-member", frame);
}

type Shape = Pick<Row, "frame" | "bounds" | "ring" | "points">;

function rowOf(detection: Detection, { isSegment, size, names }: Form, loseOf: ReportLoss): Shape | undefined {
  const { frame, bounds } = detection;
  const lose = (kind: string): void => loseOf(kind, frame);
  const shapes = featuresOf(detection);
  const polygon = shapes.find(({ geometry }) => geometry.type === "Polygon");
  const [outer = []] = (polygon?.geometry.coordinates ?? []) as readonly Points[];
  const open = outer.length > 1 && isSame(outer[0], outer.at(-1)) ? outer.slice(0, -1) : outer;
  const ring = isSegment && open.length > 2 ? open : undefined;
  const isWhole =
    ring !== undefined &&
    shapes.length === 1 &&
    polygon?.properties.key === "" &&
    isSame(polygon.geometry.coordinates, [[...ring, ring[0]]]);
  const held = heldPoints(detection, names, size);
  const isHeld = held.length > 0 && isSame(withLine(held), shapes);
  const isWithoutLine = held.length > 0 && isSame(held, shapes);
  if (shapes.length > 0 && !isWhole && !isHeld) lose(isWithoutLine ? "head-tail-line" : "geometry");
  if (ring !== undefined && !isSame(extent(ring), bounds)) lose("shape-bounds");
  const [x1, y1, x2, y2] = bounds;
  const points = ring ?? [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
  const cut = points.map(([x, y]) => [clamp(x, size.width), clamp(y, size.height)] as const);
  // Swapped corners enclose nothing.
  const [left, top, right, bottom] = ring === undefined ? cornersOf(cut) : extent(cut);
  if (right <= left || bottom <= top) {
    lose("outside-picture");
    return undefined;
  }
  if (!isSame(cut, points)) lose("clipped");
  if (isSegment && ring === undefined) lose("box-as-polygon");
  return { frame, bounds: [left, top, right, bottom], ring: isSegment ? cut : undefined, points: held };
}

/** Inside the picture, sorted by name; one at 0, 0 counts as missing. */
function heldPoints(detection: Detection, names: readonly string[], size: Size): readonly Feature[] {
  return names.flatMap((name) => {
    const point = pointsOf(detection).find((one) => nameOf(one) === name);
    const [x, y] = (point?.geometry.coordinates ?? [0, 0]) as Points[0];
    const [cutX, cutY] = [clamp(x, size.width), clamp(y, size.height)];
    if (point === undefined || (cutX === 0 && cutY === 0)) return [];
    return [{ ...point, geometry: { type: "Point", coordinates: [cutX, cutY] } }];
  });
}

function cornersOf(cut: Points): Corners {
  const [[x1, y1], , [x2, y2]] = cut as readonly [Points[0], Points[0], Points[0]] as readonly [
    readonly [number, number],
    unknown,
    readonly [number, number],
  ];
  return [x1, y1, x2, y2];
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

function extent(points: Points): Corners {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Frames interpolated between two detections. */
function lineBetween(from: Detection, to: Detection): Detection[] {
  return Array.from({ length: to.frame - from.frame - 1 }, (_, step) => {
    const weight = (step + 1) / (to.frame - from.frame);
    const line = from.bounds.map((value, i) => value * (1 - weight) + (to.bounds[i] ?? 0) * weight);
    return { frame: from.frame + step + 1, bounds: line as unknown as Corners };
  });
}
