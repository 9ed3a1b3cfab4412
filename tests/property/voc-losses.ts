/** The parts of a document that Pascal VOC can represent: boxes, and 0 or 1 flags of an object. */
import {
  detectionMembers,
  featuresOf,
  loserOf,
  lostGroups,
  lostMembers,
  trackMembers,
  unknownMembers,
  type Corners,
  type Detection,
  type Lost,
  type Model,
  type Track,
} from "./model.ts";

/** All kinds of losses. */
export const vocLosses = [
  "confidence control-character detection-attribute detection-member document-member frame-rate further-pair geometry",
  "groups interpolation length not-a-keyframe notes track-attributes track-id track-identity track-member",
  "track-without-detections track-without-pairs",
].join(" ");

const flags: readonly string[] = ["truncated", "occluded", "difficult"];
/** Without characters that XML cannot represent. */
const held = (text: string): string => text.replace(/[\0-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{fffe}\u{ffff}]/gu, "?");

interface Row {
  readonly trackId: number;
  readonly type: string;
  readonly detection: Detection;
}

/** Every box becomes a track, numbered from 0 by frame, then by track. */
export const vocModel: Model = (original) => {
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
  const [name, confidence] = best;
  const type = held(name);
  if (type !== name) lose("control-character");
  for (const _ of further) lose("further-pair");
  if (confidence !== 1) lose("confidence");
  if (Object.keys(attributes).length > 0) lose("track-attributes");
  for (const _ of unknownMembers(track, trackMembers)) lose("track-member");
  if (features.length > 1) lose("track-identity");
  return features.flatMap((detection, index) => {
    const { frame, bounds, keyframe = true, interpolate = false, attributes: values = {} } = detection;
    if (!keyframe) lose("not-a-keyframe", frame);
    if (interpolate) lose("interpolation", frame);
    if (detection.fishLength !== undefined) lose("length", frame);
    if ((detection.notes ?? []).length > 0) lose("notes", frame);
    if (featuresOf(detection).length > 0) lose("geometry", frame);
    const kept = Object.entries(values).filter(([key, value]) => flags.includes(key) && value === true);
    for (let count = kept.length; count < Object.keys(values).length; count++) lose("detection-attribute", frame);
    for (const _ of unknownMembers(detection, detectionMembers)) lose("detection-member", frame);
    const own: Detection = {
      frame,
      bounds,
      keyframe: true,
      ...(kept.length > 0 && { attributes: Object.fromEntries(kept) }),
    };
    const next = features[index + 1];
    const between = interpolate && next !== undefined ? lineBetween(detection, next) : [];
    return [own, ...between].map((one): Row => ({ trackId, type, detection: one }));
  });
}

/** Frames interpolated between two detections. */
function lineBetween(from: Detection, to: Detection): Detection[] {
  return Array.from({ length: to.frame - from.frame - 1 }, (_, step) => {
    const weight = (step + 1) / (to.frame - from.frame);
    const line = from.bounds.map((value, i) => value * (1 - weight) + (to.bounds[i] ?? 0) * weight);
    return { frame: from.frame + step + 1, bounds: line as unknown as Corners, keyframe: true };
  });
}
