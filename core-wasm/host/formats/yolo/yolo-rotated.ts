/** Rotated boxes of YOLO: four corners, clockwise from the unrotated upper left one. */
import { isEqual } from "../../json.ts";
import { extentOf, type XY } from "../exchange/shapes.ts";
import type { Bounds } from "../../types.ts";

/** Maximum distance of corners from those of a box, in pixels: positions have few digits. */
const tolerance = 0.5;

/** The box of four corners, with a polygon if it is rotated. */
export function readCorners(corners: readonly XY[]): { readonly bounds: Bounds; readonly features: readonly object[] } {
  const bounds = extentOf(corners);
  const [x1, y1, x2, y2] = bounds;
  const upright: readonly XY[] = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
  if (isEqual(corners, upright)) return { bounds, features: [] };
  const [a = [0, 0], b = [0, 0], c = [0, 0], d = [0, 0]] = corners;
  // The diagonals of a box have the same length and meet at their midpoints.
  const isBox =
    Math.hypot(a[0] + c[0] - b[0] - d[0], a[1] + c[1] - b[1] - d[1]) / 2 <= tolerance &&
    Math.abs(Math.hypot(c[0] - a[0], c[1] - a[1]) - Math.hypot(d[0] - b[0], d[1] - b[1])) <= 2 * tolerance;
  const properties = { key: "", ...(isBox && { rotation: Math.atan2(b[1] - a[1], b[0] - a[0]) }) };
  const geometry = { type: "Polygon", coordinates: [[...corners, a]] };
  return { bounds, features: [{ type: "Feature", properties, geometry }] };
}
