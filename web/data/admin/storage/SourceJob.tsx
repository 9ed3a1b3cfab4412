/** A job about a media source: its state, and its log as it grows. */
import { Button, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { useQuery } from "@tanstack/react-query";
import type { Job } from "#schemas/wire";
import { t } from "../../../base/texts/index.ts";
import { JobLog } from "../../../features/jobs/JobLog.tsx";
import { JobProgress } from "../../../features/jobs/JobProgress.tsx";
import { JobStatusBadge } from "../../../features/jobs/JobStatusBadge.tsx";
import { isFinished, jobLogQuery } from "../../../queries/jobs.ts";

export function SourceJob({ job, onBack }: { readonly job: Job; readonly onBack?: () => void }) {
  // The log refreshes this query while the job runs.
  const now = useQuery(jobLogQuery(job._id)).data ?? job;
  return (
    <Stack gap="sm">
      <JobStatusBadge job={now} />
      {!isFinished(now) && <JobProgress job={now} />}
      <JobLog job={job} />
      {!isFinished(now) && (
        <Text size="sm" c="dimmed">
          {t("storage.working")}
        </Text>
      )}
      {isFinished(now) && onBack !== undefined && (
        <DialogButtons>
          <Button variant="default" onClick={onBack}>
            {t("storage.again")}
          </Button>
        </DialogButtons>
      )}
    </Stack>
  );
}
