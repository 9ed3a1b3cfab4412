/**
 * Flicks: a unit of time in which the usual frame rates have whole frames. Clients that exchange annotations count in
 * them.
 */

export const flicksPerSecond = 705_600_000;

export function toFlicks(seconds: number): number {
  return Math.round(seconds * flicksPerSecond);
}
