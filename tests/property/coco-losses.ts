/** The parts of a document that KWCOCO and plain COCO can represent. */
import {
  collection,
  detectionMembers,
  featuresOf,
  headTails,
  isNear,
  isSame,
  loserOf,
  lostGroups,
  ordered,
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
const losses = [
  "bounds-digits detection-member document-member frame-rate groups head-tail-line holes interpolated-detections length",
  "line-string-geometry mask-as-polygons not-a-keyframe polygon-key track-member track-without-detections track-without-pairs",
].join(" ");

export const kwcocoLosses = `${losses} confidence-pairs`;
export const cocoLosses = `${losses} further-pair notes track-attributes track-id track-identity type-name`;

/** Members of an annotation whose meaning differs from the member of a detection with the same name. */
const taken = ["id", "image_id", "category_id", "bbox", "track_id", "score", "prob", "track_attributes", "dive_notes"];
/** Members of a document with a different meaning in COCO. */
const takenOfDocument = ["info", "categories", "videos", "images", "annotations"];

/** @param isPlain COCO without tracks and `dive_` members */
export function cocoModel(isPlain: boolean): Model {
  return (original, returned) => {
    const lost = lostGroups(original);
    const members = Object.entries(original.members).filter(([name]) => {
      // Without a video there is no place for a frame rate.
      const isTaken = name === "fps" || takenOfDocument.includes(name);
      if (isTaken) lost.push({ kind: name === "fps" ? "frame-rate" : "document-member" });
      return !isTaken;
    });
    const newIds = isPlain ? freeIds(original) : undefined;
    const tracks = original.tracks.flatMap((track) => keepTrack(track, newIds, returned, lost));
    const sorted = tracks.toSorted((a, b) => a.id - b.id);
    return { document: { tracks: sorted, groups: [], members: Object.fromEntries(members) }, lost };
  };
}

/** The annotation of a track with one detection has its id; the others get the remaining ids, from 1 on. */
function hasIdOfTrack({ id, features }: Track): boolean {
  return features.length === 1 && id !== 0;
}

function* freeIds({ tracks }: Document): Generator<number, undefined> {
  for (let id = 1; ; id++) if (!tracks.some((track) => track.id === id && hasIdOfTrack(track))) yield id;
}

type Ids = Generator<number, undefined> | undefined;

function keepTrack(track: Track, newIds: Ids, returned: Document, lost: Lost[]): Track[] {
  const isPlain = newIds !== undefined;
  const { id: trackId, confidencePairs, attributes, features } = track;
  const [best, ...further] = confidencePairs;
  const lose = loserOf(trackId, lost);
  if (best === undefined || features.length === 0) {
    lose(best === undefined ? "track-without-pairs" : "track-without-detections");
    return [];
  }
  for (const _ of unknownMembers(track, trackMembers)) lose("track-member");
  const empty = { begin: 0, end: 0 };
  if (!isPlain) {
    const found = returned.tracks.find(({ id }) => id === trackId);
    const kept = features.map((detection) => keepDetection(detection, trackId, found, false, lost));
    // A single pair with a confidence too small for `prob` is expressed by category and score.
    const isExpressedByScore = further.length === 0 && best[1] <= 0.001 && !isInvisible(best[0]);
    if (isExpressedByScore || arePairs(confidencePairs))
      return [{ id: trackId, ...empty, confidencePairs, attributes, features: kept }];
    lose("confidence-pairs");
    // Which boxes count then depends on the categories, so they are taken from the result.
    const pairs = found?.confidencePairs ?? [];
    return [{ id: trackId, ...empty, confidencePairs: pairs, attributes, features: kept }];
  }
  if (features.length > 1) lose("track-identity");
  else if (trackId === 0) lose("track-id");
  for (const _ of further) lose("further-pair");
  if (Object.keys(attributes).length > 0) lose("track-attributes");
  // A category must have a name.
  const [type, confidence] = best;
  if (isInvisible(type)) lose("type-name");
  const pair: Pair = [isInvisible(type) ? "unknown" : type, confidence];
  return features.map((detection) => {
    const id = hasIdOfTrack(track) ? trackId : (newIds.next().value ?? -1);
    const found = returned.tracks.find((one) => one.id === id);
    const kept = keepDetection(detection, trackId, found, true, lost);
    return { id, ...empty, confidencePairs: [pair], attributes: {}, features: [kept] };
  });
}

function isInvisible(type: string): boolean {
  return /^[\p{Z}\p{Cc}]*$/u.test(type);
}

/** Every type once and with a name, confidences from 0 to 1: what a reader accepts as pairs. */
function arePairs(pairs: readonly Pair[]): boolean {
  const types = pairs.map(([type]) => type);
  return (
    new Set(types).size === types.length && pairs.every(([type, value]) => type !== "" && value >= 0 && value <= 1)
  );
}

function keepDetection(
  detection: Detection,
  trackId: number,
  found: Track | undefined,
  isPlain: boolean,
  lost: Lost[],
): Detection {
  const { frame, bounds, keyframe = true, interpolate = false, fishLength, notes = [], attributes } = detection;
  const lose = (kind: string): void => void lost.push({ kind, trackId, frame });
  if (!keyframe) lose("not-a-keyframe");
  if (interpolate) lose("interpolated-detections");
  if (fishLength !== undefined) lose("length");
  if (isPlain && notes.length > 0) lose("notes");
  const boundsFound = found?.features.find((one) => one.frame === frame)?.bounds;
  const read = sumOf(bounds, boundsFound);
  if (!isSame(read, bounds)) lose("bounds-digits");
  const others = unknownMembers(detection, detectionMembers).filter((name) => {
    const isTaken = taken.includes(name) || meansOther(name, detection, found);
    if (isTaken || (name === "iscrowd" && detection[name] === 0)) lose("detection-member");
    return !isTaken && !(name === "iscrowd" && detection[name] === 0);
  });
  const outlines = others.includes("segmentation") ? outlinesOf(detection["segmentation"]) : [];
  if (outlines.length > 0) lose("mask-as-polygons");
  const kept = outlines.length > 0 ? others.filter((name) => name !== "segmentation") : others;
  return {
    frame,
    bounds: read,
    keyframe: true,
    ...(attributes !== undefined && { attributes }),
    ...(!isPlain && { notes }),
    ...Object.fromEntries(kept.map((name) => [name, detection[name]])),
    ...collection([...keepShapes(featuresOf(detection), lose), ...outlines]),
  };
}

/** The only mask in the documents that has pixels, and its outline. */
const goodMask = { counts: [1, 2], size: [1, 3] };

/** For a mask or a list of masks, if all of them can be read. */
function outlinesOf(segmentation: unknown): readonly Feature[] {
  const masks: readonly unknown[] = Array.isArray(segmentation) ? segmentation : [segmentation];
  if (masks.length === 0 || !masks.every((mask) => isSame(mask, goodMask))) return [];
  const ring = [
    [1, 0],
    [3, 0],
    [3, 1],
    [1, 1],
    [1, 0],
  ];
  return masks.map((_, index): Feature => {
    const key = index === 0 ? "" : String(index);
    return { type: "Feature", properties: { key }, geometry: { type: "Polygon", coordinates: [ring] } };
  });
}

/**
 * Members named like COCO members survive if reading leaves them unchanged: masks if there are no polygons, and
 * keypoints if there are no points and they are not a list of at most as many numbers as the category's keypoints have.
 * (Their number is taken from the result.)
 */
function meansOther(name: string, detection: Detection, found: Track | undefined): boolean {
  const shapes = featuresOf(detection);
  const has = (type: string): boolean => shapes.some(({ geometry }) => geometry.type === type);
  if (name === "segmentation") return has("Polygon") || !isMask(detection[name]);
  if (name !== "keypoints" && name !== "num_keypoints") return false;
  const { keypoints } = detection;
  const isPositions =
    Array.isArray(keypoints) && keypoints.length > 0 && keypoints.every((one) => typeof one === "number");
  const isBack = found?.features.find(({ frame }) => frame === detection.frame)?.["keypoints"] !== undefined;
  return has("Point") || (isPositions && keypoints.length % 3 === 0 && !isBack);
}

function isMask(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => !Array.isArray(one) && isMask(one));
  return typeof value === "object" && value !== null && "counts" in value;
}

/** Bounds after a round trip through corner and size. */
function sumOf(bounds: Corners, found: Corners | undefined): Corners {
  const sum = ordered(bounds);
  return isNear(sum, found) ? found : sum;
}

function keepShapes(shapes: readonly Feature[], lose: (kind: string) => void): Feature[] {
  const points = shapes.filter(({ geometry }) => geometry.type === "Point");
  const polygons = shapes.filter(({ geometry }) => geometry.type === "Polygon");
  const lines = shapes.filter(({ geometry }) => geometry.type === "LineString");
  const kept = polygons.map((polygon, index): Feature => {
    const key = index === 0 ? "" : String(index);
    const [outline, ...holes] = polygon.geometry.coordinates as readonly unknown[];
    if (key !== polygon.properties.key) lose("polygon-key");
    if (holes.length > 0) lose("holes");
    return { type: "Feature", properties: { key }, geometry: { type: "Polygon", coordinates: [outline] } };
  });
  const [head, tail] = ["head", "tail"].map((name) => points.find(({ properties: { key } }) => key === name));
  const line = head === undefined || tail === undefined ? undefined : headTails(head, tail);
  const isMadeAgain = (one: Feature): boolean => isSame(one, line);
  const isNew = line !== undefined && !lines.some(({ properties: { key } }) => key === "HeadTails");
  for (const one of lines) if (!isMadeAgain(one)) lose("line-string-geometry");
  if (isNew) lose("head-tail-line");
  return [...points, ...kept, ...(line === undefined ? [] : [line])];
}
