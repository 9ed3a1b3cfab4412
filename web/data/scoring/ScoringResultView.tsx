/** The result of a scoring, one tab per part; in print, all parts are below each other. */
import { Button, Group, Tabs, Text, Title } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import type { ScoredSource, ScoringResult } from "#schemas/wire";
import { slugify } from "#schemas/slug";
import { t } from "../../base/texts/index.ts";
import { ConfusionTable } from "../../ui/tables/ConfusionTable.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { downloadFile } from "../../ui/page/download-file.ts";
import { formatDate } from "../../ui/text/format.ts";
import { toCsv } from "#schemas/csv";
import { type CommonColor, commonColor } from "../common-color.ts";
import { type ErrorFilter, ErrorList } from "./ErrorList.tsx";
import { ClassTable, SummaryPanel } from "./NumberPanels.tsx";
import { type Numbers, numbersOf } from "./numbers.ts";
import classes from "./ScoringPage.module.css";

const CurvePanel = lazyPart(async () => (await import("./CurvePanel.tsx")).CurvePanel);
const SweepPanel = lazyPart(async () => (await import("./SweepPanel.tsx")).SweepPanel);
const SurveyPanel = lazyPart(async () => (await import("./SurveyPanel.tsx")).SurveyPanel);

const tabs = ["survey", "summary", "classes", "confusion", "curves", "sweep", "errors"] as const;
type Tab = (typeof tabs)[number];

export function ScoringResultView({ result }: { readonly result: ScoringResult }) {
  const { survey } = result.scoring;
  const shown = survey === undefined ? tabs.filter((one) => one !== "survey") : tabs;
  const [tab, setTab] = useState<Tab>(shown[0]!);
  const [filter, setFilter] = useState<ErrorFilter>({});
  const { scoring, params, pairs, title, created, creator } = result;
  const panels: Record<Tab, React.ReactNode> = {
    survey: survey && <SurveyPanel result={result} survey={survey} />,
    summary: <SummaryPanel numbers={scoring.summary} iou={params.iouThreshold} />,
    classes: (
      <ClassTable classes={scoring.classes} iou={params.iouThreshold} colorOf={(type) => colorIn(result, type)} />
    ),
    confusion: (
      <ConfusionTable
        {...scoring.confusion}
        none={t("scoring.type.none")}
        label={t("scoring.tab.confusion")}
        hint={t("scoring.confusionHint")}
        errors={{
          nameOf: (truth, computed, count) => t("scoring.confusion.cell", { truth, computed, count }),
          open(truthType, computedType) {
            setFilter({ truthType, computedType });
            setTab("errors");
          },
        }}
      />
    ),
    curves: <CurvePanel curves={scoring.curves} />,
    sweep: <SweepPanel result={result} />,
    errors: <ErrorList {...{ result, filter }} onFilter={setFilter} />,
  };
  return (
    <article aria-label={title}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div>
          <Title order={1}>{title}</Title>
          <Text c="dimmed" fz="sm">
            {formatDate(created)} · {creator} · {t("scoring.result.pairs", { count: pairs.length })}
          </Text>
        </div>
        <Group gap="xs" className={classes.actions ?? ""}>
          <Download label={t("scoring.export.json")} onClick={() => downloadJson(result)} />
          <Download label={t("scoring.export.csv")} onClick={() => downloadCsv(result)} />
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPrinter size={15} stroke={1.75} />}
            onClick={() => print()}
          >
            {t("scoring.print")}
          </Button>
        </Group>
      </Group>
      <ul className={classes.pairs}>
        {pairs.map(({ computed, truth }, at) => (
          <li key={at}>{t("scoring.result.pair", { computed: sourceText(computed), truth: sourceText(truth) })}</li>
        ))}
      </ul>
      <Tabs
        value={tab}
        activateTabWithKeyboard={false}
        onChange={(value) => setTab(tabs.find((one) => one === value) ?? "summary")}
      >
        <Tabs.List aria-label={t("scoring.tabs")} className={classes.tabs ?? ""}>
          {shown.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`scoring.tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((one) => {
          const part = (
            <>
              <Title order={2} fz="md" className={classes.printed ?? ""}>
                {t(`scoring.tab.${one}`)}
              </Title>
              {panels[one]}
            </>
          );
          return one === tab ? (
            <Tabs.Panel key={one} value={one} className={classes.panel ?? ""}>
              {part}
            </Tabs.Panel>
          ) : (
            <section key={one} className={classes.printed}>
              {part}
            </section>
          );
        })}
      </Tabs>
    </article>
  );
}

function Download({ label, onClick }: { readonly label: string; onClick(): void }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.75} />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function sourceText({ name, set, revision }: ScoredSource): string {
  return set === ""
    ? t("scoring.result.default", { name, revision })
    : t("scoring.result.set", { name, set, revision });
}

function colorIn({ pairs, typeColors = {} }: ScoringResult, type: string): CommonColor {
  const ids = new Set(pairs.flatMap(({ computed, truth }) => [computed.datasetId, truth.datasetId]));
  const colors = [...ids].map((id) => new Map(Object.entries(typeColors[id] ?? {})).get(type));
  return commonColor(type, colors);
}

const fileName = ({ title, created }: ScoringResult, ending: string): string =>
  slugify(`scoring ${title} ${created.slice(0, 10)}${ending}`);

function downloadJson(result: ScoringResult): void {
  const content = new Blob([JSON.stringify(result, null, 2)], { type: "application/json" });
  downloadFile({ name: fileName(result, ".json"), content });
}

const estimateColumns = ["count", "precision", "recall"].flatMap((name) =>
  ["estimate", "low", "high"].map((part) => `survey ${name} ${part}`),
);

/** One overall row, then one per type; columns are named as in the API. */
function downloadCsv(result: ScoringResult): void {
  const { summary, classes: types, survey } = result.scoring;
  const iou = result.params.iouThreshold;
  const keys = numbersOf(summary, iou).map(({ key }) => key);
  const rowOf = (numbers: Numbers): (string | number)[] => {
    const known = new Map(numbersOf(numbers, iou).map(({ key, value }) => [key, value]));
    return keys.map((key) => known.get(key) ?? "");
  };
  const estimates = new Map((survey?.rows ?? []).map((row) => [row.type, row]));
  const limits = (type?: string): (string | number)[] => {
    if (survey === undefined) return [];
    const { count, precision, recall } = estimates.get(type) ?? {};
    return [count, precision, recall].flatMap((one) => [one?.value ?? "", one?.low ?? "", one?.high ?? ""]);
  };
  const rows = [
    ["type", ...keys, ...(survey === undefined ? [] : estimateColumns)],
    ["(all)", ...rowOf(summary), ...limits()],
    ...types.map((one) => [one.type, ...rowOf(one), ...limits(one.type)]),
  ];
  downloadFile({ name: fileName(result, ".csv"), content: new Blob([toCsv(rows)], { type: "text/csv" }) });
}
