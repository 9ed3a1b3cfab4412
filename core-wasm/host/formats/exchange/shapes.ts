/** Geometry that several formats share: boxes, upright or rotated, outlines and points, as features of GeoJSON. */
import type { Bounds } from "../../types.ts";

export type XY = readonly [x: number, y: number];

export interface ReadShape {
  readonly bounds: Bounds;
  /** Features of GeoJSON. */
  readonly features: readonly object[];
  /** For a box, upright or rotated. */
  readonly box?: RotatedBox;
}

export interface RotatedBox {
  /** Before rotation about its center. */
  readonly corners: Bounds;
  /** Clockwise. */
  readonly radians: number;
}

export class ShapeError extends Error {}

/** Maximum distance, in pixels, of an outline from the shape it approximates. */
const outlineTolerance = 0.5;

export function extentOf(points: readonly XY[]): Bounds {
  let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    x1 = Math.min(x1, x);
    y1 = Math.min(y1, y);
    x2 = Math.max(x2, x);
    y2 = Math.max(y2, y);
  }
  return [x1, y1, x2, y2];
}

/** The four corners of a rotated box, clockwise from its unrotated upper left corner. */
export function cornersOf([x1, y1, x2, y2]: Bounds, radians: number): readonly XY[] {
  const [middleX, middleY] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const corners: readonly XY[] = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
  return corners.map(([x, y]) => {
    const [dx, dy] = [x - middleX, y - middleY];
    return [middleX + dx * cos - dy * sin, middleY + dx * sin + dy * cos];
  });
}

/** In the range from -π to π. */
export function toRadians(degrees: number): number {
  const turn = degrees % 360;
  const min = turn > 180 ? turn - 360 : turn <= -180 ? turn + 360 : turn;
  return (min * Math.PI) / 180;
}

/** The corners of a polygon around an ellipse rotated clockwise; no side is further from it than the tolerance. */
export function ellipseOutline([cx, cy]: XY, [rx, ry]: XY, radians: number): readonly XY[] {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const step = Math.acos(1 - Math.min(1, outlineTolerance / Math.max(rx, ry)));
  const count = Math.min(720, Math.max(8, Math.ceil(Math.PI / step)));
  return Array.from({ length: count }, (_, index): XY => {
    const angle = (2 * Math.PI * index) / count;
    const [dx, dy] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    return [cx + dx * cos - dy * sin, cy + dx * sin + dy * cos];
  });
}

/** Named points. */
export function pointsShape(points: readonly (readonly [name: string, point: XY])[]): ReadShape {
  if (points.length === 0) throw new ShapeError("there are no points");
  return {
    bounds: extentOf(points.map(([, point]) => point)),
    features: points.map(([name, point]) => feature(name, "Point", point)),
  };
}

export function polygonShape(rings: readonly (readonly XY[])[]): ReadShape {
  return { bounds: extentOf(rings[0] ?? []), features: [polygonFeature("", rings)] };
}

/** Rings are closed: the first point is repeated at the end. */
export function polygonFeature(key: string, rings: readonly (readonly XY[])[], rotation?: number): object {
  const closed = rings.map((ring) => [...ring, ...ring.slice(0, 1)]);
  const properties = { key, ...(rotation !== undefined && { rotation }) };
  return { type: "Feature", properties, geometry: { type: "Polygon", coordinates: closed } };
}

export function feature(key: string, type: "LineString" | "Point", coordinates: unknown): object {
  return { type: "Feature", properties: { key }, geometry: { type, coordinates } };
}
