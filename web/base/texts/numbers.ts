/** Numbers as the language of the page writes them. Formatters are kept: making one takes longer than formatting. */
import { localeCode } from "./index.ts";

const formatters = new Map<string, Intl.NumberFormat>();

/** 0.5, 2 -> "0.50", in German "0,50": for numbers in columns, and ones that change in place. */
export function formatFixed(value: number, digits: number): string {
  const locale = localeCode();
  const key = `${locale} ${digits}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
    formatters.set(key, (formatter = new Intl.NumberFormat(locale, format)));
  }
  return formatter.format(value);
}

/** "." or ",". */
export function decimalSeparator(): string {
  return formatFixed(0.5, 1).charAt(1);
}

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
