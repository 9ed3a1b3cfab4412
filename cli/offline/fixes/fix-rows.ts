/** Fixes for rows: VIAME CSV and MOT. A character is a byte: everything unchanged stays identical, byte by byte. */

import type { FileKind } from "#core/formats/recognize/recognized";
import { plainTable } from "#core/formats/text/table-text";

/** Changes separators to commas, and decimal commas to points. */
export function separateByCommas(text: string, kind: FileKind): string {
  const plain = plainTable(Buffer.from(text, "latin1"), kind === "mot");
  return plain === undefined ? text : Buffer.from(plain.bytes).toString("latin1");
}

/** Swaps opposite sides of boxes, cells 4 to 7, so that the smaller one comes first. */
export function turnBoxes(text: string): string {
  return changeRows(text, (row) => {
    const cells = cellsOf(row);
    const values = cells.slice(3, 7).map(numberOf);
    const [left = NaN, top = NaN, right = NaN, bottom = NaN] = values;
    if (values.some(Number.isNaN)) return row;
    if (left > right) [cells[3], cells[5]] = [cells[5] ?? "", cells[3] ?? ""];
    if (top > bottom) [cells[4], cells[6]] = [cells[6] ?? "", cells[4] ?? ""];
    return left > right || top > bottom ? cells.join(",") : row;
  });
}

/** Keeps the first of several identical rows. */
export function dropRepeated(text: string): string {
  const seen = new Set<string>();
  return changeRows(text, (row) => {
    const isRepeated = seen.has(row) && /^[\s"]*\d/.test(row);
    seen.add(row);
    return isRepeated ? undefined : row;
  });
}

/**
 * Rows are matched without their line ends, which are removed with them. A text with a quoted cell of several lines is
 * not changed, since its lines are not rows.
 */
function changeRows(text: string, change: (row: string) => string | undefined): string {
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  if (lines.some((line) => (line.match(/"/g)?.length ?? 0) % 2 === 1)) return text;
  const changed = lines.map((line) => {
    const row = line.replace(/[\r\n]+$/, "");
    const result = row.trimStart().startsWith("#") ? row : change(row);
    return result === undefined ? "" : result + line.slice(row.length);
  });
  return changed.join("");
}

/** As they are written, with blanks and quotes. */
function cellsOf(row: string): string[] {
  return (
    row.match(/(?:"(?:[^"]|"")*"|[^,"])*(?:,|$)/g)?.flatMap((cell, index, all) => {
      if (cell === "" && index === all.length - 1 && !all[index - 1]?.endsWith(",")) return [];
      return [cell.replace(/,$/, "")];
    }) ?? []
  );
}

function numberOf(cell: string): number {
  const text = cell
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();
  return text === "" ? NaN : Number(text);
}
