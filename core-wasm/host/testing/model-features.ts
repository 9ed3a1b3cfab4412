/** The naive model's handling of a track's detections: keyframes, lines between them, geometry. */
import type { Bounds } from "../types.ts";
import { refuse, type ModelFeature, type ModelGeometry } from "./model-types.ts";

export function boundsAt(features: readonly ModelFeature[], at: number): Bounds | undefined {
  return features.find(({ frame }) => frame === at)?.bounds ?? lineAt(features, at);
}

/** The bounds on the line between the keyframes around a frame. */
function lineAt(features: readonly ModelFeature[], at: number): Bounds | undefined {
  const before = keyframeUpTo(features, at);
  const after = features.find(({ frame, keyframe }) => keyframe && frame > at);
  if (before?.interpolate !== true || after === undefined) return undefined;
  const weight = (at - before.frame) / (after.frame - before.frame);
  return before.bounds.map(
    (value, index) => value * (1 - weight) + (after.bounds[index] ?? 0) * weight,
  ) as unknown as Bounds;
}

function keyframeUpTo(features: readonly ModelFeature[], at: number): ModelFeature | undefined {
  return features.findLast(({ frame, keyframe }) => keyframe && frame <= at);
}

export function putKeyframe(features: readonly ModelFeature[], at: number, bounds: Bounds): readonly ModelFeature[] {
  const existing = features.find(({ frame }) => frame === at);
  if (existing !== undefined)
    return makeKeyframe(features.with(features.indexOf(existing), { ...existing, bounds }), at);
  const { interpolate } = keyframeUpTo(features, at) ?? features[0] ?? {};
  const added = {
    frame: at,
    bounds,
    keyframe: true,
    attributes: {},
    ...(interpolate === undefined ? {} : { interpolate }),
  };
  return [...features, added].toSorted((a, b) => a.frame - b.frame);
}

export function toggleKeyframe(features: readonly ModelFeature[], at: number): readonly ModelFeature[] {
  const existing = features.find(({ frame }) => frame === at);
  if (existing === undefined) return storeLine(features, at);
  if (!existing.keyframe) return makeKeyframe(features, at);
  if (features.filter(({ keyframe }) => keyframe).length === 1) refuse();
  return features.filter((feature) => feature !== existing);
}

export function setInterpolate(features: readonly ModelFeature[], at: number, on: boolean): readonly ModelFeature[] {
  const before = keyframeUpTo(features, at) ?? refuse();
  return features.with(features.indexOf(before), { ...before, interpolate: on });
}

export function deleteStretch(features: readonly ModelFeature[], begin: number, end: number): readonly ModelFeature[] {
  const isInside = ({ frame }: ModelFeature): boolean => frame >= begin && frame <= end;
  const frames = Array.from({ length: end - begin + 1 }, (_, index) => begin + index);
  if (frames.every((frame) => boundsAt(features, frame) === undefined)) refuse();
  const kept = features.filter((feature) => !isInside(feature));
  const needsKeyframe = features.some(({ keyframe }) => keyframe);
  if (!kept.some(({ keyframe }) => keyframe || !needsKeyframe)) refuse();
  const cut = cutLine(cutLine(features, end + 1), begin - 1);
  const before = keyframeUpTo(cut, begin - 1);
  const ended = before?.interpolate === true ? setInterpolate(cut, begin - 1, false) : cut;
  return ended.filter((feature) => !isInside(feature));
}

export function storeLine(features: readonly ModelFeature[], at: number): readonly ModelFeature[] {
  const box = lineAt(features, at) ?? refuse();
  return putKeyframe(features, at, box.map((value) => Math.floor(value + 0.5)) as unknown as Bounds);
}

/** Makes the frame a keyframe when a line passes over it. */
export function cutLine(features: readonly ModelFeature[], at: number): readonly ModelFeature[] {
  if (lineAt(features, at) === undefined) return features;
  return features.some(({ frame }) => frame === at) ? makeKeyframe(features, at) : storeLine(features, at);
}

export function withKeyframe(features: readonly ModelFeature[]): readonly ModelFeature[] {
  const [first] = features;
  return first === undefined || features.some(({ keyframe }) => keyframe)
    ? features
    : makeKeyframe(features, first.frame);
}

function makeKeyframe(features: readonly ModelFeature[], at: number): readonly ModelFeature[] {
  const index = features.findIndex(({ frame }) => frame === at);
  const feature = features[index] ?? refuse();
  const { interpolate } = feature.interpolate === undefined ? (keyframeUpTo(features, at) ?? feature) : feature;
  return features.with(index, { ...feature, keyframe: true, ...(interpolate === undefined ? {} : { interpolate }) });
}

export function putGeometry(feature: ModelFeature, type: string, key: string, coordinates: unknown): ModelFeature {
  const geometry: ModelGeometry = { type: "Feature", properties: { key }, geometry: { type, coordinates } };
  const old = feature.geometry?.features ?? [];
  const at = old.findIndex((each) => each.geometry.type === type && each.properties.key === key);
  return {
    ...feature,
    geometry: { type: "FeatureCollection", features: at < 0 ? [...old, geometry] : old.with(at, geometry) },
  };
}

export function removeGeometry(feature: ModelFeature, type: string, key: string | undefined): ModelFeature {
  const { geometry = refuse(), ...others } = feature;
  const kept = geometry.features.filter(
    (each) => each.geometry.type !== type || (key !== undefined && each.properties.key !== key),
  );
  if (kept.length === geometry.features.length) refuse();
  return kept.length === 0 ? others : { ...others, geometry: { ...geometry, features: kept } };
}
