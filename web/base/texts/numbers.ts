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
