/** The text shown for an unhandled error. */
import { t } from "../base/texts/index.ts";

/**
 * A part of the application that is fetched when it is wanted could not be: nothing is broken, and asking again helps
 * once the connection is back. Each browser says it in words of its own.
 */
const notFetched = /dynamically imported module|Importing a module script failed|Unable to preload/i;

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function internalErrorText(error: unknown): string {
  return isNotFetched(error) ? t("shell.error.notLoaded") : t("shell.error.internal", { detail: detailOf(error) });
}

export const isNotFetched = (error: unknown): boolean => notFetched.test(detailOf(error));

/** A part could not be fetched from a server that answers: it has been updated, and has parts of other names now. */
export async function isUpdated(error: unknown): Promise<boolean> {
  if (!isNotFetched(error)) return false;
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
