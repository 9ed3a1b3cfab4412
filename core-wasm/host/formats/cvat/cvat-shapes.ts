/**
 * Shapes of CVAT as boxes with geometry. A rotated box, an ellipse and a mask become polygons: the box exactly, the
 * others within half a pixel.
 */
import { polygonsOfMask } from "../pictures/mask-polygons.ts";
import type { Bounds } from "../../types.ts";

export type XY = readonly [x: number, y: number];

export interface ReadShape {
  readonly bounds: Bounds;
  /** Features of GeoJSON. */
  readonly features: readonly object[];
  /** For a box, upright or rotated. */
  readonly box?: TurnedBox;
}

export interface TurnedBox {
  /** Before rotation about its center. */
  readonly corners: Bounds;
  /** Clockwise. */
  readonly radians: number;
}

/** A box between two boxes: center and size are interpolated linearly, the angle in the shorter direction. */
export function boxBetween(from: TurnedBox, to: TurnedBox, share: number): TurnedBox {
  const corners = from.corners.map((value, place) => value * (1 - share) + (to.corners[place] ?? 0) * share);
  return {
    corners: corners as unknown as Bounds,
    radians: from.radians + share * normalizeAngle(to.radians - from.radians),
  };
}

export function areNear(a: TurnedBox, b: TurnedBox): boolean {
  const isClose = (one: number, other: number): boolean => Math.abs(one - other) <= digitTolerance;
  const isTurnedAlike = Math.abs(normalizeAngle(a.radians - b.radians)) * (180 / Math.PI) <= digitTolerance;
  return isTurnedAlike && a.corners.every((value, place) => isClose(value, b.corners[place] ?? NaN));
}

/** Two digits are written after the point, for pixels and degrees. */
const digitTolerance = 0.02;

/** In the range from -π to π. */
function normalizeAngle(radians: number): number {
  const turn = radians % (2 * Math.PI);
  return turn > Math.PI ? turn - 2 * Math.PI : turn <= -Math.PI ? turn + 2 * Math.PI : turn;
}

type Attributes = Readonly<Record<string, string>>;

/** Kinds of shapes other than skeletons, whose points are elements of their own. */
export const shapeKinds: readonly string[] = ["box", "polygon", "polyline", "points", "ellipse", "cuboid", "mask"];

/** Maximum distance, in pixels, of an outline from the shape it approximates. */
const outlineTolerance = 0.5;

const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;

export class ShapeError extends Error {}

/** @throws ShapeError that says what is wrong */
export function readShape(kind: string, attributes: Attributes): ReadShape {
  if (kind === "box") return readBox(attributes);
  if (kind === "ellipse") return readEllipse(attributes);
  if (kind === "cuboid") return readCuboid(attributes);
  if (kind === "mask") return readMask(attributes);
  const points = pointsOf(attributes["points"]);
  if (kind === "polygon") {
    if (points.length < 3) throw new ShapeError("a polygon needs three points");
    return polygonShape([points]);
  }
  if (kind === "polyline") {
    if (points.length < 2) throw new ShapeError("a line needs two points");
    return { bounds: extentOf(points), features: [feature("", "LineString", points)] };
  }
  return pointsShape(points.map((point, index) => [String(index + 1), point]));
}

/** Named points. */
export function pointsShape(points: readonly (readonly [name: string, point: XY])[]): ReadShape {
  if (points.length === 0) throw new ShapeError("there are no points");
  return {
    bounds: extentOf(points.map(([, point]) => point)),
    features: points.map(([name, point]) => feature(name, "Point", point)),
  };
}

/** `x,y;x,y` */
export function pointsOf(text = ""): readonly XY[] {
  if (text.trim() === "") throw new ShapeError("`points` is missing");
  const pairs = text.split(";").filter((pair) => pair.trim() !== "");
  return pairs.map((pair) => {
    const [x = "", y = "", ...others] = pair.split(",");
    if (others.length > 0 || !decimal.test(x) || !decimal.test(y)) throw new ShapeError("`points` must be x,y;x,y;…");
    return [finite(Number(x), "points"), finite(Number(y), "points")];
  });
}

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

function readBox(attributes: Attributes): ReadShape {
  const [x1, y1, x2, y2] = ["xtl", "ytl", "xbr", "ybr"].map((name) => numberOf(attributes, name)) as [
    number,
    number,
    number,
    number,
  ];
  const radians = radiansOf(attributes);
  const box: TurnedBox = { corners: [x1, y1, x2, y2], radians };
  if (radians === 0) return { bounds: box.corners, features: [], box };
  const corners = cornersOf(box.corners, radians);
  return { bounds: extentOf(corners), features: [polygonFeature("", [corners], radians)], box };
}

/** Clockwise, in the range from -π to π. */
function radiansOf(attributes: Attributes): number {
  return attributes["rotation"] === undefined ? 0 : toRadians(numberOf(attributes, "rotation"));
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

function readEllipse(attributes: Attributes): ReadShape {
  const [cx = 0, cy = 0, rx = 0, ry = 0] = ["cx", "cy", "rx", "ry"].map((name) => numberOf(attributes, name));
  if (rx <= 0 || ry <= 0) throw new ShapeError("`rx` and `ry` must be greater than 0");
  const radians = radiansOf(attributes);
  return polygonShape([ellipseOutline([cx, cy], [rx, ry], radians)]);
}

function readCuboid(attributes: Attributes): ReadShape {
  const sides = ["tl", "bl", "tr", "br"].flatMap((corner) => [`${corner}1`, `${corner}2`]);
  const points = sides.map((side): XY => [numberOf(attributes, `x${side}`), numberOf(attributes, `y${side}`)]);
  return { bounds: extentOf(points), features: [] };
}

function readMask(attributes: Attributes): ReadShape {
  const [left = 0, top = 0, width = 0, height = 0] = ["left", "top", "width", "height"].map((name) =>
    numberOf(attributes, name),
  );
  const runs = (attributes["rle"] ?? "").split(",").map((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : NaN));
  const polygons = polygonsOfMask({ runs, width, height });
  if (typeof polygons === "string") throw new ShapeError(polygons);
  const moved = polygons.map((rings) => rings.map((ring) => ring.map(([x, y]): XY => [x + left, y + top])));
  return {
    bounds: extentOf(moved.flatMap(([outer = []]) => outer)),
    features: moved.map((rings, index) => polygonFeature(index === 0 ? "" : String(index), rings)),
  };
}

function polygonShape(rings: readonly (readonly XY[])[]): ReadShape {
  return { bounds: extentOf(rings[0] ?? []), features: [polygonFeature("", rings)] };
}

/** Rings are closed: the first point is repeated at the end. */
function polygonFeature(key: string, rings: readonly (readonly XY[])[], rotation?: number): object {
  const closed = rings.map((ring) => [...ring, ...ring.slice(0, 1)]);
  const properties = { key, ...(rotation !== undefined && { rotation }) };
  return { type: "Feature", properties, geometry: { type: "Polygon", coordinates: closed } };
}

function feature(key: string, type: "LineString" | "Point", coordinates: unknown): object {
  return { type: "Feature", properties: { key }, geometry: { type, coordinates } };
}

function numberOf(attributes: Attributes, name: string): number {
  const text = attributes[name];
  if (text === undefined) throw new ShapeError(`\`${name}\` is missing`);
  if (!decimal.test(text)) throw new ShapeError(`\`${name}\` must be a number`);
  return finite(Number(text), name);
}

function finite(value: number, name: string): number {
  if (!Number.isFinite(value)) throw new ShapeError(`\`${name}\` is too large`);
  return value;
}
