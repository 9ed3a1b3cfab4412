/**
 * The parts of a document that MOT Challenge rows can represent: ground truth, and detections without ids and classes.
 */
import {
  detectionMembers,
  featuresOf,
  isNear,
  isSame,
  loserOf,
  lostGroups,
  lostMembers,
  ordered,
  trackMembers,
  unknownMembers,
  type Corners,
  type Detection,
  type Lost,
  type Model,
  type Pair,
  type Track,
} from "./model.ts";

/** All kinds of losses. */
export const motLosses = [
  "bounds-digits confidence-sentinel detection-attribute detection-member document-member frame-rate further-pair",
  "geometry groups interpolation length not-a-keyframe notes track-attributes track-member",
  "track-without-detections track-without-pairs type-without-class",
].join(" ");

/** Kinds of losses of detection files. */
export const motDetectionLosses = `${motLosses} track-id track-identity`;

/** Every row becomes a track, numbered from 0 in the order of the file: by track, then by frame. */
export const motDetectionModel: Model = (original, returned) => {
  const lost: Lost[] = [...lostGroups(original), ...lostMembers(original)];
  const rows = new Map(returned.tracks.map(({ id, features }) => [id, features[0]?.bounds]));
  const tracks: Track[] = [];
  for (const track of original.tracks) {
    const { id: trackId, confidencePairs, attributes, features } = track;
    const [best, ...further] = confidencePairs;
    const lose = loserOf(trackId, lost);
    if (best === undefined || features.length === 0) {
      lose(best === undefined ? "track-without-pairs" : "track-without-detections");
      continue;
    }
    const [type, confidence] = best;
    for (const _ of further) lose("further-pair");
    for (const _ of unknownMembers(track, trackMembers)) lose("track-member");
    if (Object.keys(attributes).length > 0) lose("track-attributes");
    if (type !== "unknown") lose("type-without-class");
    if (features.length > 1) lose("track-identity");
    else if (trackId !== tracks.length) lose("track-id");
    // This confidence means "none".
    if (confidence === -1) lose("confidence-sentinel");
    const put = (frame: number, bounds: Corners): Corners => {
      const id = tracks.length;
      const read = sumOf(bounds, rows.get(id));
      const row: Detection = { frame, bounds: read, keyframe: true };
      const pairs: Pair[] = [["unknown", confidence === -1 ? 1 : confidence]];
      tracks.push({ id, begin: 0, end: 0, confidencePairs: pairs, attributes: {}, features: [row] });
      return read;
    };
    for (const [index, detection] of features.entries()) {
      const { frame, bounds, interpolate = false } = detection;
      loseOfDetection(detection, lose);
      for (const _ of Object.keys(detection.attributes ?? {})) lose("detection-attribute", frame);
      if (!isSame(put(frame, bounds), bounds)) lose("bounds-digits", frame);
      const next = features[index + 1];
      if (interpolate && next !== undefined) for (const one of lineBetween(detection, next)) put(one.frame, one.bounds);
    }
  }
  return { document: { tracks, groups: [], members: {} }, lost };
};

/** Losses that every row has. */
function loseOfDetection(detection: Detection, lose: (kind: string, frame: number) => void): void {
  const { frame, keyframe = true, interpolate = false, fishLength, notes = [] } = detection;
  if (!keyframe) lose("not-a-keyframe", frame);
  if (interpolate) lose("interpolation", frame);
  if (fishLength !== undefined) lose("length", frame);
  if (featuresOf(detection).length > 0) lose("geometry", frame);
  if (notes.length > 0) lose("notes", frame);
  for (const _ of unknownMembers(detection, detectionMembers)) lose("detection-member", frame);
}

/** Frames interpolated between two detections. */
function lineBetween(from: Detection, to: Detection): { readonly frame: number; readonly bounds: Corners }[] {
  return Array.from({ length: to.frame - from.frame - 1 }, (_, step) => {
    const weight = (step + 1) / (to.frame - from.frame);
    const line = from.bounds.map((value, i) => value * (1 - weight) + (to.bounds[i] ?? 0) * weight);
    return { frame: from.frame + step + 1, bounds: line as unknown as Corners };
  });
}

/** @param labels names of the classes, from 1 on */
export function motModel(labels: readonly string[]): Model {
  return (original, returned) => {
    const lost: Lost[] = [...lostGroups(original), ...lostMembers(original)];
    const tracks = original.tracks.flatMap((track) => {
      const found = returned.tracks.find(({ id }) => id === track.id);
      return keepTrack(track, found?.features ?? [], labels, lost);
    });
    return { document: { tracks, groups: [], members: {} }, lost };
  };
}

function keepTrack(track: Track, found: readonly Detection[], labels: readonly string[], lost: Lost[]): Track[] {
  const { id: trackId, confidencePairs, attributes, features } = track;
  const [best, ...further] = confidencePairs;
  const lose = loserOf(trackId, lost);
  if (best === undefined || features.length === 0) {
    lose(best === undefined ? "track-without-pairs" : "track-without-detections");
    return [];
  }
  const [type, confidence] = best;
  for (const _ of further) lose("further-pair");
  for (const _ of unknownMembers(track, trackMembers)) lose("track-member");
  if (Object.keys(attributes).length > 0) lose("track-attributes");
  if (!hasClass(type, labels)) lose("type-without-class");
  // The flag 0 means ignored, a negative one means nothing; an ignored detection has no place for a confidence, and the
  // last one counts.
  const isLastIgnored = features.at(-1)?.attributes?.["ignored"] === true;
  const flag = confidence > 0 && !isLastIgnored ? confidence : 1;
  if (flag !== confidence) lose("confidence-sentinel");
  const pairs: Pair[] = [[hasClass(type, labels) ? type : "unknown", flag]];

  const boundsAt = new Map(found.map(({ frame, bounds }) => [frame, bounds]));
  const kept = features.flatMap((detection, index) => {
    const { frame, bounds, interpolate = false } = detection;
    const { visibility, ignored, ...others } = detection.attributes ?? {};
    loseOfDetection(detection, lose);
    for (const _ of Object.keys(others)) lose("detection-attribute", frame);
    const isVisibility = typeof visibility === "number" && visibility !== -1;
    if (visibility !== undefined && !isVisibility) lose("detection-attribute", frame);
    if (ignored !== undefined && ignored !== true) lose("detection-attribute", frame);
    const read = sumOf(bounds, boundsAt.get(frame));
    if (!isSame(read, bounds)) lose("bounds-digits", frame);
    const isIgnored = ignored === true || confidence === 0;
    const row: Detection = {
      frame,
      bounds: read,
      keyframe: true,
      attributes: { ...(isVisibility && { visibility }), ...(isIgnored && { ignored: true }) },
    };
    const next = features[index + 1];
    return [row, ...(interpolate && next !== undefined ? between(detection, next, confidence, boundsAt) : [])];
  });
  return [{ id: trackId, begin: 0, end: 0, confidencePairs: pairs, attributes: {}, features: kept.map(withoutEmpty) }];
}

/** A name without its own class number may look like one. */
function hasClass(type: string, labels: readonly string[]): boolean {
  return labels.includes(type) || type === "unknown" || (/^[1-9]\d{0,8}$/.test(type) && Number(type) > labels.length);
}

/** Interpolated frames become rows. */
function between(
  detection: Detection,
  next: Detection,
  confidence: number,
  boundsAt: ReadonlyMap<number, Corners>,
): Detection[] {
  const attributes = confidence === 0 ? { ignored: true } : {};
  return lineBetween(detection, next).map(({ frame, bounds }) => {
    return { frame, bounds: sumOf(bounds, boundsAt.get(frame)), keyframe: true, attributes };
  });
}

/** Bounds after a round trip through corner and size. */
function sumOf(bounds: Corners, found: Corners | undefined): Corners {
  const sum = ordered(bounds);
  return isNear(sum, found) ? found : sum;
}

function withoutEmpty({ attributes, ...detection }: Detection): Detection {
  return Object.keys(attributes ?? {}).length === 0 ? detection : { ...detection, ...(attributes && { attributes }) };
}
