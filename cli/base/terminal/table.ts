/** Rows for terminals (aligned, cut to width) or for scripts (tab-separated, no heading). */

import { cutStart, cutText, isTerminal, padText, paint, printable, terminalWidth, textWidth } from "./terminal.ts";
import type { Output } from "./io.ts";

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** May be cut when the terminal is too narrow. Other columns are never cut. */
  readonly flexible?: boolean;
  /** The side that is cut. Default: the end. */
  readonly cut?: "start";
}

export type Row = readonly (string | number)[];

const gap = "  ";
const minFlexibleWidth = 8;

/**
 * The table as text, each line terminated: aligned on a terminal, tab-separated otherwise.
 * @param isAligned also align it elsewhere, for logs
 */
export function formatTable(
  stream: Output,
  columns: readonly Column[],
  rows: readonly Row[],
  isAligned: boolean = isTerminal(stream),
): string {
  const cells = rows.map((row) => row.map((cell) => printable(String(cell))));
  if (!isAligned) return cells.map((row) => `${row.join("\t")}\n`).join("");
  const heading = columns.map(({ title }) => title.toUpperCase());
  const widths = fitWidths(columns, [heading, ...cells], terminalWidth(stream));
  const line = (row: readonly string[]): string =>
    columns
      .map((column, index) => {
        const width = widths[index] ?? 0;
        const cut = column.cut === "start" ? cutStart : cutText;
        return padText(cut(row[index] ?? "", width), width, column.align);
      })
      .join(gap)
      .trimEnd();
  return [paint(stream, "dim", line(heading)), ...cells.map(line)].map((text) => `${text}\n`).join("");
}

/** Starts with natural widths, then shrinks the widest flexible column step by step until everything fits. */
function fitWidths(columns: readonly Column[], rows: readonly (readonly string[])[], available: number): number[] {
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => textWidth(row[index] ?? ""))));
  const total = (): number => widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
  while (total() > available) {
    let widest = -1;
    columns.forEach((column, index) => {
      const width = widths[index] ?? 0;
      if (column.flexible === true && width > minFlexibleWidth && (widest < 0 || width > (widths[widest] ?? 0))) {
        widest = index;
      }
    });
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
