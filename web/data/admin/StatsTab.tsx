/** Usage statistics: datasets, new users and jobs in a time range, by type, user or month. */
import { Group, Select, Slider, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { JobStatus } from "#schemas/job-status";
import type { Statistics } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../../features/Answer.tsx";
import { statisticsQuery, type DateRange } from "../../queries/admin.ts";
import { formatMonth, formatNumber, formatSpan } from "../../ui/text/format.ts";
import { jobStatusText, jobTypeText } from "../../features/jobs/JobStatusBadge.tsx";
import classes from "./AdminPage.module.css";
import { BarFigure, PieFigure, type Series } from "./StatsFigure.tsx";

const dateRanges: readonly DateRange[] = ["60 days", "3 months", "6 months", "1 year", "3 years", "5 years"];
const groupings = ["none", "user", "month"] as const;
type Grouping = (typeof groupings)[number];

export default function StatsTab() {
  const [dateRange, setDateRange] = useState<DateRange>("6 months");
  const [grouping, setGrouping] = useState<Grouping>("none");
  const [userLimit, setUserLimit] = useState(20);
  const [settledLimit] = useDebouncedValue(userLimit, 200);
  const answer = useQuery(
    statisticsQuery({ dateRange, groupBy: grouping === "none" ? undefined : grouping, userLimit: settledLimit }),
  );
  return (
    <div className={classes.form}>
      <Stack gap="lg">
        <Group gap="lg" align="flex-start">
          <Select
            label={t("admin.stats.range")}
            data={dateRanges.map((value) => ({ value, label: rangeText(value) }))}
            value={dateRange}
            allowDeselect={false}
            onChange={(value) => value !== null && setDateRange(value)}
          />
          <Select
            label={t("admin.stats.groupBy")}
            data={groupings.map((value) => ({ value, label: t(`admin.stats.group.${value}`) }))}
            value={grouping}
            allowDeselect={false}
            onChange={(value) => value !== null && setGrouping(value)}
          />
          <Stack gap={6} w={220}>
            <Text size="sm" fw={500} id="stats-user-limit">
              {t("admin.stats.userLimit", { count: userLimit })}
            </Text>
            <Slider
              min={5}
              max={100}
              value={userLimit}
              onChange={setUserLimit}
              label={null}
              thumbProps={{ "aria-labelledby": "stats-user-limit" }}
            />
          </Stack>
        </Group>
        <Answer of={answer}>{(statistics) => <Figures statistics={statistics} />}</Answer>
      </Stack>
    </div>
  );
}

function Figures({ statistics }: { readonly statistics: Statistics }) {
  const { table_stats: totals, groupByUser, groupByMonth } = statistics;
  return (
    <>
      <Group gap="xl">
        <Total label={t("admin.stats.datasets")} value={totals.datasets} />
        <Total label={t("admin.stats.newUsers")} value={totals.newUsers} />
        <Total label={t("admin.stats.jobs")} value={Object.values(totals.jobs).reduce((sum, each) => sum + each, 0)} />
      </Group>
      <div className={classes.charts}>
        <PieFigure
          title={t("admin.stats.jobsByType")}
          counts={countsByText(totals.jobs, jobTypeText)}
          empty={t("admin.stats.noJobs")}
        />
        <PieFigure
          title={t("admin.stats.jobsByStatus")}
          counts={countsByText(totals.jobStatuses, statusText)}
          empty={t("admin.stats.noJobs")}
        />
        {groupByUser !== undefined && (
          <>
            <PieFigure title={t("admin.stats.datasetsByUser")} counts={groupByUser.datasets} />
            <PieFigure title={t("admin.stats.jobsByUser")} counts={groupByUser.jobs} />
          </>
        )}
        {groupByMonth !== undefined && (
          <BarFigure
            title={t("admin.stats.byMonth")}
            keyLabel={t("admin.stats.month")}
            nameOf={formatMonth}
            series={seriesOf(groupByMonth)}
          />
        )}
      </div>
    </>
  );
}

/** Counts by displayed name: several statuses share one. */
function countsByText(
  counted: Readonly<Record<string, number>>,
  textOf: (name: string) => string,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, count] of Object.entries(counted)) counts[textOf(name)] = (counts[textOf(name)] ?? 0) + count;
  return counts;
}

function statusText(name: string): string {
  return name in JobStatus ? jobStatusText(JobStatus[name as keyof typeof JobStatus]) : name;
}

/** "6 months" in the language of the page. */
function rangeText(range: DateRange): string {
  const [count, unit = ""] = range.split(" ");
  return formatSpan(Number(count), unit.replace(/s$/, "") as "day" | "month" | "year");
}

function seriesOf(months: NonNullable<Statistics["groupByMonth"]>): readonly Series[] {
  return [
    { name: t("admin.stats.datasets"), counts: months.datasets },
    { name: t("admin.stats.jobs"), counts: months.jobs },
    { name: t("admin.stats.newUsers"), counts: months.newUsers },
  ];
}

function Total({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <Stack gap={0}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={600}>
        {formatNumber(value)}
      </Text>
    </Stack>
  );
}
