/**
 * Texts that clients compare with what Python writes: dates and indented JSON.
 */

import { asciiJson, pythonFloatText } from "#core/formats/python-text";

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

/** `str(datetime)` in UTC: `2024-05-01 12:34:56.789000+00:00`; without the fraction when it is zero. */
export function pythonDateText(date: Date): string {
  const [day = "", rest = ""] = date.toISOString().split("T");
  const [time = "", ms = "000"] = rest.replace("Z", "").split(".");
  return `${day} ${time}${ms === "000" ? "" : `.${ms}000`}+00:00`;
}
