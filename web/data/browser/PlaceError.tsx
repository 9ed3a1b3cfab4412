/** A place that cannot be shown: gone, not allowed, or out of reach. */
import { errorCode, errorStatus, errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { navigateTo } from "../../ui/navigation.ts";

export function PlaceError({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  const status = errorStatus(error);
  const isGone = errorCode(error) === "missing";
  if (isGone || status === 403) {
    return (
      <ErrorAlert
        title={t(isGone ? "browse.error.gone" : "browse.error.denied")}
        text={t(isGone ? "browse.error.goneText" : "browse.error.deniedText")}
        action={{ label: t("shell.notFound.action"), onClick: () => navigateTo("/") }}
      />
    );
  }
  return (
    <ErrorAlert
      title={t("browse.error.list")}
      text={errorText(error)}
      action={{ label: t("common.retry"), onClick: onRetry }}
    />
  );
}
