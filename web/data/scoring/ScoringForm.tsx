/** The form of a scoring: pairs and parameters, the start button, and the progress. */
import { Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconPlus, IconTarget } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { defaultScoringParams } from "#core/metrics/scoring-params";
import { hasEnded, JobStatus } from "#schemas/job-status";
import type { Job, ScoringParams } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { cancelJob, isCancellable } from "../../features/jobs/cancel-job.ts";
import { JobProgress } from "../../features/jobs/JobProgress.tsx";
import { jobLogQuery } from "../../queries/jobs.ts";
import { scoringSourcesQuery } from "../../queries/scorings.ts";
import { ErrorAlert } from "../../ui/page/ErrorAlert.tsx";
import { AddDataset } from "./AddDataset.tsx";
import { PairRow } from "./PairRow.tsx";
import { notChosen, type Pair, proposePairs, refusalOf, requestedPairs, withSurveyTruth } from "./pairs.ts";
import { ParamFields } from "./ParamFields.tsx";
import classes from "./ScoringPage.module.css";
import { statusProps } from "../../ui/page/announce.ts";

interface ScoringFormProps {
  readonly datasetIds: readonly string[];
  onAdd(datasetId: string): void;
  /** Called after success. */
  onDone(job: Job): void;
}

export function ScoringForm({ datasetIds, onAdd, onDone }: ScoringFormProps) {
  const { sources, failed, pairs, setPairs, nextId } = usePairs(datasetIds);
  const [params, setParams] = useState<ScoringParams>(defaultScoringParams);
  const [title, setTitle] = useState("");
  const [job, setJob] = useState<Job>();
  const [error, setError] = useState<string>();
  const scoredPairs = params.survey === undefined ? pairs : withSurveyTruth(pairs);
  const refusal = refusalOf(scoredPairs);
  const start = async (): Promise<void> => {
    setError(undefined);
    try {
      const body = { pairs: requestedPairs(scoredPairs), params, ...(title.trim() !== "" && { title: title.trim() }) };
      setJob(await api.call("rpc.score", { body }));
    } catch (reason) {
      setError(errorText(reason));
    }
  };
  return (
    <Stack gap="sm" className={classes.form ?? ""} component="section" aria-label={t("scoring.new")}>
      <Title order={2} fz="md">
        {t("scoring.pairs")}
      </Title>
      {failed !== null && <ErrorAlert text={errorText(failed)} />}
      {pairs.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {t("scoring.noPairs")}
        </Text>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("scoring.pairs")}>
          <Table fz="sm" verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("scoring.computed")}</Table.Th>
                <Table.Td />
                <Table.Th>{t("scoring.truth")}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {pairs.map((pair, at) => (
                <PairRow
                  key={pair.id}
                  {...{ pair, sources, number: at + 1 }}
                  onChange={(changed) => setPairs(pairs.map((one) => (one === pair ? changed : one)))}
                  onRemove={() => setPairs(pairs.filter((one) => one !== pair))}
                />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Group gap="xs">
        <AddDataset onAdd={onAdd} />
        {sources.length > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.75} />}
            onClick={() => setPairs([...pairs, { id: nextId(), computed: notChosen, truth: notChosen }])}
          >
            {t("scoring.pair.add")}
          </Button>
        )}
      </Group>
      <ParamFields {...{ params, title }} onChange={setParams} onTitle={setTitle} />
      <Group gap="sm">
        <Button
          leftSection={<IconTarget size={16} stroke={1.75} />}
          disabled={pairs.length === 0 || refusal !== undefined || (job !== undefined && error === undefined)}
          onClick={() => void start()}
        >
          {t("scoring.start")}
        </Button>
        {refusal !== undefined && (
          <Text fz="sm" c="dimmed" {...statusProps}>
            {t(`scoring.refusal.${refusal.reason}`, { number: refusal.number })}
          </Text>
        )}
      </Group>
      {error !== undefined && <ErrorAlert title={t("scoring.failed")} text={error} />}
      {job !== undefined && (
        <Running
          key={job._id}
          job={job}
          onEnd={(ended) => {
            setJob(undefined);
            if (ended.status === JobStatus.success) onDone(ended);
            else setError(ended.status === JobStatus.canceled ? t("scoring.canceled") : failureOf(ended));
          }}
        />
      )}
    </Stack>
  );
}

const failureOf = ({ log }: Job): string => log?.at(-1)?.trim() || t("scoring.failedText");

/** Shown until the job has ended, whether the page learns that from a message or by polling. */
function Running({ job, onEnd }: { readonly job: Job; onEnd(job: Job): void }) {
  const { data = job } = useQuery({ ...jobLogQuery(job._id), staleTime: 0, refetchInterval: 1000 });
  const end = useEffectEvent(onEnd);
  const isOver = hasEnded(data);
  useEffect(() => {
    if (isOver) end(data);
  }, [isOver, data]);
  return (
    <Stack gap={4} maw={620} {...statusProps}>
      <Group justify="space-between" gap="xs">
        <Text fz="sm">{data.progress?.message || t("scoring.running")}</Text>
        <Group gap="xs">
          {isCancellable(data) && (
            <Button size="compact-xs" variant="default" onClick={() => void cancelJob(data)}>
              {t("scoring.stop")}
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" component={Link} to="/jobs">
            {t("scoring.toJobs")}
          </Button>
        </Group>
      </Group>
      <JobProgress job={data} />
    </Stack>
  );
}

/** The pairs to compare: proposed when datasets are added, then edited by the user. */
function usePairs(datasetIds: readonly string[]) {
  const answers = useQueries({ queries: datasetIds.map((id) => scoringSourcesQuery(id)) });
  const sources = answers.flatMap(({ data }) => data ?? []);
  const failed = answers.find(({ error }) => error !== null)?.error ?? null;
  const isKnown = answers.every(({ isPending }) => !isPending);
  const [pairs, setPairs] = useState<readonly Pair[]>([]);
  const proposed = useRef(new Set<string>());
  const lastId = useRef(0);
  const nextId = (): number => ++lastId.current;
  const propose = useEffectEvent(() => {
    const fresh = sources.filter(({ datasetId }) => !proposed.current.has(datasetId));
    for (const { datasetId } of fresh) proposed.current.add(datasetId);
    const open = pairs.findIndex(({ truth }) => truth.datasetId === "");
    const [only, ...others] = fresh;
    // If a pair still lacks its truth, the new dataset becomes that.
    if (open >= 0 && only !== undefined && others.length === 0 && only.truth === undefined) {
      const truth = { ...notChosen, datasetId: only.datasetId };
      setPairs(pairs.map((pair, at) => (at === open ? { ...pair, truth } : pair)));
    } else if (fresh.length > 0) {
      setPairs([...pairs, ...proposePairs(fresh).map((pair) => ({ ...pair, id: nextId() }))]);
    }
  });
  const known = isKnown ? sources.map(({ datasetId }) => datasetId).join() : "";
  useEffect(() => {
    if (known !== "") propose();
  }, [known]);
  return { sources, failed, pairs, setPairs, nextId };
}
