/**
 * Flicks: a unit of time that divides evenly into frames at all common frame rates. Used by clients that exchange
 * annotations.
 */

export const flicksPerSecond = 705_600_000;

export function toFlicks(seconds: number): number {
  return Math.round(seconds * flicksPerSecond);
}
