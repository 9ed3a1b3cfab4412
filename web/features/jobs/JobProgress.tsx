/**
 * The progress of a job as a bar. For a running job without progress, the bar is animated and has no value; for a
 * waiting job it is empty.
 */
import { Progress } from "@mantine/core";
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { jobWords } from "./job-words.ts";

export function JobProgress({ job: { progress, status, title } }: { readonly job: Job }) {
  const isKnown = progress !== null && progress.total > 0;
  const waits = status === JobStatus.inactive || status === JobStatus.queued;
  const percentUnknown = waits ? 0 : 100;
  const percent = isKnown ? Math.min(100, (progress.current / progress.total) * 100) : percentUnknown;
  return (
    <Progress.Root size={4}>
      {/* Mantine's own attributes always have a value, and go before what they are given. */}
      <Progress.Section
        value={percent}
        animated={!isKnown && !waits}
        withAria={false}
        role="progressbar"
        aria-label={t("jobs.progressOf", { title: jobWords(title) })}
        {...(isKnown && { "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": percent })}
      />
    </Progress.Root>
  );
}
