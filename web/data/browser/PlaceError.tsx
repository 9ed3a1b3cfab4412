/** Explains why a place cannot be shown: deleted, not allowed, or unreachable. */
import { errorCode, errorStatus, errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { navigateTo } from "../../ui/page/navigation.ts";

/** The reason as a title. */
export function placeErrorTitle(error: Error): string {
  if (errorCode(error) === "missing") return t("browse.error.gone");
  return t(errorStatus(error) === 403 ? "browse.error.denied" : "browse.error.list");
}

export function PlaceError({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  const status = errorStatus(error);
  const isGone = errorCode(error) === "missing";
  if (isGone || status === 403) {
    return (
      <ErrorAlert
        title={placeErrorTitle(error)}
        text={t(isGone ? "browse.error.goneText" : "browse.error.deniedText")}
        action={{ label: t("shell.notFound.action"), onClick: () => navigateTo("/") }}
      />
    );
  }
  return (
    <ErrorAlert
      title={placeErrorTitle(error)}
      text={errorText(error)}
      action={{ label: t("common.retry"), onClick: onRetry }}
    />
  );
}
