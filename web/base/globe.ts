/** Maps the pixels of a georeferenced image to the globe, by linear interpolation between the corners of a grid. */
import type { ImagePoint } from "./brand.ts";

export interface GlobeGrid {
  /** Size of the image in pixels. */
  readonly width: number;
  readonly height: number;
  /** Number of grid cells along each side. */
  readonly cells: number;
  /** Longitude and latitude of all grid corners, row by row. */
  readonly lonLat: readonly number[];
}

/** Degrees; `undefined` outside the image. */
export function placeOnGlobe(
  { width, height, cells, lonLat }: GlobeGrid,
  { x, y }: ImagePoint,
): { readonly longitude: number; readonly latitude: number } | undefined {
  if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return undefined;
  const [across, down] = [(x / width) * cells, (y / height) * cells];
  const [column, row] = [Math.min(cells - 1, Math.floor(across)), Math.min(cells - 1, Math.floor(down))];
  const [right, below] = [across - column, down - row];
  const at = (axis: 0 | 1): number => {
    const corner = (dx: number, dy: number): number =>
      lonLat[2 * ((row + dy) * (cells + 1) + column + dx) + axis] ?? Number.NaN;
    const upper = corner(0, 0) * (1 - right) + corner(1, 0) * right;
    const lower = corner(0, 1) * (1 - right) + corner(1, 1) * right;
    return upper * (1 - below) + lower * below;
  };
  return { longitude: at(0), latitude: at(1) };
}

/** Validates the server's data for an image, whichever client stored it; `undefined` if it is not a grid. */
export function globeGridOf(grid: unknown, width: number, height: number): GlobeGrid | undefined {
  const { cells, lonLat } = (grid ?? {}) as { cells?: unknown; lonLat?: unknown };
  if (typeof cells !== "number" || !Number.isInteger(cells) || !Array.isArray(lonLat)) return undefined;
  const isSound = lonLat.length === 2 * (cells + 1) ** 2 && lonLat.every((one) => Number.isFinite(one));
  return isSound ? { width, height, cells, lonLat: lonLat as number[] } : undefined;
}
