/** The state of the site: services, disks, queues, workers, versions. */
import { Badge, Button, Group, Progress, SimpleGrid, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Health } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { Answer } from "../../features/Answer.tsx";
import { healthQuery } from "../../queries/site-admin.ts";
import { formatBytes, formatDate, formatNumber } from "../../ui/text/format.ts";
import listClasses from "../ListPage.module.css";
import classes from "./AdminPage.module.css";
import { statusProps } from "../../ui/page/announce.ts";

const everyMs = 10_000;
/** Warn when less than this share of a disk is free. */
const lowShare = 0.1;

export function HealthTab() {
  const health = useQuery({ ...healthQuery, refetchInterval: everyMs, staleTime: 0 });
  return (
    <div className={classes.form}>
      <Stack gap="md" maw={980}>
        <Group>
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} stroke={1.75} />}
            disabled={health.isFetching}
            onClick={() => void health.refetch()}
          >
            {t("site.health.refresh")}
          </Button>
        </Group>
        <Answer of={health} waiting={<Waiting />}>
          {(facts) => <Facts health={facts} />}
        </Answer>
      </Stack>
    </div>
  );
}

/** As many placeholder cards as there will be, in their final height. */
function Waiting() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" {...statusProps} aria-label={t("common.loading")}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} h={110} radius="md" />
      ))}
    </SimpleGrid>
  );
}

function Facts({ health }: { readonly health: Health }) {
  const { database, files, memoryBytes, started, versions } = health;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Card title={t("site.health.server")}>
          <Text>{t("site.health.version", { version: versions.wakeline, api: versions.api })}</Text>
          <Text c="dimmed">{t("site.health.node", { node: versions.node, schema: versions.schema })}</Text>
          <Text c="dimmed">
            {t("site.health.since", { since: formatDate(started), memory: formatBytes(memoryBytes) })}
          </Text>
        </Card>
        <Card title={t("site.health.storage")} part={files}>
          <Space free={files.free} total={files.total} />
        </Card>
        <Card title={t("site.health.database")} part={database} />
        <Card title={t("site.health.mail")}>
          <CheckMark is={health.sendsMail} otherwise={t("site.health.noMail")} />
        </Card>
        <Card title={t("site.health.video")}>
          <CheckMark is={health.convertsVideo} otherwise={t("site.health.noVideo")} />
        </Card>
        <Card title={t("site.health.training")}>
          <CheckMark is={health.trains} otherwise={t("site.health.noTraining")} />
        </Card>
      </SimpleGrid>
      <Queues queues={health.queues} />
      <Workers workers={health.workers} />
    </>
  );
}

interface CardProps {
  readonly title: string;
  readonly part?: Health["database"];
  readonly children?: ReactNode;
}

function Card({ title, part, children }: CardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2}>{title}</Title>
        {part !== undefined && (
          <Badge size="sm" tt="none" variant="light" color={part.answerMs === null ? "red" : "teal"}>
            {part.answerMs === null
              ? t("site.health.silent")
              : t("site.health.answers", { ms: formatNumber(Math.ceil(part.answerMs), 0) })}
          </Badge>
        )}
      </Group>
      {part !== undefined && <Text c="dimmed">{kindName(part.kind)}</Text>}
      {children}
    </section>
  );
}

const kinds = ["disk", "s3", "sqlite", "postgres"] as const;
function kindName(kind: string): string {
  const known = kinds.find((one) => one === kind);
  return known === undefined ? kind : t(`site.health.kind.${known}`);
}

function Space({ free, total }: { readonly free: number | null; readonly total: number | null }) {
  if (free === null || total === null || total === 0) return <Text>{t("site.health.unbounded")}</Text>;
  const isLow = free / total < lowShare;
  const text = t("site.health.free", { free: formatBytes(free), total: formatBytes(total) });
  return (
    <>
      <Progress value={(1 - free / total) * 100} color={isLow ? "red" : "wake"} aria-label={text} />
      <Text>{text}</Text>
      {isLow && <Text c="var(--mantine-color-error)">{t("site.health.low")}</Text>}
    </>
  );
}

function CheckMark({ is, otherwise }: { readonly is: boolean; readonly otherwise: string }) {
  return <Text {...(!is && { c: "dimmed" })}>{is ? t("site.health.on") : otherwise}</Text>;
}

function Queues({ queues }: { readonly queues: Health["queues"] }) {
  return (
    <section className={classes.card} aria-label={t("site.health.queues")}>
      <Title order={2}>{t("site.health.queues")}</Title>
      <Table className={listClasses.table ?? ""} aria-label={t("site.health.queues")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("site.health.queue")}</Table.Th>
            <Table.Th w={90}>{t("site.health.waiting")}</Table.Th>
            <Table.Th w={90}>{t("site.health.running")}</Table.Th>
            <Table.Th w={170}>{t("site.health.oldest")}</Table.Th>
            <Table.Th>{t("site.health.workers")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {queues.map(({ name, waiting, running, oldest, workers }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{waiting}</Table.Td>
              <Table.Td>{running}</Table.Td>
              <Table.Td c="dimmed">{oldest === null ? "" : formatDate(oldest)}</Table.Td>
              <Table.Td {...(workers === 0 && { c: "var(--mantine-color-error)" })}>
                {workers === 0 ? t("site.health.noWorker") : workers}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Workers({ workers }: { readonly workers: Health["workers"] }) {
  return (
    <section className={classes.card} aria-label={t("site.health.workers")}>
      <Title order={2}>{t("site.health.workers")}</Title>
      {workers.length === 0 ? (
        <Text c="var(--mantine-color-error)">{t("site.health.noWorkers")}</Text>
      ) : (
        <Table className={listClasses.table ?? ""} aria-label={t("site.health.workers")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("site.health.worker")}</Table.Th>
              <Table.Th>{t("site.health.serves")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {workers.map(({ name, queues }) => (
              <Table.Tr key={name}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
                <Table.Td c="dimmed">{queues.join(", ")}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
