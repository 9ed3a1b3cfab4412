/** The signed-in user's jobs, newest first, with status, dataset and log. */
import { ActionIcon, Alert, Box, Button, Group, ScrollArea, Text, Title } from "@mantine/core";
import {
  IconBriefcase,
  IconFileText,
  IconFolder,
  IconInfoCircle,
  IconPencil,
  IconRefresh,
  IconX,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import type { Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { jobWords } from "../../features/jobs/job-words.ts";
import { cancelJob, isCancellable } from "../../features/jobs/cancel-job.ts";
import { RenderedFile } from "../../features/jobs/rendered-file.ts";
import { isRetryable, retryJob } from "../../features/jobs/retry-job.ts";
import { useJobLog } from "../../features/jobs/use-job-log.tsx";
import { usePageTitle } from "../../features/page-title.ts";
import { ColumnTable } from "../../ui/tables/ColumnTable.tsx";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import { PageFooter, useListPages } from "../PageControls.tsx";
import { jobLogQuery, jobPageQuery, queuedJobsQuery } from "../../queries/jobs.ts";
import { queryClient } from "../../queries/query-client.ts";
import { configurationQuery } from "../../queries/site.ts";
import { exportFolderOf, openableDatasetOf } from "./job-links.ts";
import { jobColumns } from "./job-columns.tsx";
import { JobFilters, useJobFilters } from "./JobFilters.tsx";
import { PrivateRunner } from "./PrivateRunner.tsx";
import classes from "../ListPage.module.css";
import { Tip } from "../../ui/tips/Tip.tsx";
import { showError } from "../../features/show-error.ts";
import { statusProps } from "../../ui/page/announce.ts";

export default function JobsPage() {
  const pages = useListPages();
  const { page } = pages;
  const pageSize = pages.size.chosen;
  const log = useJobLog();
  useLinkedLog(log.open);
  const filters = useJobFilters(() => pages.onPage(0));
  const { data, error } = useQuery(jobPageQuery(page, pageSize, filters.filter));
  const queue = useQuery(queuedJobsQuery);
  const configuration = useQuery(configurationQuery);
  const queued = queue.data?.outstanding ?? 0;
  // Load everything above the list first, so that nothing moves down later.
  const isKnown = !queue.isPending && !configuration.isPending && !filters.isPending;
  const jobs = isKnown ? data?.slice(0, pageSize) : undefined;
  usePageTitle(t("jobs.title"));
  const { title, type, status, updated } = jobColumns();
  const hasMore = (data?.length ?? 0) > pageSize;

  return (
    <div className={classes.page}>
      <Title order={1} className={classes.title ?? ""}>
        {t("jobs.title")}
      </Title>
      {isKnown && queued > 0 && (
        <Alert color="blue" icon={<IconInfoCircle size={16} />} mx="md" mb="sm" py={8}>
          {t("jobs.queue", { count: queued })}
        </Alert>
      )}
      {isKnown && configuration.data?.distributedWorker != null && <PrivateRunner />}
      {isKnown && (filters.isOn || (data !== undefined && data.length > 0)) && <JobFilters {...filters} />}
      <ListAnswer of={{ data: jobs, error }}>
        {(shown) =>
          shown.length > 0 ? (
            <>
              <ScrollArea className={classes.list ?? ""}>
                <ColumnTable
                  label={t("jobs.title")}
                  rows={shown}
                  keyOf={({ _id: id }) => id}
                  columns={[
                    title,
                    type,
                    { ...status, width: { base: 120, sm: 190 } },
                    updated,
                    {
                      head: t("jobs.column.dataset"),
                      width: { base: 70, sm: 170 },
                      render: (job) => <JobTargets job={job} />,
                    },
                    {
                      label: t("jobs.column.actions"),
                      width: 76,
                      render: (job) => <JobActions job={job} onLog={() => log.open(job)} />,
                    },
                  ]}
                />
              </ScrollArea>
              <PageFooter {...pages} pageCount={page + (hasMore ? 2 : 1)} />
            </>
          ) : filters.isOn ? (
            <Text c="dimmed" ta="center" mt={60} {...statusProps}>
              {t("jobs.filter.nothing")}
            </Text>
          ) : (
            page === 0 && (
              <EmptyList
                icon={<IconBriefcase stroke={1.25} />}
                title={t("jobs.empty")}
                text={t("jobs.emptyText")}
                guide="getting-started"
              />
            )
          )
        }
      </ListAnswer>
      {log.dialog}
    </div>
  );
}

/** `/jobs?log=<id>` opens that log: e-mails and existing clients link to it. */
function useLinkedLog(open: (job: Job) => void): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get("log");
  useEffect(() => {
    if (id === null) return;
    queryClient.fetchQuery(jobLogQuery(id)).then(open).catch(showError);
    setSearch({}, { replace: true });
  }, [id, open, setSearch]);
}

/** The buttons for the dataset, folder or file of a job. */
function JobTargets({ job }: { readonly job: Job }) {
  const datasetId = openableDatasetOf(job);
  const folder = exportFolderOf(job);
  const isRendering = job.type === "render";
  if (datasetId === undefined && folder === undefined && !isRendering) return <Text c="dimmed">–</Text>;
  return (
    <Group gap={6} wrap="nowrap">
      {datasetId !== undefined && (
        <Button
          component={Link}
          to={`/viewer/${datasetId}`}
          size="compact-xs"
          variant="light"
          aria-label={t("jobs.openDataset")}
        >
          <IconPencil size={14} stroke={1.75} />
          <Box component="span" ms={6} visibleFrom="sm">
            {t("jobs.openDataset")}
          </Box>
        </Button>
      )}
      {folder !== undefined && (
        <Button
          component={Link}
          to={`/folder/${folder}`}
          size="compact-xs"
          variant="light"
          aria-label={t("jobs.openFolderOf", { title: jobWords(job.title) })}
        >
          <IconFolder size={14} stroke={1.75} />
          <Box component="span" ms={6} visibleFrom="sm">
            {t("jobs.openFolder")}
          </Box>
        </Button>
      )}
      {isRendering && <RenderedFile job={job} size="compact-xs" />}
    </Group>
  );
}

function JobActions({ job, onLog }: { readonly job: Job; onLog(): void }) {
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {isCancellable(job) && (
        <Tip label={t("jobs.cancel")}>
          <ActionIcon
            size="sm"
            aria-label={t("jobs.cancelOf", { title: jobWords(job.title) })}
            onClick={() => void cancelJob(job)}
          >
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        </Tip>
      )}
      {isRetryable(job) && (
        <Tip label={t("jobs.retry")}>
          <ActionIcon
            size="sm"
            aria-label={t("jobs.retryOf", { title: jobWords(job.title) })}
            onClick={() => void retryJob(job)}
          >
            <IconRefresh size={16} stroke={1.6} />
          </ActionIcon>
        </Tip>
      )}
      <Tip label={t("jobs.log")}>
        <ActionIcon size="sm" aria-label={t("jobs.log.of", { title: jobWords(job.title) })} onClick={onLog}>
          <IconFileText size={16} stroke={1.6} />
        </ActionIcon>
      </Tip>
    </Group>
  );
}
