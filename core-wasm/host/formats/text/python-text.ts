/** Texts as Python writes them, which clients of api/v1 compare: numbers, JSON on one line, and C's time format. */

/** `repr` of a float: `5.0`, `0.1`, `1e-05`, `1e+16`. */
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

/** A JSON text with everything beyond ASCII escaped. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `json.dumps(value)`: `, ` and `: ` between tokens, ASCII only. Integers stay integers. */
export function pythonJsonLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJsonLine).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, member]) => `${asciiJson(key)}: ${pythonJsonLine(member)}`);
    return `{${members.join(", ")}}`;
  }
  return typeof value === "string" ? asciiJson(value) : (JSON.stringify(value) ?? "null");
}

/** JSON as `json.dumps(value, indent=2)` writes it: integers as they are, everything beyond ASCII escaped. */
export function pythonJsonText(value: unknown): string {
  return indentedJson(value, "");
}

function indentedJson(value: unknown, indent: string): string {
  if (typeof value === "string") return asciiJson(value);
  if (typeof value === "number")
    return Number.isInteger(value) && Math.abs(value) < 1e16 ? String(value) : pythonFloatText(value);
  if (value === null || value === undefined || typeof value === "boolean") return String(value ?? null);
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((entry) => inner + indentedJson(entry, inner))
    : Object.entries(value)
        .filter(([, entry]) => entry !== undefined)
        .map(([key, entry]) => `${inner}${asciiJson(key)}: ${indentedJson(entry, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** C `ctime` in UTC: `Fri Nov  6 15:13:24 2026`, the day of the month padded with a blank. */
export function ctimeText(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().replace(",", "").split(" ");
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

/** `repr` of a dict of texts and integers: `{'image': 'a', 'frame': 1}`. */
export function pythonRepr(dict: Readonly<Record<string, string | number>>): string {
  const members = Object.entries(dict).map(
    ([key, value]) => `'${key}': ${typeof value === "number" ? value : textRepr(value)}`,
  );
  return `{${members.join(", ")}}`;
}

/** In single quotes, unless it contains one and no double quote. */
function textRepr(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  if (text.includes("'") && !text.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}
