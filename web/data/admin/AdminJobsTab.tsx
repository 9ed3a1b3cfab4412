/** All users' jobs, by status and type; cancel a running one, delete them all, or stop new ones from starting. */
import { ActionIcon, Alert, Button, Group, MultiSelect, Textarea } from "@mantine/core";
import { IconFileText, IconPlayerStop, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Job } from "#schemas/wire";
import { hasEnded, JobStatus } from "#schemas/job-status";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { jobWords } from "../../features/jobs/job-words.ts";
import { adminJobsQuery, jobStatusFilters, jobTypesQuery, type JobStatusFilter } from "../../queries/admin.ts";
import { queryClient } from "../../queries/query-client.ts";
import { configurationQuery } from "../../queries/site.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { cancelJob } from "../../features/jobs/cancel-job.ts";
import { useJobLog } from "../../features/jobs/use-job-log.tsx";
import { changeJobs } from "../jobs/change-jobs.ts";
import { jobTypeText } from "../../features/jobs/JobStatusBadge.tsx";
import { ColumnTable } from "../../ui/tables/ColumnTable.tsx";
import { jobColumns } from "../jobs/job-columns.tsx";
import classes from "../ListPage.module.css";
import { AdminList } from "./AdminList.tsx";
import { ListSkeleton } from "../../ui/tables/ListSkeleton.tsx";
import { Tip } from "../../ui/tips/Tip.tsx";

const statusNames = Object.keys(jobStatusFilters) as JobStatusFilter[];
const initialStatuses: readonly JobStatusFilter[] = ["running", "error", "inactive"];

export function AdminJobsTab() {
  // Load everything above the list first, so that nothing moves down later.
  const configuration = useQuery(configurationQuery);
  const types = useQuery(jobTypesQuery);
  if (!configuration.isFetched) return <ListSkeleton />;
  return (
    <div className={classes.page}>
      {configuration.data !== undefined && <JobSwitch configuration={configuration.data} />}
      {types.isFetched ? <FilteredJobs known={types.data ?? []} /> : <ListSkeleton />}
    </div>
  );
}

/** @param props.known the types of all jobs there are */
function FilteredJobs({ known }: { readonly known: readonly string[] }) {
  const [page, setPage] = useState(0);
  const [statuses, setStatuses] = useState<readonly JobStatusFilter[]>(initialStatuses);
  const log = useJobLog();
  const [chosenTypes, setChosenTypes] = useState<readonly string[]>();
  // Until the user chooses, this includes types that were just discovered.
  const types = chosenTypes ?? known;
  async function cancel(job: Job): Promise<void> {
    // Keeps the row in the list, so that the user sees the outcome.
    if (await cancelJob(job)) setStatuses((before) => [...new Set([...before, "canceling", "canceled"] as const)]);
  }
  const { title, type, status, updated } = jobColumns();
  return (
    <>
      <JobFilters
        {...{ known, statuses, types }}
        onStatuses={(value) => {
          setPage(0);
          setStatuses(value);
        }}
        onTypes={(value) => {
          setPage(0);
          setChosenTypes(value);
        }}
      />
      <AdminList
        question={adminJobsQuery({ statuses, types: chosenTypes, page })}
        page={page}
        onPage={setPage}
        empty={{ title: t("admin.jobs.empty") }}
      >
        {(jobs) => (
          <ColumnTable
            label={t("admin.tab.jobs")}
            rows={jobs}
            keyOf={({ _id: id }) => id}
            columns={[
              title,
              type,
              status,
              { head: t("admin.column.owner"), width: 150, from: "sm", isPale: true, render: ownerOf },
              updated,
              {
                width: 110,
                render: (job) => <JobActions job={job} onLog={() => log.open(job)} onCancel={() => void cancel(job)} />,
              },
            ]}
          />
        )}
      </AdminList>
      {log.dialog}
    </>
  );
}

interface JobFiltersProps {
  readonly known: readonly string[];
  readonly statuses: readonly JobStatusFilter[];
  readonly types: readonly string[];
  onStatuses(statuses: readonly JobStatusFilter[]): void;
  onTypes(types: readonly string[]): void;
}

function JobFilters({ known, statuses, types, onStatuses, onTypes }: JobFiltersProps) {
  return (
    <Group gap="md" p="md" align="flex-start">
      <MultiSelect
        label={t("admin.jobs.statuses")}
        miw={280}
        data={statusNames.map((value) => ({ value, label: t(`admin.jobs.status.${value}`) }))}
        value={[...statuses]}
        onChange={(value) => onStatuses(value as JobStatusFilter[])}
      />
      <MultiSelect
        label={t("admin.jobs.types")}
        miw={280}
        data={known.map((value) => ({ value, label: jobTypeText(value) }))}
        value={[...types]}
        onChange={onTypes}
      />
    </Group>
  );
}

function ownerOf({ params }: Job): string {
  const owner = params?.["user_login"];
  return typeof owner === "string" ? owner : "";
}

interface JobActionsProps {
  readonly job: Job;
  onLog(): void;
  onCancel(): void;
}

function JobActions({ job, onLog, onCancel }: JobActionsProps) {
  const title = jobWords(job.title);
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {/* The specification allows cancelling jobs with a status below this one. */}
      {job.status < JobStatus.success && (
        <Tip label={t("admin.jobs.cancel", { title })}>
          <ActionIcon size="sm" aria-label={t("admin.jobs.cancel", { title })} onClick={onCancel}>
            <IconPlayerStop size={16} stroke={1.6} />
          </ActionIcon>
        </Tip>
      )}
      <Tip label={t("jobs.log")}>
        <ActionIcon size="sm" aria-label={t("jobs.log.of", { title })} onClick={onLog}>
          <IconFileText size={16} stroke={1.6} />
        </ActionIcon>
      </Tip>
      <Tip label={t("admin.jobs.delete", { title })}>
        <ActionIcon size="sm" aria-label={t("admin.jobs.delete", { title })} onClick={() => void remove(job)}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </Tip>
    </Group>
  );
}

async function remove(job: Job): Promise<void> {
  const question = t("admin.jobs.deleteQuestion", { title: jobWords(job.title) });
  const isSure = await confirmDialog({
    title: t("admin.jobs.deleteTitle"),
    text: hasEnded(job) ? question : [question, t("admin.jobs.deleteRunning")],
    positive: t("common.delete"),
    danger: true,
  });
  if (isSure) await changeJobs(() => api.call("job.delete", { id: job._id }));
}

/** Stops all users from starting jobs, for example before an update. */
function JobSwitch({
  configuration,
}: {
  readonly configuration: { readonly jobsDisabled: boolean; readonly jobsDisabledMessage: string };
}) {
  const [message, setMessage] = useState("");
  const isOff = configuration.jobsDisabled;
  async function set(disabled: boolean): Promise<void> {
    await changeJobs(() => api.call("configuration.setJobsDisabled", { body: { disabled, message } }));
    await queryClient.invalidateQueries({ queryKey: configurationQuery.queryKey });
  }
  return isOff ? (
    <Alert color="yellow" radius={0} title={t("admin.jobs.disabled")}>
      <Group justify="space-between">
        {`${configuration.jobsDisabledMessage} · ${t("admin.jobs.disabledHint")}`}
        <Button variant="default" onClick={() => void set(false)}>
          {t("admin.jobs.switchOn")}
        </Button>
      </Group>
    </Alert>
  ) : (
    <Group px="md" pt="md" align="flex-end" gap="sm">
      <Textarea
        label={t("admin.jobs.message")}
        placeholder={configuration.jobsDisabledMessage}
        autosize
        maxRows={3}
        w={420}
        maw="100%"
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Button variant="default" onClick={() => void set(true)}>
        {t("admin.jobs.switchOff")}
      </Button>
    </Group>
  );
}
