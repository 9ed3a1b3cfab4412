/** Conflicts of a merge, as a table on standard error. */

import type { Conflict, Side } from "#core/diff/merge";
import { io } from "../base/terminal/io.ts";
import { counted, note } from "../base/terminal/output.ts";
import { formatTable } from "../base/terminal/table.ts";
import { placeText, valueText } from "./place-text.ts";

/** @param sides what `base`, `a` and `b` are called */
export function printConflicts(
  conflicts: readonly Conflict[],
  count: number,
  sides: readonly [string, string, string] = ["base", "a", "b"],
): void {
  if (count === 0) return;
  const columns = ["where", "field", ...sides].map((title, index) => ({ title, flexible: index > 0 }));
  const rows = conflicts.map((conflict) => [
    placeText(conflict),
    conflict.path ?? "",
    sideValue(conflict, "base"),
    sideValue(conflict, "a"),
    sideValue(conflict, "b"),
  ]);
  io().err.write(formatTable(io().err, columns, rows, true));
  if (count > conflicts.length) note(`${counted(count - conflicts.length, "more conflict")}: --limit shows more.`);
}

/** For a whole track, group or detection only the kind of change: its content is long. */
function sideValue(conflict: Conflict, side: Side): string {
  const value = conflict[side];
  if (conflict.path !== undefined) return value === undefined ? "(none)" : valueText(value);
  if (value === undefined) return conflict.base === undefined ? "(none)" : "(deleted)";
  return side === "base" ? "(there)" : conflict.base === undefined ? "(drawn)" : "(changed)";
}
