/** The conflict with others' changes that a save was refused for. */
import { ApiError } from "#schemas/client";
import type { SaveConflict } from "#schemas/wire";

/** `undefined`: another error. */
export function conflictOf(error: unknown): SaveConflict["extra"] | undefined {
  const isConflict = error instanceof ApiError && error.status === 409 && error.reply?.type === "conflict";
  return isConflict ? (error.reply as SaveConflict).extra : undefined;
}
