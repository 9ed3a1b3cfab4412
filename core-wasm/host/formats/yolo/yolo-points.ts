/** Points of poses in YOLO: every object has all of them, in the same order, and missing ones are 0, 0. */
import { isObject } from "../../json.ts";
import type { ImageSize } from "../../types.ts";
import type { XY } from "../exchange/shapes.ts";
import type { WireFeature } from "../exchange/wire-types.ts";

export interface NamedPoint {
  readonly name: string;
  readonly at: XY;
  readonly isHidden: boolean;
}

/** The number that a reader accepts. */
const maxPoints = 1000;
/** These come first, as in COCO. */
const firstNames: readonly string[] = ["head", "tail"];

/** The points of a detection, each name once. */
export function pointsOf({ geometry }: Pick<WireFeature, "geometry">): readonly NamedPoint[] {
  const list: unknown = isObject(geometry) ? geometry["features"] : undefined;
  const found = new Map<string, NamedPoint>();
  for (const one of Array.isArray(list) ? (list as readonly unknown[]) : []) {
    const { properties, geometry: shape } = isObject(one) ? one : {};
    const [name, visibility] = isObject(properties) ? [properties["key"], properties["visibility"]] : [];
    const at = isObject(shape) && shape["type"] === "Point" ? shape["coordinates"] : undefined;
    if (typeof name !== "string" || name === "" || found.has(name) || !Array.isArray(at)) continue;
    const [x, y] = at as readonly unknown[];
    if (typeof x === "number" && typeof y === "number")
      found.set(name, { name, at: [x, y], isHidden: visibility === 1 });
  }
  return [...found.values()];
}

/** All names of points, in their order. */
export function namesOfPoints(features: Iterable<Pick<WireFeature, "geometry">>): readonly string[] {
  const names = new Set<string>();
  for (const feature of features) for (const { name } of pointsOf(feature)) names.add(name);
  const others = [...names].filter((name) => !firstNames.includes(name)).toSorted((a, b) => (a < b ? -1 : 1));
  return [...firstNames.filter((name) => names.has(name)), ...others].slice(0, maxPoints);
}

/** Numbers of a row, with 2 for a visible point and 1 for a hidden one. */
export function numbersOfPoints(points: readonly NamedPoint[], names: readonly string[], size: ImageSize) {
  return names.flatMap((name) => {
    const point = points.find((one) => one.name === name);
    if (point === undefined) return [0, 0, 0];
    return [point.at[0] / size.width, point.at[1] / size.height, point.isHidden ? 1 : 2];
  });
}

/** Features as readers return them: with the line from head to tail. */
export function poseFeatures(points: readonly NamedPoint[]): readonly object[] {
  const ends = firstNames.map((end) => points.find(({ name }) => name === end));
  const path = ends.flatMap((end) => (end === undefined ? [] : [end.at]));
  const line = {
    type: "Feature",
    properties: { key: "HeadTails" },
    geometry: { type: "LineString", coordinates: path },
  };
  return [...points.map(pointFeature), ...(path.length === ends.length ? [line] : [])];
}

export function pointFeature({ name, at, isHidden }: NamedPoint): object {
  const properties = { key: name, ...(isHidden && { visibility: 1 }) };
  return { type: "Feature", properties, geometry: { type: "Point", coordinates: at } };
}
