/** The kinds of failed saves that the page distinguishes. None of them loses anything. */

import { ApiError } from "#schemas/client";
import type { ErrorCode } from "#schemas/error-codes";

export type SaveErrorKind =
  /** HTTP 403. */
  | "permission"
  | "readOnly"
  /** No answer: it may have arrived. */
  | "unanswered"
  /** The server answers that it cannot save at the moment; `code` says why. */
  | "postponed"
  /** Everything is saved; others' changes could not be read. */
  | "reading"
  | "failed";

/** The codes our server sends with status 503. */
const postponedCodes = ["busy", "stopping", "storage-gone", "storage-read-only"] as const satisfies ErrorCode[];
export type PostponedCode = (typeof postponedCodes)[number];

export class SaveError extends Error {
  readonly kind: SaveErrorKind;
  constructor(kind: SaveErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "SaveError";
    this.kind = kind;
  }

  /** Only for a postponed save. */
  get code(): PostponedCode | undefined {
    return postponedCodeOf(this.cause);
  }

  /** How long the server asks to wait before the next attempt. */
  get retryAfterMs(): number | undefined {
    return this.cause instanceof ApiError ? this.cause.retryAfterMs : undefined;
  }

  /** Nothing is wrong with the save: the page retries it automatically. */
  get isRetried(): boolean {
    return this.kind === "unanswered" || this.kind === "postponed";
  }
}

function postponedCodeOf(error: unknown): PostponedCode | undefined {
  if (!(error instanceof ApiError) || error.status !== 503) return undefined;
  return postponedCodes.find((code) => code === error.code);
}

export function toSaveError(error: unknown): SaveError {
  if (error instanceof SaveError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return new SaveError("failed", message, error);
  if (postponedCodeOf(error) !== undefined) return new SaveError("postponed", message, error);
  if (error.isUnanswered) return new SaveError("unanswered", message, error);
  return new SaveError(error.status === 403 ? "permission" : "failed", message, error);
}
