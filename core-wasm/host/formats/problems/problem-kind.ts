/** Problems that the host finds: their sentences, by code, and how a problem is made of one. */
import type { Problem } from "../../types.ts";
import { CoreError } from "../../types.ts";

export interface HostProblemKind {
  readonly severity: Problem["severity"];
  readonly sentence: (...words: readonly string[]) => string;
}

export const error = (sentence: HostProblemKind["sentence"]): HostProblemKind => ({ severity: "error", sentence });
export const warning = (sentence: HostProblemKind["sentence"]): HostProblemKind => ({ severity: "warning", sentence });

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
