/** Rows for people (aligned, cut to the terminal) or for scripts (tab-separated, no heading). */

import { cutStart, cutText, isTerminal, padText, paint, printable, terminalWidth, textWidth } from "./terminal.ts";
import type { Output } from "./io.ts";

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** May be cut when the terminal is too narrow. The columns that may not are never cut. */
  readonly flexible?: boolean;
  /** Where it is cut. Default: at the end. */
  readonly cut?: "start";
}

export type Row = readonly (string | number)[];

const gap = "  ";
const leastFlexibleWidth = 8;

/**
 * The table as text, each line ended: aligned when a person looks at the stream, tab-separated otherwise.
 * @param isAligned for what people read in logs as well
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

/** Natural widths, then the widest flexible column gives way, a column at a time, until everything fits. */
function fitWidths(columns: readonly Column[], rows: readonly (readonly string[])[], available: number): number[] {
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => textWidth(row[index] ?? ""))));
  const total = (): number => widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
  while (total() > available) {
    let widest = -1;
    columns.forEach((column, index) => {
      const width = widths[index] ?? 0;
      if (column.flexible === true && width > leastFlexibleWidth && (widest < 0 || width > (widths[widest] ?? 0))) {
        widest = index;
      }
    });
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
