import { localeCode } from "../../base/texts/index.ts";

/** Date and time, as short as people write them. */
export function timeText(date: Date): string {
  return new Intl.DateTimeFormat(localeCode(), { dateStyle: "short", timeStyle: "short" }).format(date);
}
