/**
 * Compares annotations with the truth: `/scoring?datasetIds=a,b` proposes pairs of these datasets, `&result=dataset.result`
 * shows a result.
 */
import { ActionIcon, Anchor, Button, Table, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowLeft, IconTarget, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { Job, ScoringEntry } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { queryClient } from "../../queries/query-client.ts";
import { refreshScorings, scoringQuery, scoringsQuery } from "../../queries/scorings.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { formatDate } from "../../ui/text/format.ts";
import { Tip } from "../../ui/tips/Tip.tsx";
import { EmptyList } from "../EmptyList.tsx";
import { ListAnswer } from "../ListAnswer.tsx";
import { shareText } from "./numbers.ts";
import { ScoringForm } from "./ScoringForm.tsx";
import { ScoringResultView } from "./ScoringResultView.tsx";
import classes from "./ScoringPage.module.css";
import { showError } from "../../features/show-error.ts";

export default function ScoringPage() {
  const [search, setSearch] = useSearchParams();
  const datasetIds = [...new Set((search.get("datasetIds") ?? "").split(",").filter((id) => id !== ""))];
  const [datasetId = "", resultId = ""] = (search.get("result") ?? "").split(".");
  usePageTitle(t("scoring.title"));
  const addressWith = (ids: readonly string[], result?: string): string => {
    const query = new URLSearchParams();
    if (ids.length > 0) query.set("datasetIds", ids.join(","));
    if (result !== undefined) query.set("result", result);
    return query.toString();
  };
  const show = (entry: ScoringEntry): string => `?${addressWith(datasetIds, `${entry.datasetId}.${entry._id}`)}`;
  const showResultOf = async (job: Job): Promise<void> => {
    await refreshScorings();
    const entries = await queryClient.fetchQuery(scoringsQuery(job.dataset_id === undefined ? [] : [job.dataset_id]));
    const entry = entries.find(({ jobId }) => jobId === job._id);
    if (entry !== undefined) setSearch(new URLSearchParams(show(entry)));
  };
  if (resultId !== "") {
    return (
      <div className={classes.page}>
        <Button
          className={classes.back ?? ""}
          component={Link}
          to={`?${addressWith(datasetIds)}`}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowLeft size={15} stroke={1.75} />}
        >
          {t("scoring.back")}
        </Button>
        <Result {...{ datasetId, resultId }} />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <Title order={1}>{t("scoring.title")}</Title>
      <Text c="dimmed" fz="sm">
        {t("scoring.intro")}
      </Text>
      <ScoringForm
        datasetIds={datasetIds}
        onAdd={(id) => setSearch(addressWith([...new Set([...datasetIds, id])]))}
        onDone={(job) => void showResultOf(job)}
      />
      <Results datasetIds={datasetIds} addressOf={show} />
    </div>
  );
}

interface ResultsProps {
  readonly datasetIds: readonly string[];
  addressOf(entry: ScoringEntry): string;
}

function Results({ datasetIds, addressOf }: ResultsProps) {
  return (
    <section aria-label={t("scoring.results")}>
      <Title order={2} fz="md" mt="md" mb={4}>
        {t("scoring.results")}
      </Title>
      <ListAnswer of={useQuery(scoringsQuery(datasetIds))}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyList
              icon={<IconTarget stroke={1.25} />}
              title={t("scoring.results.empty")}
              text={t("scoring.results.emptyText")}
              guide="scoring"
              browse={t("browse.selectDatasets")}
            />
          ) : (
            <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("scoring.results")}>
              <Table fz="sm" highlightOnHover aria-label={t("scoring.results")}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t("scoring.column.title")}</Table.Th>
                    <Table.Th>{t("scoring.column.created")}</Table.Th>
                    <Table.Th>{t("scoring.column.creator")}</Table.Th>
                    {[
                      t("scoring.column.precision"),
                      t("scoring.column.recall"),
                      "F1",
                      "mAP",
                      "MOTA",
                      "IDF1",
                      "HOTA",
                    ].map((name) => (
                      <Table.Th key={name} ta="right">
                        {name}
                      </Table.Th>
                    ))}
                    <Table.Td w={40} />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {entries.map((entry) => (
                    <ResultRow key={entry._id} entry={entry} address={addressOf(entry)} />
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )
        }
      </ListAnswer>
    </section>
  );
}

/** In the order of the columns. */
const listedNumbers = ["precision", "recall", "f1", "map", "mota", "idf1", "hota"] as const;

function ResultRow({ entry, address }: { readonly entry: ScoringEntry; readonly address: string }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={address} fz="sm" aria-label={t("scoring.open", { title: entry.title })}>
          {entry.title}
        </Anchor>
      </Table.Td>
      <Table.Td c="dimmed">{formatDate(entry.created)}</Table.Td>
      <Table.Td c="dimmed">{entry.creator}</Table.Td>
      {listedNumbers.map((name) => (
        <Table.Td key={name} ta="right" className={classes.number ?? ""}>
          {shareText(entry.numbers[name])}
        </Table.Td>
      ))}
      <Table.Td>
        <Tip label={t("scoring.delete", { title: entry.title })}>
          <ActionIcon
            size="sm"
            aria-label={t("scoring.delete", { title: entry.title })}
            onClick={() => void deleteResult(entry)}
          >
            <IconTrash size={15} stroke={1.6} />
          </ActionIcon>
        </Tip>
      </Table.Td>
    </Table.Tr>
  );
}

async function deleteResult({ _id, datasetId, datasetName, title }: ScoringEntry): Promise<void> {
  const isSure = await confirmDialog({
    title: t("scoring.delete.title"),
    text: t("scoring.delete.text", { title, dataset: datasetName }),
    positive: t("common.delete"),
    danger: true,
  });
  if (!isSure) return;
  try {
    await api.call("dataset.deleteScoring", { id: datasetId, resultId: _id });
    notifications.show({ color: "teal", message: t("scoring.deleted") });
  } catch (error) {
    showError(error);
  }
  await refreshScorings();
}

function Result({ datasetId, resultId }: { readonly datasetId: string; readonly resultId: string }) {
  const answer = useQuery(scoringQuery(datasetId, resultId));
  return <ListAnswer of={answer}>{(result) => <ScoringResultView key={resultId} result={result} />}</ListAnswer>;
}
