/** Problems with an input or an edit. */

/**
 * A problem with an input, and its place. CSV problems have line and column (both from 1), JSON problems offset and
 * pointer.
 */
export interface Problem {
  readonly severity: "warning" | "error";
  /** Stable identifier, kebab-case, for example `csv-bounds-not-a-number`. */
  readonly code: string;
  /** One sentence for users: the problem, and how it was handled. */
  readonly message: string;
  /** In a set of files: the name of the affected file. */
  readonly member?: string;
  readonly line?: number;
  readonly column?: number;
  /** Byte offset from the start of the input. */
  readonly offset?: number;
  /** RFC 6901 JSON pointer. */
  readonly pointer?: string;
  /** For problems found in the annotations: the first track, and its frame. */
  readonly trackId?: number;
  readonly frame?: number;
  /** For problems found in the annotations: how often. */
  readonly count?: number;
  /** For a COCO annotation refused together with others: the message lists all of them. */
  readonly annotationId?: number;
}

/** A refused input or edit. `code` is stable; `message` is for users. */
export class CoreError extends Error {
  readonly code: string;
  readonly problem: Problem | undefined;
  constructor(code: string, message: string, problem?: Problem) {
    super(message);
    this.name = "CoreError";
    this.code = code;
    this.problem = problem;
  }
}
