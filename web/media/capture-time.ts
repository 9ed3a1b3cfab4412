/** Parses capture times that cameras write into file names. */

/**
 * `20240131T235959.250`, `2024-01-31_23-59-59`, `2024.01.31 23h59m59s250`: date, time of day, fraction of a second.
 */
const calendar =
  /(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})[T _.-]?(\d{2})[-_.:h]?(\d{2})[-_.:m]?(\d{2})(?:s?[.,_-]?(\d{1,9}))?(?!\d)/;
/**
 * Seconds, milliseconds, microseconds or nanoseconds since 1970, by the number of digits; 10 digits may have decimals.
 */
const epoch = /(?<!\d)(1\d{9})(?:(\d{3}|\d{6}|\d{9})|\.(\d{1,9}))?(?!\d)/;

/** Seconds since 1970, UTC; `undefined` if the name contains no time. */
export function captureSeconds(fileName: string): number | undefined {
  const stem = fileName.replace(/\.[a-z]\w*$/i, "");
  return fromCalendar(stem) ?? fromEpoch(stem);
}

function fromCalendar(stem: string): number | undefined {
  const match = calendar.exec(stem);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const isTime = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 61;
  if (!isTime) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 + Number(`0.${match[7] ?? "0"}`);
}

function fromEpoch(stem: string): number | undefined {
  const match = epoch.exec(stem);
  if (match === null) return undefined;
  return Number(match[1]) + Number(`0.${match[2] ?? match[3] ?? "0"}`);
}
