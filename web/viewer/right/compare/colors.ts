/** How kinds of differences look on the picture and in the list: colors, and solid or dashed lines. */

import type { Difference } from "#core/diff/differences";

export const differenceColors: Readonly<Record<Difference["kind"], string>> = {
  added: "#2fbf71",
  deleted: "#ff5c5c",
  changed: "#f5b400",
};

/** Dashed where only one side has a box. */
export function isDashed(kind: Difference["kind"]): boolean {
  return kind !== "changed";
}
