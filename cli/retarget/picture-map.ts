/** Converts pixels of the old pictures to pixels of the new ones. */
import type { Place } from "./place.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** `new = scale * old + offset`, pixels. */
export interface PictureMap {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

export function pictureMap({ scaleX, scaleY, offsetX, offsetY }: Place, old: Size, fresh: Size): PictureMap {
  return {
    scaleX: fresh.width / (scaleX * old.width),
    scaleY: fresh.height / (scaleY * old.height),
    offsetX: (-offsetX * fresh.width) / scaleX,
    offsetY: (-offsetY * fresh.height) / scaleY,
  };
}

/** Hundredths of a pixel: more is noise, and the same whole numbers come out where nothing changes. */
const round = (value: number): number => Math.round(value * 100) / 100;

export function mapPoint(map: PictureMap, [x = 0, y = 0]: readonly number[]): [number, number] {
  return [round(map.scaleX * x + map.offsetX), round(map.scaleY * y + map.offsetY)];
}

export function mapBounds(map: PictureMap, bounds: readonly number[]): [number, number, number, number] {
  return [...mapPoint(map, bounds), ...mapPoint(map, bounds.slice(2))];
}

/** Coordinates of GeoJSON, however deep. */
export function mapCoordinates(map: PictureMap, coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  if (typeof coordinates[0] === "number") return mapPoint(map, coordinates as number[]);
  return coordinates.map((inner) => mapCoordinates(map, inner));
}
