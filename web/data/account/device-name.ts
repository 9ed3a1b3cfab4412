/** Describes the device of a session from its user agent. Good enough to distinguish one's own devices. */
import { t } from "../../base/texts/index.ts";

/** The first match wins: browsers also name the ones they descend from. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
  [/^python-requests\b/i, "Python"],
  [/^curl\//i, "curl"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

export function deviceName(agent: string | null): string {
  const text = agent ?? "";
  const program = nameIn(programs, text);
  const system = nameIn(systems, text);
  if (program !== undefined) return system === undefined ? program : t("sessions.on", { program, system });
  if (/^(wakeline|node|undici)\b/i.test(text)) return t("sessions.commandLine");
  // Its first word is usually its name.
  const first = /^[\w.-]{2,40}/.exec(text)?.[0];
  return first ?? t("sessions.unknown");
}

const nameIn = (names: readonly (readonly [RegExp, string])[], agent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];
