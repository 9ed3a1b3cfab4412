/** Rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula is a text to it. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.map(cellText).join(",")).join("\r\n");
}

/** Names of users are their own choice, and this file is opened by an administrator. */
function cellText(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
