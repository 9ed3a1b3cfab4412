/** The single shape that a detection is written as, in formats such as CVAT, and the result of reading it back. */
import { cornersOf, extentOf, type RotatedBox, type XY } from "./shapes.ts";
import { isEqual, isObject } from "../../json.ts";
import type { Bounds } from "../../types.ts";

export interface WrittenShape {
  readonly kind: "box" | "polygon" | "polyline" | "points";
  /** As attributes of an XML element of CVAT. */
  readonly facts: string;
  readonly box?: RotatedBox;
}

interface Chosen {
  readonly shape: WrittenShape;
  readonly readBounds: Bounds;
  readonly readGeometry: unknown;
}

interface Feature {
  readonly properties?: { readonly key?: unknown; readonly rotation?: unknown } | null;
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null;
}

/** Precision, in pixels, that a corner may lose by being written as size and angle. */
const turnTolerance = 0.02;

/**
 * A polygon is written whatever the box is, since masks are polygons; lines and points only if the box follows from
 * them.
 */
export function shapeOf(bounds: Bounds, geometry: unknown): Chosen {
  const list: unknown = isObject(geometry) ? geometry["features"] : undefined;
  const features = Array.isArray(list) ? (list as readonly unknown[]).filter(isObject) : [];
  const ofType = (type: string): readonly Feature[] =>
    (features as readonly Feature[]).filter((feature) => feature.geometry?.type === type);
  const [polygon] = ofType("Polygon");
  const ring = polygon === undefined ? undefined : openRing(polygon.geometry?.coordinates);
  const box = { shape: boxShape(bounds), readBounds: bounds, readGeometry: undefined };
  if (ring !== undefined) {
    const turned = features.length === 1 ? rotatedBox(ring, polygon?.properties?.rotation, bounds) : undefined;
    if (turned !== undefined) return { shape: turned, readBounds: bounds, readGeometry: geometry };
    return {
      shape: shapeOfPoints("polygon", ring),
      readBounds: extentOf(ring),
      readGeometry: polygonCollection(ring),
    };
  }
  const [line] = ofType("LineString");
  const path = pathOf(line?.geometry?.coordinates);
  if (path !== undefined && path.length >= 2 && isEqual(extentOf(path), bounds)) {
    const read = collectionOf([featureOf("", "LineString", path)]);
    return { shape: shapeOfPoints("polyline", path), readBounds: bounds, readGeometry: read };
  }
  if (line !== undefined) return box;
  const points = pathOf(ofType("Point").map((feature) => feature.geometry?.coordinates));
  if (points === undefined || points.length === 0 || !isEqual(extentOf(points), bounds)) return box;
  const read = collectionOf(points.map((point, index) => featureOf(String(index + 1), "Point", point)));
  return { shape: shapeOfPoints("points", points), readBounds: bounds, readGeometry: read };
}

/** The outer ring of the first polygon, not closed. */
export function outerRingOf(geometry: unknown): readonly XY[] | undefined {
  const list: unknown = isObject(geometry) ? geometry["features"] : undefined;
  const features = Array.isArray(list) ? (list as readonly unknown[]).filter(isObject) : [];
  const polygon = (features as readonly Feature[]).find((feature) => feature.geometry?.type === "Polygon");
  return openRing(polygon?.geometry?.coordinates);
}

/** A polygon as readers return it: closed, and without a name. */
export function polygonCollection(ring: readonly XY[]): object {
  return collectionOf([featureOf("", "Polygon", [[...ring, ...ring.slice(0, 1)]])]);
}

export function boxShape([x1, y1, x2, y2]: Bounds, radians = 0): WrittenShape {
  const degrees = ((radians * 180) / Math.PI + 360) % 360;
  const rotation = radians === 0 ? "" : ` rotation="${degrees}"`;
  const facts = `xtl="${x1}" ytl="${y1}" xbr="${x2}" ybr="${y2}"${rotation}`;
  return { kind: "box", facts, box: { corners: [x1, y1, x2, y2], radians } };
}

/** A polygon that is a rotated box: it has four corners and its rotation. */
function rotatedBox(ring: readonly XY[], rotation: unknown, bounds: Bounds): WrittenShape | undefined {
  if (typeof rotation !== "number" || !Number.isFinite(rotation) || ring.length !== 4) return undefined;
  const [a, b, c, d] = ring as readonly [XY, XY, XY, XY];
  const [x, y] = [(a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4];
  const halfX = Math.hypot(b[0] - a[0], b[1] - a[1]) / 2;
  const halfY = Math.hypot(c[0] - b[0], c[1] - b[1]) / 2;
  const box: Bounds = [x - halfX, y - halfY, x + halfX, y + halfY];
  const corners = cornersOf(box, rotation);
  const isRotated = corners.every(([cx, cy], index) => {
    const [rx, ry] = ring[index] ?? [NaN, NaN];
    return Math.hypot(cx - rx, cy - ry) <= turnTolerance;
  });
  const isExtent = extentOf(corners).every((value, index) => Math.abs(value - (bounds[index] ?? NaN)) <= 1);
  return isRotated && isExtent ? boxShape(box, rotation) : undefined;
}

function shapeOfPoints(kind: "polygon" | "polyline" | "points", points: readonly XY[]): WrittenShape {
  return { kind, facts: `points="${points.map(([x, y]) => `${x},${y}`).join(";")}"` };
}

/** The outer ring without the point that closes it, if it is a ring. */
function openRing(coordinates: unknown): readonly XY[] | undefined {
  const ring = Array.isArray(coordinates) ? pathOf((coordinates as readonly unknown[])[0]) : undefined;
  if (ring === undefined) return undefined;
  const isClosed = ring.length > 1 && isEqual(ring[0], ring.at(-1));
  const open = isClosed ? ring.slice(0, -1) : ring;
  return open.length < 3 ? undefined : open;
}

function pathOf(coordinates: unknown): readonly XY[] | undefined {
  if (!Array.isArray(coordinates)) return undefined;
  const positions = coordinates as readonly unknown[];
  return positions.every(isPosition) ? (positions as readonly XY[]).map(([x, y]): XY => [x, y]) : undefined;
}

function isPosition(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2) return false;
  const [x, y] = value as readonly unknown[];
  return typeof x === "number" && typeof y === "number";
}

function featureOf(key: string, type: string, coordinates: unknown): object {
  return { type: "Feature", properties: { key }, geometry: { type, coordinates } };
}

function collectionOf(features: readonly object[]): object {
  return { type: "FeatureCollection", features };
}
