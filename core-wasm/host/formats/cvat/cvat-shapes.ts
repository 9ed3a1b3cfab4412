/**
 * Shapes of CVAT as boxes with geometry. A rotated box, an ellipse and a mask become polygons: the box exactly, the
 * others within half a pixel.
 */
import { polygonsOfMask } from "../pictures/mask-polygons.ts";
import type { Bounds } from "../../types.ts";
import {
  cornersOf,
  ellipseOutline,
  extentOf,
  feature,
  pointsShape,
  polygonFeature,
  polygonShape,
  type ReadShape,
  type RotatedBox,
  ShapeError,
  toRadians,
  type XY,
} from "../exchange/shapes.ts";

/** A box between two boxes: center and size are interpolated linearly, the angle in the shorter direction. */
export function boxBetween(from: RotatedBox, to: RotatedBox, share: number): RotatedBox {
  const corners = from.corners.map((value, place) => value * (1 - share) + (to.corners[place] ?? 0) * share);
  return {
    corners: corners as unknown as Bounds,
    radians: from.radians + share * normalizeAngle(to.radians - from.radians),
  };
}

export function areNear(a: RotatedBox, b: RotatedBox): boolean {
  const isClose = (one: number, other: number): boolean => Math.abs(one - other) <= digitTolerance;
  const isRotatedAlike = Math.abs(normalizeAngle(a.radians - b.radians)) * (180 / Math.PI) <= digitTolerance;
  return isRotatedAlike && a.corners.every((value, place) => isClose(value, b.corners[place] ?? NaN));
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

const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;

/** @throws ShapeError that describes the problem */
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

function readBox(attributes: Attributes): ReadShape {
  const [x1, y1, x2, y2] = ["xtl", "ytl", "xbr", "ybr"].map((name) => numberOf(attributes, name)) as [
    number,
    number,
    number,
    number,
  ];
  const radians = radiansOf(attributes);
  const box: RotatedBox = { corners: [x1, y1, x2, y2], radians };
  if (radians === 0) return { bounds: box.corners, features: [], box };
  const corners = cornersOf(box.corners, radians);
  return { bounds: extentOf(corners), features: [polygonFeature("", [corners], radians)], box };
}

/** Clockwise, in the range from -π to π. */
function radiansOf(attributes: Attributes): number {
  return attributes["rotation"] === undefined ? 0 : toRadians(numberOf(attributes, "rotation"));
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
