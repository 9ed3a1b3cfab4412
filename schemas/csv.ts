/** Rows as CSV (RFC 4180). A cell that a spreadsheet would treat as a formula is written as text. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.map(cellText).join(",")).join("\r\n");
}

/** Users choose their own names, and an administrator opens this file. */
function cellText(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
