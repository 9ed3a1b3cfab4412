/** Dates as api/v1 writes them: `2024-05-01T12:34:56.789000+00:00`; the fraction is omitted if it is zero. */
export function wireDate(ms: number): string {
  const iso = new Date(ms).toISOString();
  const fraction = iso.slice(20, 23);
  return `${iso.slice(0, 19)}${fraction === "000" ? "" : `.${fraction}000`}+00:00`;
}
