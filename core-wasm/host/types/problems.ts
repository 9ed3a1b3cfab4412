/** What was wrong with an input or an edit. */

/**
 * Something wrong with an input, and where. CSV problems carry line and column (both from 1), JSON ones offset and
 * pointer.
 */
export interface Problem {
  readonly severity: "warning" | "error";
  /** Stable identifier, kebab-case, for example `csv-bounds-not-a-number`. */
  readonly code: string;
  /** One sentence for people: what is wrong, and what was done about it. */
  readonly message: string;
  /** In a set of files: which of them, by its name in the set. */
  readonly member?: string;
  readonly line?: number;
  readonly column?: number;
  /** Byte offset from the start of the input. */
  readonly offset?: number;
  /** RFC 6901 JSON pointer. */
  readonly pointer?: string;
  /** Of what was found in the annotations: the first track, and its frame. */
  readonly trackId?: number;
  readonly frame?: number;
  /** Of what was found in the annotations: how often. */
  readonly count?: number;
  /** Of an annotation of COCO that is refused with others: the message of all names them. */
  readonly annotationId?: number;
}

/** A refused input or edit. `code` is stable; `message` is for people. */
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
