/** Checks a media source as soon as it is shown: missing, changed and new files. */
import { Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Assetstore, Job } from "#schemas/wire";
import { api } from "../../../api/client.ts";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { keys } from "../../../queries/keys.ts";
import { queryClient } from "../../../queries/query-client.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { SourceJob } from "./SourceJob.tsx";

export function CheckSource({ source: { _id: id } }: { readonly source: Assetstore }) {
  const [started, setStarted] = useState<Job>();
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    // Equal requests share one job.
    api
      .call("assetstore.check", { id })
      .then(setStarted)
      .then(() => queryClient.invalidateQueries({ queryKey: keys.jobs }))
      .catch((error: unknown) => setFailure(errorText(error)));
  }, [id]);

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t("storage.checkHint")}
      </Text>
      {failure !== undefined && <ErrorAlert text={failure} />}
      {started !== undefined && <SourceJob job={started} />}
    </Stack>
  );
}
