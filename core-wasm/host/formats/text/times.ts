/** Times in cells of a table, and the frames shown then. */

/** How plain numbers count. */
export type TimeUnit = "seconds" | "milliseconds" | "microseconds";

/** As far as the name of a column tells: `timestamp_ms`, `Zeit [ms]`; seconds otherwise. */
export function unitOfColumn(name: string): TimeUnit {
  if (
    /(^|[^a-z])(ms|msec|msecs|millis|milliseconds?|millisekunden?)([^a-z]|$)/i.test(name) ||
    /(Ms|Millis)$/.test(name)
  ) {
    return "milliseconds";
  }
  return /(^|[^a-z])([uµμ]s|usec|micros|microseconds?)([^a-z]|$)/i.test(name) ? "microseconds" : "seconds";
}

const perSecond: Readonly<Record<TimeUnit, number>> = { seconds: 1, milliseconds: 1e3, microseconds: 1e6 };

/**
 * Seconds of `12.5`, `1:02.5`, `01:02:03.5` (or with a comma), or `01:02:03:04`, whose last part is a frame.
 * @returns `undefined` if it is none of these
 */
export function secondsOf(text: string, unit: TimeUnit, fps: number): number | undefined {
  const plain = text.trim().replace(/ ?(s|sec)$/i, "");
  if (/^\d+(\.\d*)?(e[-+]?\d+)?$|^\.\d+$/i.test(plain)) return Number(plain) / perSecond[unit];
  const clock = /^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)(?:[:;](\d{1,3}))?$/.exec(plain);
  if (clock === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = clock
    .slice(1)
    .map((part: string | undefined) => Number((part ?? "0").replace(",", ".")));
  return minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds + frames / fps : undefined;
}

/** How much of a frame a rounded time may lack: `0.03` is frame 1 at 30 per second, which begins at 0.0333. */
const rounding = 0.11;

/** The frame that is shown at a time. */
export const frameAt = (seconds: number, fps: number): number => Math.floor(seconds * fps + rounding);
