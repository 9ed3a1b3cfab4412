/** The jobs on the open dataset, newest first: state, progress, log, and a button that stops one. */

import { Anchor, Button, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { Job } from "#schemas/wire";
import { hasEnded } from "#schemas/job-status";
import { errorText } from "../../../api/errors.ts";
import { t } from "../../../base/texts/index.ts";
import { jobWords } from "../../../features/jobs/job-words.ts";
import { JobLog } from "../../../features/jobs/JobLog.tsx";
import { cancelJob, isCancellable } from "../../../features/jobs/cancel-job.ts";
import { JobProgress } from "../../../features/jobs/JobProgress.tsx";
import { JobStatusBadge } from "../../../features/jobs/JobStatusBadge.tsx";
import { RenderedFile } from "../../../features/jobs/rendered-file.ts";
import { isRetryable, retryJob } from "../../../features/jobs/retry-job.ts";
import { datasetJobsQuery, maxJobsOfDataset } from "../../../queries/jobs.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { formatDate } from "../../../ui/text/format.ts";
import { GuideAnchor } from "../../../ui/page/GuideAnchor.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./DatasetJobs.module.css";

export function DatasetJobs() {
  const { dataset } = useViewer().workspace;
  const ids = [...new Set([dataset.id, ...dataset.cameras.map(({ datasetId }) => datasetId)])];
  const { data: jobs, error, refetch } = useQuery(datasetJobsQuery(ids));
  return (
    <div className={classes.panel}>
      <Text c="dimmed">{t("viewer.jobsOfDatasetHint")}</Text>
      {error !== null && (
        <ErrorAlert
          title={t("viewer.jobsOfDatasetFailed")}
          text={errorText(error)}
          action={{ label: t("common.retry"), onClick: () => void refetch() }}
        />
      )}
      {jobs === undefined && error === null && (
        <Stack gap="xs" mt="sm">
          <Skeleton h={52} />
          <Skeleton h={52} />
        </Stack>
      )}
      {jobs?.length === 0 && (
        <Text c="dimmed" mt="sm">
          {t("viewer.jobsOfDatasetEmpty")} <GuideAnchor page="getting-started" isOutside />
        </Text>
      )}
      {jobs !== undefined && jobs.length > 0 && (
        <ul className={classes.list} aria-label={t("viewer.jobsOfDataset")}>
          {jobs.map((job) => (
            <Entry key={job._id} job={job} />
          ))}
        </ul>
      )}
      {jobs?.length === maxJobsOfDataset && (
        <Text c="dimmed" size="xs" mt="xs">
          {t("viewer.jobsOfDatasetMore", { count: maxJobsOfDataset })}
        </Text>
      )}
      <Anchor component={Link} to="/jobs" size="sm" mt="sm" display="inline-block">
        {t("jobs.launch.all")}
      </Anchor>
    </div>
  );
}

function Entry({ job }: { readonly job: Job }) {
  const [isLogShown, showLog] = useState(false);
  const logId = useId();
  const isOver = hasEnded(job);
  return (
    <li className={classes.entry}>
      <Text fw={600} className={classes.title ?? ""}>
        {jobWords(job.title)}
      </Text>
      <JobStatusBadge job={job} />
      {!isOver && <JobProgress job={job} />}
      <div className={classes.line}>
        <Text c="dimmed" size="xs" component="time" dateTime={job.updated} className={classes.grow ?? ""}>
          {formatDate(job.updated)}
        </Text>
        {job.type === "render" && <RenderedFile job={job} size="compact-xs" />}
        {isCancellable(job) && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={t("jobs.cancelOf", { title: jobWords(job.title) })}
            onClick={() => void cancelJob(job)}
          >
            {t("jobs.cancel")}
          </Button>
        )}
        {isRetryable(job) && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t("jobs.retryOf", { title: jobWords(job.title) })}
            onClick={() => void retryJob(job)}
          >
            {t("jobs.retry")}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t("jobs.log.of", { title: jobWords(job.title) })}
          aria-expanded={isLogShown}
          aria-controls={logId}
          onClick={() => showLog(!isLogShown)}
        >
          {t("jobs.log")}
        </Button>
      </div>
      <div id={logId}>{isLogShown && <JobLog job={job} />}</div>
    </li>
  );
}
