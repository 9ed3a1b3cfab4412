/**
 * Geometry of a detection in wire format: a GeoJSON FeatureCollection whose features are distinguished by the kind of
 * their geometry and the property `key` (api/v1 section 15.1).
 */
import type { Bounds, GeometryKind, JsonValue, Point } from "../types.ts";
import { CoreError } from "../types.ts";

export interface Geometry {
  readonly kind: GeometryKind;
  readonly key: string;
  readonly coordinates: JsonValue;
  /** The outer points. */
  readonly outline: readonly Point[];
  /** For a polygon that is a rotated box: radians, clockwise. */
  readonly rotation?: number | undefined;
}

type JsonObject = { readonly [name: string]: JsonValue };

/** Rings are closed on the wire: the first point is repeated at the end. */
export function polygon(rings: readonly (readonly Point[])[], key = "", rotation?: number): Geometry {
  const closed = rings.map((ring) => [...openRing(ring), ...ring.slice(0, 1)]);
  const [outline] = closed;
  if (outline === undefined || closed.some((ring) => ring.length < 4)) {
    throw new CoreError("bad-geometry", "Every ring of a polygon needs at least three points.");
  }
  if (rotation !== undefined && !Number.isFinite(rotation)) {
    throw new CoreError("bad-geometry", "A rotation must be a finite number.");
  }
  return { kind: "Polygon", key, coordinates: closed, outline: checked(closed.flat()), rotation };
}

export function line(points: readonly Point[], key = ""): Geometry {
  if (points.length < 2) throw new CoreError("bad-geometry", "A line needs at least two points.");
  return { kind: "LineString", key, coordinates: points, outline: checked(points) };
}

export function point(position: Point, key: string): Geometry {
  return { kind: "Point", key, coordinates: position, outline: checked([position]) };
}

/** The bounding box of a geometry. */
export function boundsOf({ outline }: Geometry): Bounds {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const min = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
  const max = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
  return [min(xs), min(ys), max(xs), max(ys)];
}

/**
 * The collection with a geometry set; one of the same kind and key keeps its position and its other properties, except
 * for its rotation, which belongs to the old points.
 */
export function putGeometry(collection: JsonValue | undefined, geometry: Geometry): JsonValue {
  const { kind, key, coordinates, rotation } = geometry;
  const features = featuresOf(collection);
  const at = features.findIndex((feature) => isFeature(feature, kind, key));
  const old = asObject(features[at]);
  const { rotation: _, ...properties } = asObject(old["properties"]);
  const feature = {
    type: "Feature",
    ...old,
    properties: { ...properties, key, ...(rotation !== undefined && { rotation }) },
    geometry: { type: kind, coordinates },
  };
  return {
    type: "FeatureCollection",
    ...asObject(collection),
    features: at < 0 ? [...features, feature] : features.with(at, feature),
  };
}

/**
 * The collection without the geometries of a kind, all of them or those with a key; `undefined` when nothing remains.
 */
export function removeGeometry(
  collection: JsonValue | undefined,
  kind: GeometryKind,
  key: string | undefined,
): JsonValue | undefined {
  const features = featuresOf(collection);
  const kept = features.filter((feature) => !isFeature(feature, kind, key));
  if (kept.length === features.length) {
    const which = key === undefined ? "" : ` with the key "${key}"`;
    throw new CoreError("no-such-geometry", `The detection has no ${kind}${which}.`);
  }
  return kept.length === 0 ? undefined : { ...asObject(collection), features: kept };
}

/** The collection with every position moved by x and y; anything that is not a position is unchanged. */
export function moveGeometry(collection: JsonValue, [dx, dy]: Point): JsonValue {
  if (!Array.isArray(asObject(collection)["features"])) return collection;
  const features = featuresOf(collection).map((feature) => {
    const { geometry } = asObject(feature);
    const { coordinates } = asObject(geometry);
    if (coordinates === undefined) return feature;
    return { ...asObject(feature), geometry: { ...asObject(geometry), coordinates: movedBy(coordinates, dx, dy) } };
  });
  return { ...asObject(collection), features };
}

function movedBy(coordinates: JsonValue, dx: number, dy: number): JsonValue {
  if (!Array.isArray(coordinates)) return coordinates;
  const [x, y, ...rest] = coordinates as readonly JsonValue[];
  if (typeof x === "number" && typeof y === "number") return [x + dx, y + dy, ...rest];
  return (coordinates as readonly JsonValue[]).map((each) => movedBy(each, dx, dy));
}

function openRing(ring: readonly Point[]): readonly Point[] {
  const first = ring[0];
  const last = ring.at(-1);
  return ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1] ? ring.slice(0, -1) : ring;
}

function checked(points: readonly Point[]): readonly Point[] {
  if (points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) return points;
  throw new CoreError("bad-geometry", "The coordinates of a geometry must be finite numbers.");
}

function isFeature(feature: JsonValue, kind: GeometryKind, key: string | undefined): boolean {
  const { geometry, properties } = asObject(feature);
  if (asObject(geometry)["type"] !== kind) return false;
  return key === undefined || String(asObject(properties)["key"] ?? "") === key;
}

function featuresOf(collection: JsonValue | undefined): readonly JsonValue[] {
  const { features } = asObject(collection);
  return Array.isArray(features) ? (features as readonly JsonValue[]) : [];
}

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
