/** Columns that lists of jobs have in common. */
import type { Job } from "#schemas/wire";
import { hasEnded } from "#schemas/job-status";
import { t } from "../../base/texts/index.ts";
import { jobWords } from "../../features/jobs/job-words.ts";
import { JobProgress } from "../../features/jobs/JobProgress.tsx";
import { JobStatusBadge, jobTypeText } from "../../features/jobs/JobStatusBadge.tsx";
import { formatDate } from "../../ui/text/format.ts";
import type { Column } from "../../ui/tables/ColumnTable.tsx";

export const jobColumns = (): Record<"title" | "type" | "status" | "updated", Column<Job>> => ({
  title: { head: t("jobs.column.title"), mayBreak: true, render: ({ title }) => jobWords(title) },
  type: { head: t("jobs.column.type"), width: 130, from: "sm", isPale: true, render: ({ type }) => jobTypeText(type) },
  status: {
    head: t("jobs.column.status"),
    width: 190,
    render: (job) => (
      <>
        <JobStatusBadge job={job} />
        {!hasEnded(job) && <JobProgress job={job} />}
      </>
    ),
  },
  updated: {
    head: t("jobs.column.updated"),
    width: 170,
    from: "md",
    isPale: true,
    render: ({ updated }) => formatDate(updated),
  },
});
