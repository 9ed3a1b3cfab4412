/** Whose workers run the user's jobs. Only for users with their own workers. */
import { Stack, Switch } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { errorText } from "../../api/errors.ts";
import { setPrivateQueue } from "../../api/account.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { WorkerCommand } from "../../features/jobs/WorkerCommand.tsx";

export function PrivateRunner() {
  useSignals();
  const { login, user_private_queue_enabled: isOn = false } = requireUser();
  const [failure, setFailure] = useState<string>();
  return (
    <Stack gap="sm" mx="md" mb="md">
      <Switch
        label={t("jobs.privateRunner")}
        description={t("jobs.privateRunnerHint")}
        error={failure}
        checked={isOn}
        onChange={(event) => {
          setFailure(undefined);
          setPrivateQueue(event.currentTarget.checked).catch((error: unknown) => setFailure(errorText(error)));
        }}
      />
      {isOn && <WorkerCommand login={login} text={t("jobs.workerStart")} />}
    </Stack>
  );
}
