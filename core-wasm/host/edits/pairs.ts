/** Rules for the confidence pairs of tracks and groups. */
import type { ConfidencePair } from "../types.ts";
import { CoreError } from "../types.ts";

/** Throws `bad-pair` for a type that is not a text or is empty, or a confidence outside 0..1. */
export function checkPairs(pairs: readonly ConfidencePair[]): void {
  for (const { type, confidence } of pairs) {
    // Callers without types may pass anything.
    if (typeof (type as unknown) !== "string" || type === "") {
      throw new CoreError("bad-pair", "A type must have a name, which is a text that is not empty.");
    }
    if (confidence >= 0 && confidence <= 1) continue;
    throw new CoreError("bad-pair", `The confidence of ${type} must be a number from 0 to 1, not ${confidence}.`);
  }
}

/** The pairs in wire format, best first. */
export function wirePairs(pairs: readonly ConfidencePair[]): readonly (readonly [string, number])[] {
  const sorted = pairs.toSorted((a, b) => b.confidence - a.confidence);
  return sorted.map(({ type, confidence }) => [type, confidence] as const);
}

/** The pairs of several lists: each type once, in the order of first occurrence, with its largest confidence. */
export function joinPairs(...lists: readonly (readonly ConfidencePair[])[]): readonly ConfidencePair[] {
  const joined = new Map<string, number>();
  for (const { type, confidence } of lists.flat()) {
    joined.set(type, Math.max(confidence, joined.get(type) ?? confidence));
  }
  return [...joined].map(([type, confidence]) => ({ type, confidence }));
}

/** The pairs with a type renamed, or removed without a new name; `undefined` when none has it. */
export function renamePair(
  pairs: readonly ConfidencePair[],
  from: string,
  to: string | undefined,
): readonly ConfidencePair[] | undefined {
  if (!pairs.some(({ type }) => type === from)) return undefined;
  if (to === undefined) return pairs.filter(({ type }) => type !== from);
  return joinPairs(pairs.map(({ type, confidence }) => ({ type: type === from ? to : type, confidence })));
}
