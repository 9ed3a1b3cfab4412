/** What is said of an error that nobody has handled. */
import { t } from "../base/texts/index.ts";

/**
 * A part of the application that is fetched when it is wanted could not be: nothing is broken, and asking again helps once the
 * connection is back. Each browser says it in words of its own.
 */
const notFetched = /dynamically imported module|Importing a module script failed|Unable to preload/i;

export function internalErrorText(error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error);
  return notFetched.test(detail) ? t("shell.error.notLoaded") : t("shell.error.internal", { detail });
}
