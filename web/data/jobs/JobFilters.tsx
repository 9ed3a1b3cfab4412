/** Filters the jobs by status and type. */
import { Button, Group, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { JobStatus } from "#schemas/job-status";
import { t } from "../../base/texts/index.ts";
import { jobStatusText, jobTypeText } from "../../features/jobs/JobStatusBadge.tsx";
import { jobTypesQuery, type JobFilter } from "../../queries/jobs.ts";

/** All statuses between the first and the last mean that the job is pending; they are one choice. */
const waiting: readonly number[] = Object.values(JobStatus).filter(
  (status) => status !== JobStatus.success && status !== JobStatus.error && status !== JobStatus.canceled,
);
const ended = [JobStatus.success, JobStatus.error, JobStatus.canceled] as const;

interface Filters {
  readonly status: string;
  readonly type: string;
  readonly types: readonly string[];
  readonly filter: JobFilter;
  readonly isOn: boolean;
  readonly isPending: boolean;
  choose(choice: { status?: string; type?: string }): void;
}

export function useJobFilters(onChange: () => void): Filters {
  const [{ status, type }, set] = useState({ status: "", type: "" });
  const types = useQuery(jobTypesQuery);
  const filter = useMemo<JobFilter>(
    () => ({
      ...(status !== "" && { statuses: status === "waiting" ? [...waiting] : [Number(status)] }),
      ...(type !== "" && { types: [type] }),
    }),
    [status, type],
  );
  return {
    status,
    type,
    filter,
    types: types.data ?? [],
    isPending: types.isPending,
    isOn: status !== "" || type !== "",
    choose(choice) {
      set((before) => ({ ...before, ...choice }));
      onChange();
    },
  };
}

export function JobFilters({ status, type, types, isOn, choose }: Filters) {
  return (
    <Group gap="xs" px="md" pb="sm">
      <NativeSelect
        aria-label={t("jobs.filter.status")}
        value={status}
        onChange={(event) => choose({ status: event.currentTarget.value })}
        data={[
          { value: "", label: t("jobs.filter.anyStatus") },
          { value: "waiting", label: t("jobs.filter.waiting") },
          ...ended.map((one) => ({ value: String(one), label: jobStatusText(one) })),
        ]}
      />
      <NativeSelect
        aria-label={t("jobs.filter.type")}
        value={type}
        onChange={(event) => choose({ type: event.currentTarget.value })}
        data={[
          { value: "", label: t("jobs.filter.anyType") },
          ...types.map((one) => ({ value: one, label: jobTypeText(one) })),
        ]}
      />
      {isOn && (
        <Button variant="subtle" onClick={() => choose({ status: "", type: "" })}>
          {t("jobs.filter.reset")}
        </Button>
      )}
    </Group>
  );
}
