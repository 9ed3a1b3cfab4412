/** The scores at each confidence threshold, the recommended thresholds, and a button that applies them. */
import { Alert, Button, Select, Table, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { ScoringResult } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatFixed } from "../../base/texts/numbers.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { applyFilters } from "./apply-filters.ts";
import { LineChart } from "./LineChart.tsx";
import { shareText } from "./numbers.ts";
import classes from "./ScoringPage.module.css";
import { statusProps } from "../../ui/page/announce.ts";

/** Rows in the table; the line has every point. */
const maxRows = 21;

/** The name of a measure, and its value at each threshold. */
type Column = readonly [name: string, values: readonly number[]];

export function SweepPanel({ result }: { readonly result: ScoringResult }) {
  const { sweep } = result.scoring;
  const [type, setType] = useState("");
  if (sweep === undefined) {
    return (
      <Text fz="sm" c="dimmed" mt="sm">
        {t("scoring.sweep.off")}
      </Text>
    );
  }
  const { thresholds, all, types, recommended } = sweep;
  const scores = (type === "" ? undefined : types[type]) ?? all;
  const columns: readonly Column[] = [
    [t("scoring.precision"), scores.precision],
    [t("scoring.recall"), scores.recall],
    ["F1", scores.f1],
    ...(scores.mota === undefined ? [] : [["MOTA", scores.mota] as const]),
    ...(scores.idf1 === undefined ? [] : [["IDF1", scores.idf1] as const]),
  ];
  const mark = recommended[type === "" ? "default" : type];
  const name = type === "" ? t("scoring.type.all") : type;
  const points = columns
    .map(([column, values]) => {
      const at = values.indexOf(Math.max(...values));
      const [value, threshold] = [shareText(values[at]), formatNumber(thresholds[at] ?? 0)];
      return t("scoring.sweep.point", { name: column, value, threshold });
    })
    .join("; ");
  return (
    <>
      <Select
        size="xs"
        maw={260}
        my="xs"
        label={t("scoring.type")}
        allowDeselect={false}
        data={[
          { value: "", label: t("scoring.type.all") },
          ...Object.keys(types).map((value) => ({ value, label: value })),
        ]}
        value={type}
        onChange={(value) => setType(value ?? "")}
      />
      <div className={classes.figure}>
        <LineChart
          label={t("scoring.sweep.text", { type: name, points })}
          xName={t("scoring.sweep.threshold")}
          lines={columns.map(([column, values]) => ({
            name: column,
            points: values.map((value, at) => [thresholds[at] ?? 0, value] as const),
          }))}
          {...(mark !== undefined && { mark })}
        />
        <Recommended result={result} recommended={recommended} />
      </div>
      <ScoreTable thresholds={thresholds} columns={columns} />
    </>
  );
}

interface RecommendedProps {
  readonly result: ScoringResult;
  /** By type; `default` is for all others. */
  readonly recommended: Readonly<Record<string, number>>;
}

function Recommended({ result, recommended }: RecommendedProps) {
  const [report, setReport] = useState<readonly string[]>([]);
  const estimator = result.params.tracking ? result.params.filterEstimator : "f1";
  return (
    <section>
      <Title order={3} fz="sm">
        {t("scoring.sweep.recommended")}
      </Title>
      <Text fz="xs" c="dimmed" maw={320} mb={6}>
        {t("scoring.sweep.recommendedHint", { estimator: t(`scoring.estimator.${estimator}`) })}
      </Text>
      <Table fz="sm" w="auto" verticalSpacing={2} aria-label={t("scoring.sweep.recommended")}>
        <Table.Tbody>
          {Object.entries(recommended).map(([key, value]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{key === "default" ? t("scoring.sweep.others") : key}</Table.Th>
              <Table.Td ta="right">{formatFixed(value, 2)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button
        mt="xs"
        size="compact-sm"
        disabled={Object.keys(recommended).length === 0}
        className={classes.actions ?? ""}
        onClick={() => void applyFilters(result, recommended).then(setReport)}
      >
        {t("scoring.sweep.apply")}
      </Button>
      {report.length > 0 && (
        <Alert mt="xs" color="blue" {...statusProps} maw={420}>
          {report.map((line) => (
            <Text key={line} fz="sm">
              {line}
            </Text>
          ))}
        </Alert>
      )}
    </section>
  );
}

interface ScoreTableProps {
  readonly thresholds: readonly number[];
  readonly columns: readonly Column[];
}

function ScoreTable({ thresholds, columns }: ScoreTableProps) {
  const step = Math.max(1, Math.ceil((thresholds.length - 1) / (maxRows - 1)));
  const shown = thresholds.flatMap((threshold, at) => (at % step === 0 ? [{ threshold, at }] : []));
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("scoring.sweep.title")}>
      <Table fz="xs" w="auto" verticalSpacing={2} aria-label={t("scoring.sweep.title")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right">{t("scoring.sweep.threshold")}</Table.Th>
            {columns.map(([column]) => (
              <Table.Th key={column} ta="right">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ threshold, at }) => (
            <Table.Tr key={threshold}>
              <Table.Td ta="right">{formatFixed(threshold, 2)}</Table.Td>
              {columns.map(([column, values]) => (
                <Table.Td key={column} ta="right" className={classes.number ?? ""}>
                  {shareText(values[at])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
