/** The work of people in the datasets of a place: active time, tracks and frames, summed by what the user chooses. */
import { Button, Group, SegmentedControl, Select, Table, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toCsv } from "#schemas/csv";
import type { WorkRow } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { taskWorkQuery } from "../../queries/tasks.ts";
import { downloadFile } from "../../ui/page/download-file.ts";
import { formatNumber, formatSeconds, formatSpan } from "../../ui/text/format.ts";
import { ListAnswer } from "../ListAnswer.tsx";
import classes from "../ListPage.module.css";
import { statusProps } from "../../ui/page/announce.ts";

interface Props {
  readonly folderId: string;
  readonly name: string;
}

/** Days before today. */
const spans = [6, 30, 91, 365] as const;
const groupings = ["person", "day", "task", "type"] as const;
type Grouping = (typeof groupings)[number];

export default function ActivityPart({ folderId, name }: Props) {
  const [days, setDays] = useState<number>(30);
  const [grouping, setGrouping] = useState<Grouping>("person");
  const answer = useQuery(taskWorkQuery(folderId, dayBefore(days)));
  const rows = answer.data ?? [];
  return (
    <div className={classes.scrolled}>
      <Group px="md" pb="sm" gap="sm">
        <Select
          size="xs"
          w={130}
          aria-label={t("team.activity.days")}
          data={spans.map((span) => ({
            value: String(span),
            label: formatSpan(span === 91 ? 92 : span + 1, "day"),
          }))}
          value={String(days)}
          allowDeselect={false}
          onChange={(value) => setDays(Number(value))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t("team.activity.by")}
          value={grouping}
          onChange={setGrouping}
          data={groupings.map((value) => ({
            value,
            label: t(`team.activity.by.${value}`),
          }))}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.75} />}
          disabled={rows.length === 0}
          onClick={() => download(rows, name)}
        >
          {t("team.activity.csv")}
        </Button>
      </Group>
      <ListAnswer of={answer}>
        {(found) => (
          <>
            <Text size="sm" px="md" pb="sm" {...statusProps}>
              {t(found.length === 0 ? "team.activity.none" : "team.activity.about")}
            </Text>
            {found.length > 0 && <Sums rows={found} grouping={grouping} />}
          </>
        )}
      </ListAnswer>
    </div>
  );
}

function Sums({ rows, grouping }: { readonly rows: readonly WorkRow[]; readonly grouping: Grouping }) {
  const sums = [...Map.groupBy(rows, (row) => JSON.stringify([row.login, keyOf(row, grouping)]))].map(([key, some]) => {
    const add = (of: "activeSeconds" | "objects" | "frames") => some.reduce((sum, row) => sum + row[of], 0);
    return {
      key,
      first: some[0]!,
      seconds: add("activeSeconds"),
      objects: add("objects"),
      frames: add("frames"),
    };
  });
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table className={classes.table ?? ""} aria-label={t("team.activity")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("team.agreement.person")}</Table.Th>
            {grouping !== "person" && <Table.Th>{t(`team.activity.by.${grouping}`)}</Table.Th>}
            <Table.Th ta="right">{t("team.activity.time")}</Table.Th>
            <Table.Th ta="right">{t("team.activity.objects")}</Table.Th>
            <Table.Th ta="right">{t("team.activity.frames")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sums.map(({ key, first, seconds, objects, frames }) => (
            <Table.Tr key={key}>
              <Table.Td>{first.login}</Table.Td>
              {grouping !== "person" && <Table.Td>{textOf(first, grouping)}</Table.Td>}
              <Table.Td ta="right">{formatSeconds(seconds)}</Table.Td>
              <Table.Td ta="right">{formatNumber(objects)}</Table.Td>
              <Table.Td ta="right">{formatNumber(frames)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function keyOf({ day, type, taskId, datasetId, set }: WorkRow, grouping: Grouping): unknown {
  if (grouping === "person") return "";
  if (grouping === "day") return day;
  return grouping === "type" ? type : [taskId, datasetId, set];
}

function textOf({ day, type, taskId, datasetName, set }: WorkRow, grouping: Grouping): string {
  if (grouping === "day") return day;
  if (grouping === "type") return type === "" ? t("team.activity.noType") : type;
  const where = [datasetName, set].filter((part) => part !== undefined).join(" · ");
  return taskId === undefined ? t("team.activity.noTask", { name: where }) : where;
}

/** In UTC, as the server counts days. */
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

function download(rows: readonly WorkRow[], name: string): void {
  const columns = ["day", "person", "dataset", "set", "task", "type", "active seconds", "objects", "frames"];
  const cells = rows.map(({ day, login, datasetName, set = "", taskId = "", type, activeSeconds, objects, frames }) => [
    ...[day, login, datasetName, set, taskId, type],
    ...[activeSeconds, objects, frames],
  ]);
  const content = new Blob([`${toCsv([columns, ...cells])}\r\n`], {
    type: "text/csv",
  });
  downloadFile({ name: `${name} activity.csv`, content });
}
