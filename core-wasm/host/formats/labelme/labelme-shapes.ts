/**
 * Shapes of LabelMe, and of X-AnyLabeling, as boxes with geometry, and the shape that a detection is written as. A
 * circle and a mask become polygons; any future kind of shape becomes the box around its points.
 */
import { extentOf, pointsShape, type XY } from "../exchange/shapes.ts";
import { isEqual, isObject } from "../../json.ts";
import type { Bounds } from "../../types.ts";

export interface LabelmeShape {
  readonly bounds: Bounds;
  /** Features of GeoJSON. */
  readonly features: readonly object[];
  /** Only its box was read, although there is more to it. */
  readonly isBoxOnly?: true;
}

/** A mask's polygons, whose rings are closed. @param corner its upper left pixel */
export function maskShape(polygons: readonly (readonly (readonly XY[])[])[], corner: XY): LabelmeShape {
  const moved = polygons.map((rings) => rings.map((ring) => ring.map(([x, y]): XY => [x + corner[0], y + corner[1]])));
  return {
    bounds: extentOf(moved.flat(2)),
    features: moved.map((rings) => feature("", "Polygon", rings)),
  };
}

/** Number of corners of a circle's polygon. */
const circleCorners = 32;

/** @returns the shape, or the problem */
export function readShape(kind: string, points: readonly XY[]): LabelmeShape | string {
  switch (kind) {
    case "rectangle":
      return points.length < 2 ? "a rectangle needs two corners" : { bounds: extentOf(points), features: [] };
    case "polygon":
    case "oriented_rectangle":
    case "rotation":
    case "quadrilateral": {
      const ring = isClosed(points) ? points.slice(0, -1) : points;
      return ring.length < 3 ? "a polygon needs three points" : polygonShape(ring);
    }
    case "circle": {
      const [middle, edge] = points;
      if (middle === undefined || edge === undefined) return "a circle needs its center and a point of its edge";
      const radius = Math.hypot(edge[0] - middle[0], edge[1] - middle[1]);
      return radius > 0 ? polygonShape(cornersOfCircle(middle, radius)) : "the circle has no radius";
    }
    case "line":
    case "linestrip":
      if (points.length < 2) return "a line needs two points";
      return { bounds: extentOf(points), features: kind === "line" ? endsOfLine(points) : [lineOf("", points)] };
    case "point":
    case "points":
      if (points.length === 0) return "`points` is empty";
      return pointsShape(points.map((point, index) => [String(index + 1), point]));
    default:
      return points.length === 0 ? "`points` is empty" : { bounds: extentOf(points), features: [], isBoxOnly: true };
  }
}

interface WrittenShape {
  readonly kind: string;
  readonly points: readonly XY[];
}

/**
 * A polygon is written whatever the box is, since polygons have no box of their own; lines and points only if the box
 * follows from them. `read` is the result of reading it back.
 */
export function shapeToWrite(bounds: Bounds, geometry: unknown): WrittenShape & { readonly read: LabelmeShape } {
  const list: unknown = isObject(geometry) ? geometry["features"] : undefined;
  const features = Array.isArray(list) ? (list as readonly unknown[]).filter(isObject) : [];
  for (const { kind, points } of candidates(features as readonly Feature[])) {
    const read = readShape(kind, points);
    if (typeof read === "string") continue;
    if (kind === "polygon" || isEqual(read.bounds, bounds)) return { kind, points, read };
  }
  const [x1, y1, x2, y2] = bounds;
  const corners: readonly XY[] = [
    [x1, y1],
    [x2, y2],
  ];
  return { kind: "rectangle", points: corners, read: { bounds: extentOf(corners), features: [] } };
}

interface Feature {
  readonly properties?: { readonly key?: unknown } | null;
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null;
}

/** The first polygon, otherwise the first line, otherwise all points. */
function candidates(features: readonly Feature[]): readonly WrittenShape[] {
  const ofType = (type: string): readonly Feature[] => features.filter(({ geometry }) => geometry?.type === type);
  const [polygon] = ofType("Polygon");
  const rings = polygon?.geometry?.coordinates;
  const ring = Array.isArray(rings) ? pathOf((rings as readonly unknown[])[0]) : undefined;
  const found: WrittenShape[] = [];
  if (ring !== undefined) found.push({ kind: "polygon", points: isClosed(ring) ? ring.slice(0, -1) : ring });
  const [line] = ofType("LineString");
  const path = pathOf(line?.geometry?.coordinates);
  if (path !== undefined) {
    const isHeadTail = line?.properties?.key === lineKey && path.length === 2;
    found.push({ kind: isHeadTail ? "line" : "linestrip", points: path });
  }
  if (line !== undefined) return found;
  const points = pathOf(ofType("Point").map((feature) => feature.geometry?.coordinates)) ?? [];
  return [...found, { kind: points.length === 1 ? "point" : "points", points }];
}

const lineKey = "HeadTails";

const isClosed = (ring: readonly XY[]): boolean => ring.length > 1 && isEqual(ring[0], ring.at(-1));

function pathOf(coordinates: unknown): readonly XY[] | undefined {
  return Array.isArray(coordinates) ? pointsOf(coordinates) : undefined;
}

/** `undefined`: they are not all pairs of numbers. Further numbers are not part of a position in a picture. */
export function pointsOf(list: readonly unknown[]): readonly XY[] | undefined {
  const points: XY[] = [];
  for (const point of list) {
    const [x, y] = Array.isArray(point) ? (point as readonly unknown[]) : [];
    if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(x) || !Number.isFinite(y)) return undefined;
    points.push([x, y]);
  }
  return points;
}

function polygonShape(ring: readonly XY[]): LabelmeShape {
  return { bounds: extentOf(ring), features: [feature("", "Polygon", [[...ring, ...ring.slice(0, 1)]])] };
}

/** A multiple of four, so that it includes the outermost points. */
function cornersOfCircle([x, y]: XY, radius: number): readonly XY[] {
  return Array.from({ length: circleCorners }, (_, index): XY => {
    const angle = (2 * Math.PI * index) / circleCorners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** A line in LabelMe has two points; the ends of a longer one are not head and tail. */
function endsOfLine(points: readonly XY[]): readonly object[] {
  const [head, tail, ...others] = points;
  if (others.length > 0) return [lineOf("", points)];
  return [feature("head", "Point", head), feature("tail", "Point", tail), lineOf(lineKey, points)];
}

const lineOf = (key: string, points: readonly XY[]): object => feature(key, "LineString", points);

function feature(key: string, type: string, coordinates: unknown): object {
  return { type: "Feature", properties: { key }, geometry: { type, coordinates } };
}
