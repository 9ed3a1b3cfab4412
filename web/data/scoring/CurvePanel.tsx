/** A precision-recall curve and the ROC, overall or of one type, with a table next to it. */
import { Select, Table, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { ScoringResult } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatFixed } from "../../base/texts/numbers.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { LineChart } from "./LineChart.tsx";
import { shareText } from "./numbers.ts";
import classes from "./ScoringPage.module.css";

type Curve = ScoringResult["scoring"]["curves"][number];

export function CurvePanel({ curves }: { readonly curves: readonly Curve[] }) {
  const [at, setAt] = useState(0);
  const curve = curves[at] ?? curves[0];
  const nameOf = ({ type }: Pick<Curve, "type">): string => type ?? t("scoring.type.all");
  return (
    <>
      <Select
        size="xs"
        maw={260}
        my="xs"
        label={t("scoring.curve.of")}
        allowDeselect={false}
        data={curves.map((one, index) => ({ value: String(index), label: nameOf(one) }))}
        value={String(at)}
        onChange={(value) => setAt(Number(value))}
      />
      {curve === undefined || curve.recall.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {t("scoring.curve.nothing")}
        </Text>
      ) : (
        <OneCurve curve={curve} name={nameOf(curve)} />
      )}
    </>
  );
}

function OneCurve({ curve, name }: { readonly curve: Curve; readonly name: string }) {
  const rows = curveAtRecalls(curve);
  const points = rows
    .map(({ recall, precision }) =>
      t("scoring.curve.point", { precision: shareText(precision), recall: formatNumber(recall) }),
    )
    .join("; ");
  const { falseRate } = curve;
  return (
    <div className={classes.figure}>
      <LineChart
        label={t("scoring.curve.text", { type: name, points })}
        xName={t("scoring.recall")}
        yName={t("scoring.precision")}
        lines={[{ name, points: curve.recall.map((recall, n) => [recall, curve.precision[n] ?? 0]) }]}
      />
      <div>
        <Title order={3} fz="sm">
          {t("scoring.curve.title")}
        </Title>
        <Table fz="xs" w="auto" verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              {[t("scoring.recall"), t("scoring.precision"), t("scoring.confidence")].map((column) => (
                <Table.Th key={column} ta="right">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ recall, precision, confidence }) => (
              <Table.Tr key={recall}>
                <Table.Td ta="right">{formatFixed(recall, 1)}</Table.Td>
                <Table.Td ta="right">{shareText(precision)}</Table.Td>
                <Table.Td ta="right">{shareText(confidence)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {falseRate !== undefined && (
        <LineChart
          label={t("scoring.curve.roc", { type: name, points: rocPoints(curve.recall, falseRate) })}
          xName={t("scoring.curve.falseRate")}
          yName={t("scoring.recall")}
          lines={[{ name, points: [[0, 0], ...falseRate.map((x, n) => [x, curve.recall[n] ?? 0] as const)] }]}
        />
      )}
    </div>
  );
}

/** The recall at each fifth of the wrong boxes. */
function rocPoints(recall: readonly number[], falseRate: readonly number[]): string {
  return [0.2, 0.4, 0.6, 0.8, 1]
    .map((share) => {
      const at = falseRate.findLastIndex((rate) => rate <= share + 1e-9);
      return t("scoring.curve.rocPoint", { recall: shareText(recall[at] ?? 0), rate: formatNumber(share) });
    })
    .join("; ");
}

interface Reached {
  readonly recall: number;
  readonly precision: number | undefined;
  readonly confidence: number | undefined;
}

/** The highest confidence that reaches each tenth of recall, and the precision there; none where it is not reached. */
function curveAtRecalls({ recall, precision, confidence }: Curve): readonly Reached[] {
  return Array.from({ length: 10 }, (_, step) => {
    const wanted = (step + 1) / 10;
    const at = recall.findIndex((reached) => reached >= wanted - 1e-9);
    return { recall: wanted, precision: precision[at], confidence: confidence[at] };
  });
}
