/** When a member's range is valid: whole frames, in order, and within the track. */

export interface FrameLimits {
  readonly min: number;
  readonly max: number;
}

export type BeginProblem = "lists.beginAfterEnd" | "lists.beginBeforeMin";
export type EndProblem = "lists.endBeforeBegin" | "lists.endAfterMax";

/** The leading integer; what follows is ignored. NaN if none exists. */
export function parseFrame(text: string): number {
  return Number.parseInt(text, 10);
}

export function beginProblem(begin: number, end: number, { min, max }: FrameLimits): BeginProblem | undefined {
  if (begin > (Number.isNaN(end) ? max : Math.min(end, max))) return "lists.beginAfterEnd";
  return begin >= min ? undefined : "lists.beginBeforeMin";
}

export function endProblem(begin: number, end: number, { min, max }: FrameLimits): EndProblem | undefined {
  if (end > max) return "lists.endAfterMax";
  return end >= (Number.isNaN(begin) ? min : Math.max(begin, min)) ? undefined : "lists.endBeforeBegin";
}
