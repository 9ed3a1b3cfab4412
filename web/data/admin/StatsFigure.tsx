/** A chart with its numbers in a table next to it, downloadable as CSV. */
import { BarChart, PieChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { Button, ColorSwatch, Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "../../base/texts/index.ts";
import { formatNumber } from "../../ui/text/format.ts";
import classes from "./AdminPage.module.css";
import { toCsv } from "#schemas/csv";

export interface Series {
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
}

const piePx = 300;
const barWidthPx = 800;
const barHeightPx = 400;
const colors = ["wake.5", "orange.5", "grape.5", "green.5", "pink.5", "blue.5", "yellow.5", "violet.5", "gray.5"];

interface PieFigureProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly empty?: string;
}

export function PieFigure({ title, counts, empty = t("admin.stats.nothing") }: PieFigureProps) {
  const slices = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a);
  if (slices.length === 0) return <EmptyFigure title={title} text={empty} />;
  const data = slices.map(([name, value], index) => ({
    name,
    value,
    color: colors[index % colors.length] ?? "gray.5",
  }));
  return (
    <Figure
      title={title}
      head={[title, t("admin.stats.count")]}
      rows={slices.map(([name, value]) => [name, value])}
      colors={data.map(({ color }) => color)}
    >
      <PieChart
        data={data}
        w={piePx}
        h={piePx}
        size={piePx - 40}
        withTooltip
        // Gap between slices; a single one has no edge.
        strokeWidth={data.length === 1 ? 0 : 1}
        tooltipDataSource="segment"
        pieProps={{ rootTabIndex: -1 }}
        pieChartProps={{ accessibilityLayer: false }}
      />
    </Figure>
  );
}

interface BarFigureProps {
  readonly title: string;
  readonly keyLabel: string;
  /** Display name of a key; sorting and CSV use the key itself. */
  nameOf(key: string): string;
  readonly series: readonly Series[];
}

export function BarFigure({ title, keyLabel, nameOf, series }: BarFigureProps) {
  const names = [...new Set(series.flatMap(({ counts }) => Object.keys(counts)))].toSorted();
  if (names.length === 0) return <EmptyFigure title={title} text={t("admin.stats.nothing")} />;
  const rows = names.map((name) => [name, ...series.map(({ counts }) => counts[name] ?? 0)]);
  const data = names.map((name) => ({
    name: nameOf(name),
    ...Object.fromEntries(series.map((each) => [each.name, each.counts[name] ?? 0])),
  }));
  return (
    <Figure title={title} head={[keyLabel, ...series.map(({ name }) => name)]} rows={rows} nameOf={nameOf}>
      <BarChart
        data={data}
        dataKey="name"
        w={barWidthPx}
        h={barHeightPx}
        withLegend
        // Counts are integers.
        yAxisProps={{ allowDecimals: false }}
        barChartProps={{ accessibilityLayer: false }}
        series={series.map(({ name }, index) => ({ name, color: colors[index % colors.length] ?? "gray.5" }))}
      />
    </Figure>
  );
}

interface FigureProps {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** Colors of the rows, if the chart has no legend. */
  readonly colors?: readonly string[];
  /** Display name of the row, in its first cell. */
  nameOf?(key: string): string;
  readonly children: ReactNode;
}

function Figure({ title, head, rows, colors: ofRows, nameOf = String, children }: FigureProps) {
  const name = t("admin.stats.table", { chart: title });
  return (
    <Stack gap="xs" component="section" aria-label={title} maw="100%">
      <Group justify="space-between">
        <Title order={2} fz="sm">
          {title}
        </Title>
        <Button
          component="a"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(toCsv([head, ...rows]))}`}
          download={`${title}.csv`}
          size="compact-xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
          aria-label={t("admin.stats.csvOf", { chart: title })}
        >
          {t("admin.stats.csv")}
        </Button>
      </Group>
      {/* The table says the same to those who do not see it. */}
      <div className={classes.figure}>
        <div className={classes.chart} aria-hidden>
          {children}
        </div>
        <Table w="auto" miw={180} fz="xs" aria-label={name} withRowBorders={false} verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              {head.map((cell, index) => (
                <Table.Th key={cell} {...(index > 0 && { ta: "right" })}>
                  {cell}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, at) => (
              <Table.Tr key={String(row[0])}>
                {row.map((cell, index) => (
                  // Columns have no unique name.
                  // oxlint-disable-next-line react/no-array-index-key
                  <Table.Td key={index} {...(typeof cell === "number" && { ta: "right" })}>
                    {index === 0 && ofRows !== undefined && <Swatch color={ofRows[at] ?? ""} />}
                    {typeof cell === "number" ? formatNumber(cell) : nameOf(cell)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Stack>
  );
}

function Swatch({ color }: { readonly color: string }) {
  const [name, shade] = color.split(".");
  return (
    <ColorSwatch
      component="span"
      size={9}
      mr={6}
      withShadow={false}
      display="inline-block"
      color={`var(--mantine-color-${name}-${shade})`}
      aria-hidden
    />
  );
}

function EmptyFigure({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2} fz="sm">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Stack>
  );
}
