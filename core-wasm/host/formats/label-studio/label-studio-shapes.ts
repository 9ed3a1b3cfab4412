/** Values of single regions of Label Studio as boxes with geometry, in pixels. */
import { ellipseOutline, extentOf, ShapeError, toRadians, type XY } from "../exchange/shapes.ts";
import { isObject, type JsonObject } from "../../json.ts";
import { polygonsOfMask } from "../pictures/mask-polygons.ts";
import { unpackBrush } from "./brush-mask.ts";
import { boundsOfPercents, pixelsOf, rotatedCorners } from "./percents.ts";
import type { Bounds, ImageSize } from "../../types.ts";

export interface RegionShape {
  readonly bounds: Bounds;
  /** Features of GeoJSON. */
  readonly features: readonly object[];
}

/** The problem of a value, and where in the value it is. */
export class RegionError extends ShapeError {
  readonly pointer: string;

  constructor(reason: string, pointer: string) {
    super(reason);
    this.pointer = pointer;
  }
}

export const pictureKinds: ReadonlySet<string> = new Set([
  "rectangle",
  "polygon",
  "keypoint",
  "ellipse",
  "vector",
  "brush",
]);

/** @throws RegionError */
export function readRegion(kind: string, value: JsonObject, size: ImageSize): RegionShape {
  if (kind === "rectangle") return readBox(value, size);
  if (kind === "ellipse") return readEllipse(value, size);
  if (kind === "brush") return readBrush(value, size);
  if (kind === "keypoint") {
    const at: XY = [pixelsOf(numberOf(value, "x"), size.width), pixelsOf(numberOf(value, "y"), size.height)];
    return { bounds: extentOf([at]), features: [feature("1", "Point", at)] };
  }
  const points = value["points"] ?? verticesOf(value);
  if (!Array.isArray(points)) throw new RegionError("`points` must be a list of positions [x, y]", "/points");
  const path = (points as readonly unknown[]).map((point, index): XY => {
    const [x, y] = Array.isArray(point) ? (point as readonly unknown[]) : [];
    if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(x) || !Number.isFinite(y))
      throw new RegionError("a position must be two numbers [x, y]", `/points/${index}`);
    return [pixelsOf(x, size.width), pixelsOf(y, size.height)];
  });
  if (kind === "polygon" && path.length < 3) throw new RegionError("a polygon needs three points", "/points");
  if (path.length < 2) throw new RegionError("a line needs two points", "/points");
  return kind === "polygon" || (value["closed"] === true && path.length > 2)
    ? polygonShape(path)
    : { bounds: extentOf(path), features: [feature("", "LineString", path)] };
}

/** Corners of a `vector`, as positions. */
function verticesOf({ vertices }: JsonObject): unknown {
  if (!Array.isArray(vertices)) return undefined;
  return (vertices as readonly unknown[]).map((one) => (isObject(one) ? [one["x"], one["y"]] : one));
}

/** Also reads an entry of the `sequence` of a video. */
export function readBox(value: JsonObject, size: ImageSize): RegionShape {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => numberOf(value, name)) as [
    number,
    number,
    number,
    number,
  ];
  const radians = radiansOf(value);
  const bounds = boundsOfPercents({ x, y, width, height, rotation: 0 }, size);
  if (radians === 0) return { bounds, features: [] };
  return polygonShape(rotatedCorners(bounds, radians), radians);
}

function readEllipse(value: JsonObject, size: ImageSize): RegionShape {
  const [x, rx] = ["x", "radiusX"].map((name) => pixelsOf(numberOf(value, name), size.width)) as [number, number];
  const [y, ry] = ["y", "radiusY"].map((name) => pixelsOf(numberOf(value, name), size.height)) as [number, number];
  if (rx <= 0 || ry <= 0) throw new RegionError("`radiusX` and `radiusY` must be greater than 0", "/radiusX");
  return polygonShape(ellipseOutline([x, y], [rx, ry], radiansOf(value)));
}

/** A mask becomes polygons, whose sides are at most half a pixel from it. */
function readBrush({ format, rle }: JsonObject, size: ImageSize): RegionShape {
  const isPacked = format === "rle" && Array.isArray(rle) && rle.every((byte) => Number.isInteger(byte));
  if (!isPacked) throw new RegionError("`rle` must be a list of bytes", "/rle");
  const mask = unpackBrush(rle as readonly number[], size);
  const found = typeof mask === "string" ? mask : polygonsOfMask(mask);
  if (typeof found === "string") throw new RegionError(found, "/rle");
  return {
    bounds: extentOf(found.flatMap(([outer = []]) => outer)),
    features: found.map((rings) =>
      feature(
        "",
        "Polygon",
        rings.map((ring) => [...ring, ...ring.slice(0, 1)]),
      ),
    ),
  };
}

function polygonShape(ring: readonly XY[], rotation?: number): RegionShape {
  const properties = { key: "", ...(rotation !== undefined && { rotation }) };
  const geometry = { type: "Polygon", coordinates: [[...ring, ...ring.slice(0, 1)]] };
  return { bounds: extentOf(ring), features: [{ type: "Feature", properties, geometry }] };
}

function radiansOf(value: JsonObject): number {
  return value["rotation"] === undefined || value["rotation"] === null ? 0 : toRadians(numberOf(value, "rotation"));
}

function numberOf(value: JsonObject, name: string): number {
  const found = value[name];
  if (found === undefined) throw new RegionError(`\`${name}\` is missing`, "");
  if (typeof found !== "number" || !Number.isFinite(found))
    throw new RegionError(`\`${name}\` must be a number`, `/${name}`);
  return found;
}

function feature(key: string, type: string, coordinates: unknown): object {
  return { type: "Feature", properties: { key }, geometry: { type, coordinates } };
}

export const sizeIn = (result: JsonObject): ImageSize | undefined => {
  const { original_width: width, original_height: height } = result;
  const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
  return isLength(width) && isLength(height) ? { width, height } : undefined;
};

export const valueOf = (result: JsonObject): JsonObject => (isObject(result["value"]) ? result["value"] : {});
