/** Formats sizes, rates, durations and dates for display. Pure; the language comes from the text catalog. */
import { localeCode } from "../../base/texts/index.ts";
import { formatFixed } from "../../base/texts/numbers.ts";

const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** 1536 -> "1.5 KB"; powers of 1024. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${formatFixed(value, digits)} ${units[unit]}`;
}

/** 75 -> "1:15", 3700 -> "1:01:40". */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** 0.0053 -> "5.3 ms", 1.57 -> "1.57 s": for the duration of a picture. */
export function formatDuration(seconds: number): string {
  return seconds < 1 ? `${formatSignificant(seconds * 1000)} ms` : `${formatSignificant(seconds)} s`;
}

/** Short date and time; empty if the text is not a date. */
export function formatDate(iso: string | undefined): string {
  if (iso === undefined) return "";
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(localeCode(), { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** The date alone; empty if the text is not a date. */
export function formatDay(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(localeCode(), { dateStyle: "medium" }).format(date);
}

/** "2026-05" -> "May 2026", "Mai 2026". */
export function formatMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return month;
  return new Intl.DateTimeFormat(localeCode(), { month: "short", year: "numeric", timeZone: "UTC" }).format(date);
}

export function formatNumber(value: number, maximumFractionDigits = 2): string {
  return new Intl.NumberFormat(localeCode(), { maximumFractionDigits }).format(value);
}

/** 0.000123456 -> "0.000123": for numbers of any magnitude. */
export function formatSignificant(value: number, maximumSignificantDigits = 3): string {
  return new Intl.NumberFormat(localeCode(), { maximumSignificantDigits }).format(value);
}

/** 6, "month" -> "6 months", "6 Monate". */
export function formatSpan(count: number, unit: "minute" | "hour" | "day" | "month" | "year"): string {
  return new Intl.NumberFormat(localeCode(), { style: "unit", unit, unitDisplay: "long" }).format(count);
}
