/** Pasted numbers with another decimal separator. Loaded when one is pasted: no page waits for it. */
import { decimalSeparator } from "../../base/texts/numbers.ts";

/**
 * A pasted number with the decimal separator of the page's language; undefined if the text needs no change. Files and
 * programs write a point, so a point always separates decimals. A comma does unless it may group thousands: in English,
 * "1,234" is more than a thousand.
 */
export function numberFromPaste(text: string, separator = decimalSeparator()): string | undefined {
  const [, sign = "", whole = "", mark, decimals = ""] = /^\s*([+-]?)(\d*)([.,])(\d+)\s*$/.exec(text) ?? [];
  if (mark === undefined || mark === separator) return undefined;
  const isGrouped = mark === "," && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return isGrouped ? undefined : `${sign === "-" ? "-" : ""}${whole}${separator}${decimals}`;
}

/** Inserts a pasted number at the selection like typing, with the events and the undo step of a paste. */
export function insertNumber(text: string): void {
  document.execCommand("insertText", false, numberFromPaste(text) ?? text);
}
