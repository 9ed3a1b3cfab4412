/** How far a job is, as a bar: it moves on its own while nobody knows, and then has no value to read out either. */
import { Progress } from "@mantine/core";
import type { Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";

export function JobProgress({ job: { progress, title } }: { readonly job: Job }) {
  const isKnown = progress !== null && progress.total > 0;
  const percent = isKnown ? Math.min(100, (progress.current / progress.total) * 100) : 100;
  return (
    <Progress.Root size={4}>
      {/* Mantine's own attributes always have a value, and go before what they are given. */}
      <Progress.Section
        value={percent}
        animated={!isKnown}
        withAria={false}
        role="progressbar"
        aria-label={t("jobs.progressOf", { title })}
        {...(isKnown && { "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": percent })}
      />
    </Progress.Root>
  );
}
