/** Corners and points of a chip's box and shapes, which the user drags. Pure; in image pixels. */
import type { ChipBox } from "./chip-place.ts";

export type Point = readonly [x: number, y: number];

/** A corner of the box, clockwise from the left upper one, or a place with the numbers of the points that are there. */
export type Handle = { readonly corner: 0 | 1 | 2 | 3 } | { readonly place: Point; readonly points: readonly number[] };

/** Shapes with points at more places are left to the viewer: their marks would hide the picture. */
const maxPlaces = 200;

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

/**
 * Points that are at one place at first stay together: the ends of a closed outline, a head and its line. Later they are
 * known by their numbers among all points of the shapes, so that a point can be moved across another.
 */
export function handlesOf(box: ChipBox): readonly Handle[] {
  const corners = ([0, 1, 2, 3] as const).map((corner) => ({ corner }));
  const places = placesOf(box);
  return places.length > maxPlaces ? corners : [...corners, ...places];
}

/** Only the corners of the box have handles. */
export const hasTooManyPoints = (box: ChipBox): boolean => placesOf(box).length > maxPlaces;

function placesOf(box: ChipBox): readonly Handle[] {
  const points = itemsOf(box).flatMap(({ geometry }) => pointsOf(geometry?.coordinates));
  const byPlace = Map.groupBy(points.entries(), ([, [x, y]]) => `${x} ${y}`);
  return [...byPlace.values()].map((same) => ({ place: same[0]![1], points: same.map(([number]) => number) }));
}

export const placeOf = (box: ChipBox, handle: Handle): Point =>
  "place" in handle ? handle.place : (cornersOf(box)[handle.corner] ?? [0, 0]);

/** @returns the changed box, and the handle where it is then */
export function moveHandle(box: ChipBox, handle: Handle, to: Point): readonly [box: ChipBox, handle: Handle] {
  if (!("place" in handle)) return [moveCorner(box, handle.corner, to), handle];
  const place: Point = [hundredths(to[0]), hundredths(to[1])];
  let number = 0;
  const moved = (coordinates: unknown): unknown => {
    if (isPoint(coordinates)) return handle.points.includes(number++) ? place : coordinates;
    return Array.isArray(coordinates) ? coordinates.map(moved) : coordinates;
  };
  const changed: Item[] = [];
  const features = itemsOf(box).map((item) => {
    const first = number;
    const next = { ...item, geometry: { ...item.geometry, coordinates: moved(item.geometry?.coordinates) } };
    if (handle.points.some((point) => point >= first && point < number)) changed.push(next);
    return next;
  });
  const geometry = { ...(box.geometry as object), features };
  return [
    { ...box, geometry, bounds: boundsAround(box, features, changed) },
    { ...handle, place },
  ];
}

const isOutline = ({ geometry }: Item): boolean => geometry?.type === "Polygon";

/** As in the viewer: the box is around outlines once one of them changes; other shapes extend it where they leave it. */
function boundsAround({ bounds }: ChipBox, items: readonly Item[], changed: readonly Item[]): number[] {
  const [inside, before] = changed.some(isOutline)
    ? [items.filter(isOutline), [Infinity, Infinity, -Infinity, -Infinity]]
    : [changed, bounds];
  return inside
    .flatMap(({ geometry }) => pointsOf(geometry?.coordinates))
    .map((point) => point.map(Math.round))
    .reduce(
      ([x1 = 0, y1 = 0, x2 = 0, y2 = 0], [x = 0, y = 0]) => [
        Math.min(x1, x),
        Math.min(y1, y),
        Math.max(x2, x),
        Math.max(y2, y),
      ],
      before,
    );
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
