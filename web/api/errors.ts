/** The text to show for a failed call. */
import type { ErrorCode } from "#schemas";
import { ApiError } from "#schemas/client";
import { languageCode, t } from "../base/texts/index.ts";
import { session } from "./session.ts";

/** Our own words for what the server said. */
export type ErrorTexts = Readonly<Partial<Record<ErrorCode, string>>>;

/** The message of the response, else its data, else the error itself. */
export function errorText(error: unknown, texts: ErrorTexts = {}): string {
  if (error instanceof ApiError) {
    if (error.status === 0) return t("shell.error.unreachable");
    const own = error.code && texts[error.code];
    return own ?? (isSessionOver(error) ? t("account.expired.again") : serverText(error));
  }
  return error instanceof Error ? error.message : t("shell.error.unexpected", { detail: String(error) });
}

/** The server speaks English, and says more than the code does; other languages have their own words for the codes. */
function serverText({ code, message }: ApiError): string {
  return code === undefined || languageCode() === "en" ? message : t(`errors.${code}`);
}

/** HTTP status; 0 when the server could not be reached, undefined when the error has nothing to do with it. */
export function errorStatus(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

/** The code by which the server distinguishes this refusal. */
export function errorCode(error: unknown): ErrorCode | undefined {
  return error instanceof ApiError ? error.code : undefined;
}

/**
 * The call found that the session had ended: the shell asks to log in on top of the page, and a refusal for an
 * anonymous user is not reported.
 */
export function isSessionOver(error: unknown): boolean {
  // A refused log-in is reported, also on top of a page.
  const isCall = error instanceof ApiError && error.status === 401 && error.routeId !== "user.login";
  return isCall && session.peek().state === "expired";
}

/** Name of the parameter that the server objects to. */
export function errorField(error: unknown): string | undefined {
  return error instanceof ApiError ? error.reply?.field : undefined;
}

/** An abort by us is no failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
