/** Boxes of columns with four numbers each. */
import type { Bounds } from "./types/basics.ts";

/** @param values x1, y1, x2, y2 of each entry */
export const boundsAt = (values: ArrayLike<number>, entry: number): Bounds => {
  const at = entry * 4;
  return [values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!];
};
