import { localeCode } from "../../base/texts/index.ts";

/** Date and time in a short format. */
export function timeText(date: Date): string {
  return new Intl.DateTimeFormat(localeCode(), { dateStyle: "short", timeStyle: "short" }).format(date);
}
