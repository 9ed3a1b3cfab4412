/**
 * Problems of media that can be shown nevertheless: the job that examined them stores them in the folder's metadata
 * (`mediaProblems`). Users with write access to the folder can change them, so invalid data count as absent.
 */

export interface MediaProblem {
  /** Name of the item. */
  readonly file: string;
  /** Follows the file's name, in the server's words: "is cut off at byte 5000." */
  readonly message: string;
}

export function mediaProblemsOf(meta: object): readonly MediaProblem[] {
  const { mediaProblems: stored } = meta as { readonly mediaProblems?: unknown };
  return Array.isArray(stored) ? stored.filter(isMediaProblem) : [];
}

/** "clip.mp4 is cut off at byte 5000." */
export const mediaProblemTexts = (meta: object): string[] =>
  mediaProblemsOf(meta).map(({ file, message }) => `${file} ${message}`);

function isMediaProblem(value: unknown): value is MediaProblem {
  if (typeof value !== "object" || value === null) return false;
  const { file, message } = value as Partial<MediaProblem>;
  return typeof file === "string" && typeof message === "string";
}
