/**
 * Shown while a pipeline runs on the dataset: its name, who started it, its progress, and buttons to stop it or see
 * more.
 */

import { Button, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import type { Job } from "#schemas/wire";
import { requireUser } from "../../../api/session.ts";
import { t } from "../../../base/texts/index.ts";
import { jobWords } from "../../../features/jobs/job-words.ts";
import { cancelJob, isCancellable } from "../../../features/jobs/cancel-job.ts";
import { JobProgress } from "../../../features/jobs/JobProgress.tsx";
import { JobStatusBadge } from "../../../features/jobs/JobStatusBadge.tsx";
import { useDock } from "../../docks/use-dock.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./RunningJob.module.css";
import { CutText } from "../../../ui/text/CutText.tsx";
import { useBlockingJob } from "./use-dataset-jobs.ts";

export function RunningJob() {
  useSignals();
  const { workspace } = useViewer();
  const job = useBlockingJob(workspace);
  const dock = useDock("right");
  if (job === undefined) return null;
  const by = startedBy(job);
  return (
    <div className={classes.strip} role="group" aria-label={t("viewer.job.running")}>
      <CutText style={{ fontWeight: 600 }}>{jobWords(job.title)}</CutText>
      {by !== undefined && (
        <Text size="xs" c="dimmed" truncate className={classes.by ?? ""}>
          {by}
        </Text>
      )}
      <JobStatusBadge job={job} />
      <div className={classes.progress}>
        <JobProgress job={job} />
      </div>
      <Button size="compact-xs" variant="default" onClick={() => dock.show("jobs")}>
        {t("viewer.job.open")}
      </Button>
      {isCancellable(job) && (
        <Button size="compact-xs" variant="subtle" color="red" onClick={() => void cancelJob(job)}>
          {t("jobs.cancel")}
        </Button>
      )}
    </div>
  );
}

/** Undefined if the job does not say. */
function startedBy({ params }: Job): string | undefined {
  const login = params?.["user_login"];
  if (typeof login !== "string") return undefined;
  return login === requireUser().login ? t("viewer.job.byYou") : t("viewer.job.by", { login });
}
