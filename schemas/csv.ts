/** Rows as CSV (RFC 4180). A cell that a spreadsheet would treat as a formula is written as text. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.map(cellText).join(",")).join("\r\n");
}

/** Where a spreadsheet may see the start of a cell: it separates by commas, semicolons or tabs, by its language. */
const formulas = /(^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g;

/** Users choose their own names, and an administrator opens this file. */
function cellText(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const safe = cell.replaceAll(formulas, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
