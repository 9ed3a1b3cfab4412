/** The text shown for an unhandled error. */
import { t } from "../base/texts/index.ts";

/**
 * Whether a lazily loaded part of the application could not be fetched: nothing is broken, and retrying helps once the
 * connection is back. Each browser words this error differently.
 */
const notFetched = /dynamically imported module|Importing a module script failed|Unable to preload/i;

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function internalErrorText(error: unknown): string {
  return isNotFetched(error) ? t("shell.error.notLoaded") : t("shell.error.internal", { detail: detailOf(error) });
}

export const isNotFetched = (error: unknown): boolean => notFetched.test(detailOf(error));

/**
 * Whether a part could not be fetched although the server answers: the server has been updated and its parts have other
 * names now.
 */
export async function isUpdated(error: unknown): Promise<boolean> {
  if (!isNotFetched(error)) return false;
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
