/** Problems that the host finds: their sentences, by code, and how a problem is made of one. */
import type { Problem } from "../../types.ts";
import { CoreError } from "../../types.ts";

export interface HostProblemKind {
  readonly severity: Problem["severity"];
  readonly sentence: (...words: readonly string[]) => string;
}

export const error = (sentence: HostProblemKind["sentence"]): HostProblemKind => ({ severity: "error", sentence });
export const warning = (sentence: HostProblemKind["sentence"]): HostProblemKind => ({ severity: "warning", sentence });

/** `1 track has` or `3 tracks have`. */
export function counted(count: string | number, one: string, several: string): string {
  return `${count} ${String(count) === "1" ? one : several}`;
}

/** The end of a sentence that counts: `: track 3.` for one, `; the first is track 3.` for several. */
export function firstOf(count: string, example: string | undefined): string {
  return count === "1" ? `: ${example}.` : `; the first is ${example}.`;
}

/** Examples after a count: `: a.png` for one, `, such as a.png` for several. */
export function suchAs(count: string, names: string | undefined): string {
  return count === "1" ? `: ${names}` : `, such as ${names}`;
}

/** `once` or `3 times`. */
export function times(count: string | number): string {
  return String(count) === "1" ? "once" : `${count} times`;
}

export type Place = Partial<Omit<Problem, "severity" | "code" | "message">>;

/** A problem with its place. */
export function problemOf<Code extends string>(
  kinds: Readonly<Record<Code, HostProblemKind>>,
  code: Code,
  words: readonly string[],
  place: Place = {},
): Problem {
  const { severity, sentence } = kinds[code];
  return { severity, code, message: sentence(...words), ...place };
}

/** A problem as an error to throw, when the file is refused because of it. */
export function refusalOfKind<Code extends string>(
  kinds: Readonly<Record<Code, HostProblemKind>>,
  code: Code,
  words: readonly string[],
  place?: Place,
): CoreError {
  const problem = problemOf(kinds, code, words, place);
  return new CoreError(code, problem.message, problem);
}
