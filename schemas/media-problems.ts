/**
 * What is wrong with media of a dataset that can be shown all the same: the job that looked at them leaves it in the
 * folder's metadata (`mediaProblems`). Anyone who may write to the folder can change them, so what is not of the form
 * counts as absent.
 */

export interface MediaProblem {
  /** Name of the item. */
  readonly file: string;
  /** To be put after the file's name, in the server's words: "is cut off at byte 5000." */
  readonly message: string;
}

export function mediaProblemsOf(meta: object): readonly MediaProblem[] {
  const { mediaProblems: stored } = meta as { readonly mediaProblems?: unknown };
  return Array.isArray(stored) ? stored.filter(isMediaProblem) : [];
}

function isMediaProblem(value: unknown): value is MediaProblem {
  if (typeof value !== "object" || value === null) return false;
  const { file, message } = value as Partial<MediaProblem>;
  return typeof file === "string" && typeof message === "string";
}
