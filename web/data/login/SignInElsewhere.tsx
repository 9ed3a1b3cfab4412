/** Signs in through the site's identity provider, and explains why a user has come back from it without a session. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";

/** Keyed by the server's reasons. */
const refusals: Readonly<Record<string, (() => string) | undefined>> = {
  unreachable: () => t("account.elsewhere.unreachable"),
  refused: () => t("account.elsewhere.refused"),
  invalid: () => t("account.elsewhere.invalid"),
  noAccount: () => t("account.elsewhere.noAccount"),
  emailTaken: () => t("account.elsewhere.emailTaken"),
  noEmail: () => t("account.elsewhere.noEmail"),
  disabled: () => t("account.error.disabled"),
  awaitsApproval: () => t("account.elsewhere.awaitsApproval"),
};

/** @param name of the provider; empty if the site has none */
export function SignInElsewhere({ name, onLeave }: { readonly name: string; onLeave(): void }) {
  // Read when the page opened: after another attempt it is outdated.
  const [reason] = useState(() => new URLSearchParams(location.search).get("refused") ?? "");
  if (name === "") return null;
  const text = refusals[reason]?.();
  return (
    <>
      {text !== undefined && <ErrorAlert text={text} />}
      <Button
        component="a"
        href={api.url("oauth.login", { provider: "oidc" })}
        onClick={onLeave}
        size="sm"
        variant="default"
        fullWidth
      >
        {t("account.elsewhere.go", { name })}
      </Button>
    </>
  );
}
