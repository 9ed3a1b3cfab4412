/** Progress of the job on a dataset, or that it is waiting. */
import { Badge } from "@mantine/core";
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { jobWords } from "../../features/jobs/job-words.ts";
import { Tip } from "../../ui/tips/Tip.tsx";

export function JobBadge({ job: { progress, status, title } }: { readonly job: Job }) {
  const waits = status === JobStatus.inactive || status === JobStatus.queued;
  const percent =
    progress !== null && progress.total > 0 ? Math.floor((100 * progress.current) / progress.total) : undefined;
  return (
    <Tip label={jobWords(title)}>
      <Badge size="xs" variant="light" color={waits ? "gray" : "wake"} tt="none">
        {waits ? t("browse.job.waits") : percent === undefined ? t("browse.job.runs") : `${percent} %`}
      </Badge>
    </Tip>
  );
}
