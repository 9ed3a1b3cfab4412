/** The parts of a document that KPF can represent. */
import {
  collection,
  detectionMembers,
  featuresOf,
  isSame,
  loserOf,
  lostMembers,
  trackMembers,
  unknownMembers,
  type Detection,
  type Document,
  type Feature,
  type Group,
  type Json,
  type Lost,
  type Model,
  type Track,
} from "./model.ts";

/** All kinds of losses. */
export const kpfLosses = [
  "detection-attribute detection-member document-member frame-rate geometry group-member interpolation-off length",
  "not-a-keyframe notes track-attributes track-member track-without-detections track-without-keyframes",
].join(" ");

export const kpfModel: Model = (original) => {
  const lost = lostMembers(original);
  const statuses = statusesOf(original);
  const tracks = original.tracks.flatMap((track) => keepTrack(track, attributesOf(track, original, statuses), lost));
  const groups = original.groups.map((group) => keepGroup(group, lost));
  return { document: { tracks, groups, members: {} }, lost };
};

function activitiesOf({ id }: Track, { groups }: Document): readonly number[] {
  return groups.filter(({ members }) => Object.hasOwn(members, id)).map((group) => group.id);
}

/** The status of an activity is that of its first actor whose attributes are the ones made by the reader. */
function statusesOf(document: Document): ReadonlyMap<number, string> {
  const statuses = new Map<number, string>();
  for (const track of document.tracks) {
    const activities = activitiesOf(track, document);
    const { activityIds, srcStatus } = track.attributes;
    if (activityIds !== activities.join(" ") || typeof srcStatus !== "string") continue;
    const words = srcStatus.split(" ");
    const fits = activities.every((id, index) => (statuses.get(id) ?? words[index]) === words[index]);
    if (words.length !== activities.length || !fits) continue;
    for (const [index, id] of activities.entries()) statuses.set(id, words[index] ?? "");
  }
  return statuses;
}

/** The attributes that the reader makes from activities. */
function attributesOf(track: Track, document: Document, statuses: ReadonlyMap<number, string>): Json {
  const activities = activitiesOf(track, document);
  if (activities.length === 0) return {};
  const srcStatus = activities.map((id) => statuses.get(id) ?? "").join(" ");
  return { activityIds: activities.join(" "), srcStatus };
}

function keepTrack(track: Track, attributes: Json, lost: Lost[]): Track[] {
  const { id: trackId, confidencePairs, features } = track;
  const lose = loserOf(trackId, lost);
  const keyframes = features.filter(({ keyframe = true }) => keyframe);
  if (keyframes.length === 0) {
    lose(features.length === 0 ? "track-without-detections" : "track-without-keyframes");
    return [];
  }
  if (!isSame(attributes, track.attributes)) lose("track-attributes");
  for (const _ of unknownMembers(track, trackMembers)) lose("track-member");
  for (const { frame, keyframe } of features) if (keyframe === false) lose("not-a-keyframe", frame);
  const kept = keyframes.map((detection): Detection => {
    const { frame, bounds, interpolate = false, fishLength } = detection;
    if (!interpolate) lose("interpolation-off", frame);
    if (fishLength !== undefined) lose("length", frame);
    if ((detection.notes ?? []).length > 0) lose("notes", frame);
    for (const _ of Object.keys(detection.attributes ?? {})) lose("detection-attribute", frame);
    for (const _ of unknownMembers(detection, detectionMembers)) lose("detection-member", frame);
    const shapes = featuresOf(detection);
    const polygon = shapes.length === 1 && isSimple(shapes[0]) ? shapes : [];
    if (shapes.length > polygon.length) lose("geometry", frame);
    return { frame, bounds, keyframe: true, interpolate: true, ...collection(polygon) };
  });
  return [{ id: trackId, begin: 0, end: 0, confidencePairs, attributes, features: kept }];
}

/** A polygon without holes and without a name. */
function isSimple(shape: Feature | undefined): boolean {
  const { type, coordinates } = shape?.geometry ?? {};
  return type === "Polygon" && (coordinates as readonly unknown[]).length === 1 && shape?.properties.key === "";
}

function keepGroup({ id, begin, end, confidencePairs, attributes, members, ...others }: Group, lost: Lost[]): Group {
  for (const _ of [...Object.keys(attributes), ...Object.keys(others)]) lost.push({ kind: "group-member" });
  return { id, begin, end, confidencePairs, attributes: {}, members };
}
