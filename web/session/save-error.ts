/** Why a save failed, in kinds that the page tells apart. Nothing is lost by any of them. */

import { ApiError } from "#schemas/client";

export type SaveErrorKind =
  /** HTTP 403. */
  | "permission"
  | "readOnly"
  /** No answer: it may have arrived. */
  | "unanswered"
  /** Everything is saved; what others have saved meanwhile could not be read. */
  | "reading"
  | "failed";

export class SaveError extends Error {
  readonly kind: SaveErrorKind;
  constructor(kind: SaveErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "SaveError";
    this.kind = kind;
  }
}

/** Gateways answer these for a server that they lost, whatever it had done until then. */
const lostAnswers: readonly number[] = [0, 502, 503, 504];

export function toSaveError(error: unknown): SaveError {
  if (error instanceof SaveError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return new SaveError("failed", message, error);
  if (lostAnswers.includes(error.status)) return new SaveError("unanswered", message, error);
  return new SaveError(error.status === 403 ? "permission" : "failed", message, error);
}
