/** Places and values of diffs and merges as text. */

import type { Place } from "#core/diff/diff";

/** `track 3, frame 10`. */
export function placeText({ kind, id, frame }: Place): string {
  return [id === undefined ? kind : `${kind} ${id}`, ...(frame === undefined ? [] : [`frame ${frame}`])].join(", ");
}

/** A value as compact JSON; empty for a missing one. */
export function valueText(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}
