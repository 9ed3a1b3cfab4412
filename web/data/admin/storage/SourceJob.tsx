/** A job about a media source: its state, and its log as it grows. */
import { Button, Stack, Text } from "@mantine/core";
import { DialogButtons } from "../../../ui/dialogs/DialogButtons.tsx";
import { useQuery } from "@tanstack/react-query";
import type { Job } from "#schemas/wire";
import { hasEnded } from "#schemas/job-status";
import { t } from "../../../base/texts/index.ts";
import { JobLog } from "../../../features/jobs/JobLog.tsx";
import { JobProgress } from "../../../features/jobs/JobProgress.tsx";
import { JobStatusBadge } from "../../../features/jobs/JobStatusBadge.tsx";
import { jobLogQuery } from "../../../queries/jobs.ts";

export function SourceJob({ job, onBack }: { readonly job: Job; readonly onBack?: () => void }) {
  // The log refreshes this query while the job runs.
  const now = useQuery(jobLogQuery(job._id)).data ?? job;
  return (
    <Stack gap="sm">
      <JobStatusBadge job={now} />
      {!hasEnded(now) && <JobProgress job={now} />}
      <JobLog job={job} />
      {!hasEnded(now) && (
        <Text size="sm" c="dimmed">
          {t("storage.working")}
        </Text>
      )}
      {hasEnded(now) && onBack !== undefined && (
        <DialogButtons>
          <Button variant="default" onClick={onBack}>
            {t("storage.again")}
          </Button>
        </DialogButtons>
      )}
    </Stack>
  );
}
