/**
 * Texts that clients compare with what Python writes: numbers, dates and JSON.
 */

/** Python's `repr` of a float: `5.0`, `0.1`, `1e-05`, `1e+16`. */
export function pythonFloatText(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [mantissa = "", exponent = "+0"] = value.toExponential().split("e");
    const digits = exponent.slice(1).padStart(2, "0");
    return `${mantissa}e${exponent[0]}${digits}`;
  }
  const text = String(value);
  return Number.isInteger(value) ? `${text}.0` : text;
}

/** JSON as `json.dumps(value, indent=2)` writes it: integers as they are, everything beyond ASCII escaped. */
export function pythonJsonText(value: unknown): string {
  return writeJson(value, "");
}

function writeJson(value: unknown, indent: string): string {
  if (typeof value === "string") return asciiJson(value);
  if (typeof value === "number")
    return Number.isInteger(value) && Math.abs(value) < 1e16 ? String(value) : pythonFloatText(value);
  if (value === null || value === undefined || typeof value === "boolean") return String(value ?? null);
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((entry) => inner + writeJson(entry, inner))
    : Object.entries(value)
        .filter(([, entry]) => entry !== undefined)
        .map(([key, entry]) => `${inner}${asciiJson(key)}: ${writeJson(entry, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `str(datetime)` in UTC: `2024-05-01 12:34:56.789000+00:00`; without the fraction when it is zero. */
export function pythonDateText(date: Date): string {
  const [day = "", rest = ""] = date.toISOString().split("T");
  const [time = "", ms = "000"] = rest.replace("Z", "").split(".");
  return `${day} ${time}${ms === "000" ? "" : `.${ms}000`}+00:00`;
}

/** C `ctime` in UTC: `Fri Nov  6 15:13:24 2026`, the day of the month padded with a blank. */
export function ctimeText(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().replace(",", "").split(" ");
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}
