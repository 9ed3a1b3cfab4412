/** Counts with error bars: the frames to look at, and the numbers of all frames estimated from them. */
import { Anchor, Button, Group, NumberInput, Stack, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { Link } from "react-router";
import { framesLeft } from "#core/survey/frames-left";
import type { ScoringEstimate, ScoringResult } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { useSubmission } from "../../features/use-submission.ts";
import { refreshTasks } from "../../queries/tasks.ts";
import { statusProps } from "../../ui/page/announce.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { formatNumber } from "../../ui/text/format.ts";
import classes from "./ScoringPage.module.css";

/** Half the width of the interval of the count. */
const defaultTargetPercent = 10;

interface SurveyPanelProps {
  readonly result: ScoringResult;
  readonly survey: NonNullable<ScoringResult["scoring"]["survey"]>;
}

export function SurveyPanel({ result, survey }: SurveyPanelProps) {
  const [targetPercent, setTargetPercent] = useState<number | string>(defaultTargetPercent);
  const { frames, drawn, rows, pairs } = survey;
  // The field may be empty.
  const target = (Number(targetPercent) || defaultTargetPercent) / 100;
  const left = framesLeft(rows[0]!.count, { frames, drawn }, target);
  return (
    <Stack gap="sm" mt="sm">
      <Text fz="sm">{t("scoring.survey.hint", { drawn, frames })}</Text>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("scoring.tab.survey")}>
        <Table fz="xs" verticalSpacing={4} horizontalSpacing={8} aria-label={t("scoring.survey.table")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("scoring.type")}</Table.Th>
              <Table.Th ta="right">{t("scoring.survey.count")}</Table.Th>
              <Table.Th ta="right">{t("scoring.precision")}</Table.Th>
              <Table.Th ta="right">{t("scoring.recall")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ type, count, precision, recall }) => (
              <Table.Tr key={type ?? ""}>
                <Table.Th scope="row" className={classes.rowName ?? ""}>
                  {type ?? t("scoring.type.all")}
                </Table.Th>
                <Interval estimate={count} digits={0} />
                <Interval estimate={precision} digits={3} />
                <Interval estimate={recall} digits={3} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Group gap="sm" align="flex-end">
        <NumberInput
          size="xs"
          w={180}
          label={t("scoring.survey.target")}
          min={1}
          max={100}
          suffix=" %"
          value={targetPercent}
          onChange={setTargetPercent}
        />
        <Text fz="sm" {...statusProps}>
          {left === 0 ? t("scoring.survey.enough") : t("scoring.survey.left", { count: left, size: drawn + left })}
        </Text>
      </Group>
      {pairs.map((ranges, pair) => (
        <FramesToLookAt key={pair} {...{ result, pair, ranges }} />
      ))}
    </Stack>
  );
}

function Interval({ estimate, digits }: { readonly estimate: ScoringEstimate | undefined; readonly digits: number }) {
  const text = (value: number): string => formatNumber(value, digits);
  return (
    <Table.Td ta="right" className={classes.number ?? ""}>
      {estimate === undefined
        ? "–"
        : t("scoring.survey.interval", {
            value: text(estimate.value),
            low: text(estimate.low),
            high: text(estimate.high),
          })}
    </Table.Td>
  );
}

interface FramesToLookAtProps {
  readonly result: ScoringResult;
  readonly pair: number;
  /** First and last frames. */
  readonly ranges: readonly (readonly number[])[];
}

/** Turns the drawn frames of a pair into a task of the user. */
function FramesToLookAt({ result, pair, ranges }: FramesToLookAtProps) {
  const [isCreated, setCreated] = useState(false);
  const { isBusy, failure, send } = useSubmission();
  const { truth } = result.pairs[pair]!;
  const count = ranges.reduce((sum, [first = 0, last = first]) => sum + last - first + 1, 0);
  const { login } = requireUser();
  const create = async (): Promise<void> => {
    await send(async () => {
      await api.call("task.create", {
        body: {
          datasetIds: [truth.datasetId],
          assignees: [login],
          instructions: t("scoring.survey.instructions"),
          ranges: ranges.map((range) => [...range]),
          ...(truth.set !== "" && { set: truth.set }),
        },
      });
      setCreated(true);
      void refreshTasks();
      notifications.show({ color: "teal", message: t("scoring.survey.created", { count }) });
      return "open";
    });
  };
  return (
    <section>
      <Group gap="sm">
        <Text fz="sm">{t("scoring.survey.frames", { count, name: truth.name })}</Text>
        <Button
          size="compact-xs"
          variant="default"
          loading={isBusy}
          disabled={count === 0 || isCreated}
          onClick={() => void create()}
        >
          {t("scoring.survey.task", { name: truth.name })}
        </Button>
        {isCreated && (
          <Anchor component={Link} to="/my-work" fz="sm">
            {t("scoring.survey.work")}
          </Anchor>
        )}
      </Group>
      {failure !== undefined && <ErrorAlert text={failure} />}
      <details>
        <Text component="summary" fz="xs" c="dimmed">
          {t("scoring.survey.numbers")}
        </Text>
        <Text fz="xs">{ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(", ")}</Text>
      </details>
    </section>
  );
}
