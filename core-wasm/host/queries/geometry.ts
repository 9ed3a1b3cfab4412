/** Geometry of stored detections, parsed from the kept text. */
import type { CoreInstance } from "../instance.ts";
import type { DetectionShape, FrameNumber, Point, TrackId } from "../types.ts";
import { storedMembers } from "./attribute-values.ts";

/** Empty when no detection is stored, or it has no geometry. Geometry that is not GeoJSON is left out. */
export function shapesOf(core: CoreInstance, id: TrackId, frame: FrameNumber): readonly DetectionShape[] {
  const { geometry } = storedMembers(core, id, frame) as { readonly geometry?: { readonly features?: unknown } | null };
  return shapesIn(geometry);
}

/** The shapes of a stored geometry. */
export function shapesIn(geometry: { readonly features?: unknown } | null | undefined): readonly DetectionShape[] {
  const features = geometry?.features;
  return Array.isArray(features) ? features.flatMap(shapeOf) : [];
}

interface GeoJsonFeature {
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null;
  readonly properties?: { readonly key?: unknown; readonly rotation?: unknown } | null;
}

function shapeOf(feature: GeoJsonFeature | null): DetectionShape | [] {
  const { type, coordinates } = feature?.geometry ?? {};
  const given = feature?.properties?.key;
  const key = typeof given === "string" ? given : "";
  if (type === "Polygon" && isPaths(coordinates)) {
    const rotation = rotationOf(feature?.properties?.rotation);
    return { kind: type, key, paths: coordinates, ...(rotation !== undefined && { rotation }) };
  }
  if (type === "LineString" && isPath(coordinates)) return { kind: type, key, paths: [coordinates] };
  if (type === "Point" && isPoint(coordinates)) return { kind: type, key, paths: [[coordinates]] };
  return [];
}

/** A number, or a text that spells one: some servers return all properties as texts. */
function rotationOf(value: unknown): number | undefined {
  const isNumber =
    typeof value === "number" || (typeof value === "string" && /^-?\.?\d[\d.]*(e[+-]?\d+)?$/i.test(value));
  const rotation = isNumber ? Number(value) : NaN;
  return Number.isFinite(rotation) ? rotation : undefined;
}

function isPoint(value: unknown): value is Point {
  return Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number";
}

function isPath(value: unknown): value is readonly Point[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPoint);
}

function isPaths(value: unknown): value is readonly (readonly Point[])[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPath);
}
