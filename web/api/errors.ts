/** The text to show for a failed call. */
import type { ErrorCode } from "#schemas";
import { ApiError } from "#schemas/client";
import { languageCode, t } from "../base/texts/index.ts";
import { session } from "./session.ts";

/** Replacement texts by error code. */
export type ErrorTexts = Readonly<Partial<Record<ErrorCode, string>>>;

/** The message in the response, else its data, else the error itself. */
export function errorText(error: unknown, texts: ErrorTexts = {}): string {
  if (error instanceof ApiError) {
    if (error.status === 0) return t("shell.error.unreachable");
    const replacement = error.code && texts[error.code];
    return replacement ?? (isSessionOver(error) ? t("account.expired.again") : serverText(error));
  }
  return error instanceof Error ? error.message : t("shell.error.unexpected", { detail: String(error) });
}

/**
 * The server's messages are in English, and more detailed than its codes; other languages have texts for the codes.
 */
function serverText({ code, message }: ApiError): string {
  return code === undefined || languageCode() === "en" ? message : t(`errors.${code}`);
}

/** HTTP status; 0 if the server could not be reached, undefined if the error did not come from a request. */
export function errorStatus(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

/** The server's code for the error. */
export function errorCode(error: unknown): ErrorCode | undefined {
  return error instanceof ApiError ? error.code : undefined;
}

/**
 * The session had expired during the call: the shell asks to log in over the page, so a refusal for an anonymous user
 * is not reported.
 */
export function isSessionOver(error: unknown): boolean {
  // A refused log-in is reported, even over a page.
  const isCall = error instanceof ApiError && error.status === 401 && error.routeId !== "user.login";
  return isCall && session.peek().state === "expired";
}

/** Name of the parameter that the server rejects. */
export function errorField(error: unknown): string | undefined {
  return error instanceof ApiError ? error.reply?.field : undefined;
}

/** Our own abort is not a failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
