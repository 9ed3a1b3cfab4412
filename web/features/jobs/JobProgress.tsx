/** How far a job is, as a bar: it moves on its own while nobody knows. */
import { Progress } from "@mantine/core";
import type { Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";

export function JobProgress({ job: { progress, title } }: { readonly job: Job }) {
  const isKnown = progress !== null && progress.total > 0;
  const percent = isKnown ? Math.min(100, (progress.current / progress.total) * 100) : 100;
  return (
    <Progress.Root size={4}>
      <Progress.Section
        value={percent}
        animated={!isKnown}
        aria-label={t("jobs.progressOf", { title })}
        {...(!isKnown && { "aria-valuenow": undefined })}
      />
    </Progress.Root>
  );
}
