/** Corners and points of a chip's box and shapes, which the user drags. Pure; in image pixels. */
import type { ChipBox } from "./chip-place.ts";

export type Point = readonly [x: number, y: number];

/** A corner of the box, clockwise from the left upper one, or a place where points of shapes are. */
export type Handle = { readonly corner: 0 | 1 | 2 | 3 } | { readonly place: Point };

interface Item {
  readonly properties?: { readonly rotation?: unknown };
  readonly geometry?: { readonly type?: string; readonly coordinates?: unknown };
}

const itemsOf = ({ geometry }: ChipBox): readonly Item[] =>
  ((geometry ?? {}) as { readonly features?: readonly Item[] }).features ?? [];

/** Rotated boxes are polygons whose corners depend on each other: only the viewer changes them. */
export const isRotated = (box: ChipBox): boolean => itemsOf(box).some(({ properties }) => properties?.rotation != null);

const isPoint = (value: unknown): value is Point => Array.isArray(value) && typeof value[0] === "number";

function pointsOf(coordinates: unknown): readonly Point[] {
  if (isPoint(coordinates)) return [coordinates];
  return Array.isArray(coordinates) ? coordinates.flatMap(pointsOf) : [];
}

export const cornersOf = ({ bounds: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }: ChipBox): readonly Point[] => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
];

/** Points of several shapes at one place move together: the ends of a closed outline, a head and its line. */
export function handlesOf(box: ChipBox): readonly Handle[] {
  const corners = ([0, 1, 2, 3] as const).map((corner) => ({ corner }));
  const places = new Map<string, Handle>();
  for (const { geometry } of itemsOf(box))
    for (const [x, y] of pointsOf(geometry?.coordinates)) places.set(`${x} ${y}`, { place: [x, y] });
  return [...corners, ...places.values()];
}

export const placeOf = (box: ChipBox, handle: Handle): Point =>
  "place" in handle ? handle.place : (cornersOf(box)[handle.corner] ?? [0, 0]);

/** @returns the changed box, and the handle where it is then */
export function moveHandle(box: ChipBox, handle: Handle, to: Point): readonly [box: ChipBox, handle: Handle] {
  if (!("place" in handle)) return [moveCorner(box, handle.corner, to), handle];
  const place: Point = [hundredths(to[0]), hundredths(to[1])];
  const [fromX, fromY] = handle.place;
  const moved = (coordinates: unknown): unknown => {
    if (isPoint(coordinates)) return coordinates[0] === fromX && coordinates[1] === fromY ? place : coordinates;
    return Array.isArray(coordinates) ? coordinates.map(moved) : coordinates;
  };
  const features = itemsOf(box).map((item) => ({
    ...item,
    geometry: { ...item.geometry, coordinates: moved(item.geometry?.coordinates) },
  }));
  const geometry = { ...(box.geometry as object), features };
  return [{ ...box, geometry, bounds: boundsAround(box, features) }, { place }];
}

/** As in the viewer: the box of a polygon is around it; other shapes leave theirs as it is. */
function boundsAround({ bounds }: ChipBox, items: readonly Item[]): number[] {
  const outline = items
    .filter(({ geometry }) => geometry?.type === "Polygon")
    .flatMap(({ geometry }) => pointsOf(geometry?.coordinates));
  if (outline.length === 0) return bounds;
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map((edge) => Math.round(edge));
}

/** A corner stops one pixel before the opposite one. */
function moveCorner(box: ChipBox, corner: number, to: Point): ChipBox {
  const [x, y] = [Math.round(to[0]), Math.round(to[1])];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box.bounds;
  const across = corner === 0 || corner === 3 ? [Math.min(x, x2 - 1), x2] : [x1, Math.max(x, x1 + 1)];
  const down = corner < 2 ? [Math.min(y, y2 - 1), y2] : [y1, Math.max(y, y1 + 1)];
  return { ...box, bounds: [across[0]!, down[0]!, across[1]!, down[1]!] };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

export const sameBox = (one: ChipBox, other: ChipBox): boolean =>
  one.frame === other.frame &&
  JSON.stringify([one.bounds, one.geometry]) === JSON.stringify([other.bounds, other.geometry]);
