/**
 * A folder with media that are not a dataset, and that no job prepares: a conversion failed, was cancelled or deleted, or
 * its owner is gone. Offers to start it again.
 */
import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasEnded } from "#schemas/job-status";
import type { Folder } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { showError } from "../../features/show-error.ts";
import { datasetJobsQuery } from "../../queries/jobs.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";
import { announceDatasets } from "../upload/uploaded.tsx";
import { mayWrite } from "./entry-facts.ts";

export function Unconverted({ folder }: { readonly folder: Folder }) {
  const { _id: id, name } = folder;
  const jobs = useQuery(datasetJobsQuery([id])).data;
  const [isStarting, setStarting] = useState(false);
  if (jobs === undefined || jobs.some((job) => !hasEnded(job))) return null;
  async function start(): Promise<void> {
    setStarting(true);
    try {
      announceDatasets([{ name, folderId: id, reply: await api.call("rpc.postprocess", { id }) }]);
    } catch (error) {
      showError(error);
    }
    await Promise.all([keys.jobs, keys.places].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    setStarting(false);
  }
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} stroke={1.75} />}
      title={t("browse.details.notReady")}
      role="note"
    >
      <Stack gap="xs" align="start">
        <Text size="sm">{t("browse.details.notReadyText")}</Text>
        {mayWrite(folder) && (
          <Button size="compact-sm" variant="default" loading={isStarting} onClick={() => void start()}>
            {t("browse.details.prepare")}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
