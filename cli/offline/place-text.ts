/** Places and values of diffs and merges, for people. */

import type { Place } from "#core/diff/diff";

/** `track 3, frame 10`. */
export function placeText({ kind, id, frame }: Place): string {
  return [id === undefined ? kind : `${kind} ${id}`, ...(frame === undefined ? [] : [`frame ${frame}`])].join(", ");
}

/** A value as compact JSON; nothing for what is not there. */
export function valueText(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}
