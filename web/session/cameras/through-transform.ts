/** Points of one picture on the picture of another camera. */

import { transformPoints, type Transform } from "#core/registration/transform";
import { imagePoint, type ImagePoint } from "../../base/brand.ts";

export type { Transform };

/** Maps points of one picture to the other; `undefined` if one of them falls outside. */
export function throughTransform(
  transform: Transform,
  points: readonly ImagePoint[],
): readonly ImagePoint[] | undefined {
  const mapped = transformPoints(
    transform,
    points.map(({ x, y }) => [x, y] as const),
  );
  return mapped?.map(([x, y]) => imagePoint(x, y));
}
