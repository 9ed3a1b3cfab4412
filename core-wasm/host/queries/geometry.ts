/** Geometry of stored detections, parsed from what the core keeps, and how far a point is from it. */
import type { CoreInstance } from "../instance.ts";
import type { DetectionShape, FrameNumber, Point, TrackId } from "../types.ts";
import { storedMembers } from "./attribute-values.ts";

/** Empty where no detection is stored, or one without geometry. Geometry that is not GeoJSON is left out. */
export function shapesOf(core: CoreInstance, id: TrackId, frame: FrameNumber): readonly DetectionShape[] {
  const { geometry } = storedMembers(core, id, frame) as { readonly geometry?: { readonly features?: unknown } | null };
  const features = geometry?.features;
  return Array.isArray(features) ? features.flatMap(shapeOf) : [];
}

interface GeoJsonFeature {
  readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } | null;
  readonly properties?: { readonly key?: unknown } | null;
}

function shapeOf(feature: GeoJsonFeature | null): DetectionShape | [] {
  const { type, coordinates } = feature?.geometry ?? {};
  const given = feature?.properties?.key;
  const key = typeof given === "string" ? given : "";
  if (type === "Polygon" && isPaths(coordinates)) return { kind: type, key, paths: coordinates };
  if (type === "LineString" && isPath(coordinates)) return { kind: type, key, paths: [coordinates] };
  if (type === "Point" && isPoint(coordinates)) return { kind: type, key, paths: [[coordinates]] };
  return [];
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

/** How far a point is from the nearest edge of a shape, and whether it is inside: in a polygon and in none of its holes. */
export function distanceTo(
  { kind, paths }: DetectionShape,
  x: number,
  y: number,
): { isInside: boolean; distance: number } {
  let isInside = false;
  let distance = Infinity;
  for (const path of paths) {
    // Rings may be closed or open; closing a closed one adds an edge without length.
    let from = kind === "Polygon" ? path.at(-1)! : path[0]!;
    for (const to of path) {
      distance = Math.min(distance, distanceToSegment(x, y, from, to));
      if (kind === "Polygon" && crosses(x, y, from, to)) isInside = !isInside;
      from = to;
    }
  }
  return { isInside, distance };
}

function distanceToSegment(x: number, y: number, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / squared));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** Whether a ray from the point to the right crosses the edge. */
function crosses(x: number, y: number, [x1, y1]: Point, [x2, y2]: Point): boolean {
  return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
}
