/** How kinds of differences look on the picture and in the list: by colour, and by solid or dashed lines. */

import type { Difference } from "#core/diff/differences";

export const differenceColors: Readonly<Record<Difference["kind"], string>> = {
  added: "#2fbf71",
  deleted: "#ff5c5c",
  changed: "#f5b400",
};

/** Where only one of the two has a box its line is broken. */
export function isDashed(kind: Difference["kind"]): boolean {
  return kind !== "changed";
}
