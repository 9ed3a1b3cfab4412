/** A place that cannot be shown: gone, not allowed, or out of reach. */
import { errorStatus, errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { navigateTo } from "../../ui/navigation.ts";

export function PlaceError({ error, onRetry }: { readonly error: Error; onRetry(): void }) {
  const status = errorStatus(error);
  // The server answers 400 to an id that nothing has.
  const isGone = status === 400 && /^Invalid /.test(error.message);
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
