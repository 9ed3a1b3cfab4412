/** What MOT Challenge rows keep of a document, ground truth. */
import {
  DETECTION_MEMBERS,
  featuresOf,
  isNear,
  isSame,
  lostGroups,
  lostMembers,
  ordered,
  TRACK_MEMBERS,
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

/** @param labels names of the classes from 1 on */
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
  const lose = (kind: string, frame?: number): void =>
    void lost.push({ kind, trackId, ...(frame !== undefined && { frame }) });
  if (best === undefined || features.length === 0) {
    lose(best === undefined ? "track-without-pairs" : "track-without-detections");
    return [];
  }
  const [type, confidence] = best;
  for (const _ of further) lose("further-pair");
  for (const _ of unknownMembers(track, TRACK_MEMBERS)) lose("track-member");
  if (Object.keys(attributes).length > 0) lose("track-attributes");
  if (!hasClass(type, labels)) lose("type-without-class");
  // The flag 0 means ignored, one below means nothing; a detection that is ignored has no place for a confidence, and the
  // last one counts.
  const isLastIgnored = features.at(-1)?.attributes?.["ignored"] === true;
  const flag = confidence > 0 && !isLastIgnored ? confidence : 1;
  if (flag !== confidence) lose("confidence-sentinel");
  const pairs: Pair[] = [[hasClass(type, labels) ? type : "unknown", flag]];

  const boundsAt = new Map(found.map(({ frame, bounds }) => [frame, bounds]));
  const kept = features.flatMap((detection, index) => {
    const { frame, bounds, keyframe = true, interpolate = false, fishLength } = detection;
    const { visibility, ignored, ...others } = detection.attributes ?? {};
    if (!keyframe) lose("not-a-keyframe", frame);
    if (interpolate) lose("interpolation", frame);
    if (fishLength !== undefined) lose("length", frame);
    if (featuresOf(detection).length > 0) lose("geometry", frame);
    if ((detection.notes ?? []).length > 0) lose("notes", frame);
    for (const _ of unknownMembers(detection, DETECTION_MEMBERS)) lose("detection-member", frame);
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
    return [row, ...(interpolate && next !== undefined ? between(row, bounds, next, confidence, boundsAt) : [])];
  });
  return [{ id: trackId, begin: 0, end: 0, confidencePairs: pairs, attributes: {}, features: kept.map(withoutEmpty) }];
}

/** A name without a class number of its own may be such a number. */
function hasClass(type: string, labels: readonly string[]): boolean {
  return labels.includes(type) || type === "unknown" || (/^[1-9]\d{0,8}$/.test(type) && Number(type) > labels.length);
}

/** What is interpolated becomes rows. */
function between(
  row: Detection,
  bounds: Corners,
  next: Detection,
  confidence: number,
  boundsAt: ReadonlyMap<number, Corners>,
): Detection[] {
  return Array.from({ length: next.frame - row.frame - 1 }, (_, step) => {
    const frame = row.frame + step + 1;
    const weight = (step + 1) / (next.frame - row.frame);
    const line = bounds.map((value, i) => value * (1 - weight) + (next.bounds[i] ?? 0) * weight);
    const attributes = confidence === 0 ? { ignored: true } : {};
    return { frame, bounds: sumOf(line as unknown as Corners, boundsAt.get(frame)), keyframe: true, attributes };
  });
}

/** Bounds as they come back from corner and size. */
function sumOf(bounds: Corners, found: Corners | undefined): Corners {
  const sum = ordered(bounds);
  return isNear(sum, found) ? found : sum;
}

function withoutEmpty({ attributes, ...detection }: Detection): Detection {
  return Object.keys(attributes ?? {}).length === 0 ? detection : { ...detection, ...(attributes && { attributes }) };
}
