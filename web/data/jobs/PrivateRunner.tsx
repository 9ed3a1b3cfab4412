/** Whose workers run the jobs of the signed-in user. Only where somebody runs workers of their own. */
import { Switch } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { errorText } from "../../api/errors.ts";
import { setPrivateQueue } from "../../api/account.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";

export function PrivateRunner() {
  useSignals();
  const isOn = requireUser().user_private_queue_enabled === true;
  const [failure, setFailure] = useState<string>();
  return (
    <Switch
      mx="md"
      mb="sm"
      label={t("jobs.privateRunner")}
      description={t("jobs.privateRunnerHint")}
      error={failure}
      checked={isOn}
      onChange={(event) => {
        setFailure(undefined);
        setPrivateQueue(event.currentTarget.checked).catch((error: unknown) => setFailure(errorText(error)));
      }}
    />
  );
}
