/** A transform between two pictures as a matrix, as stored with datasets, and its application to points. */
import type { Point } from "../types/basics.ts";

/** 3 x 3, by rows. */
export type Transform = readonly (readonly number[])[];

/** Validates data that may have been stored by another program. */
export function isTransform(value: unknown): value is Transform {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    value.every((row) => Array.isArray(row) && row.length === 3 && row.every((each) => Number.isFinite(each)))
  );
}

/** `undefined`: the transform maps it to infinity or beyond, where the other camera would see its back. */
export function transformPoint(transform: Transform, [x, y]: Point, of: Point = [x, y]): Point | undefined {
  const at = (row: number): number =>
    (transform[row]?.[0] ?? 0) * x + (transform[row]?.[1] ?? 0) * y + (transform[row]?.[2] ?? 0);
  const w = at(2);
  const before = (transform[2]?.[0] ?? 0) * of[0] + (transform[2]?.[1] ?? 0) * of[1] + (transform[2]?.[2] ?? 0);
  if (Math.abs(w) < 1e-9 || w > 0 !== before > 0) return undefined;
  return [at(0) / w, at(1) / w];
}

/** A set of points: `undefined` when one of them cannot be mapped, or they are on both sides of the horizon. */
export function transformPoints(transform: Transform, points: readonly Point[]): readonly Point[] | undefined {
  const [first] = points;
  const mapped = points.map((point) => transformPoint(transform, point, first));
  return mapped.includes(undefined) ? undefined : (mapped as readonly Point[]);
}
