/** Compares what is shown with another set or revision, or with a clone: choosing it, and what differs. */

import { Button, Progress, Select, Tabs, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { errorText } from "../../api/errors.ts";
import { defaultSetName } from "../../base/annotation-set.ts";
import { t } from "../../base/texts/index.ts";
import { annotationSetsQuery, cloneFamilyQuery, revisionPagesQuery } from "../../queries/annotations.ts";
import type { ComparedWith } from "../../session/comparison.ts";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { formatDate } from "../../ui/format.ts";
import { useViewer } from "../viewer-context.ts";
import { AgreementNumbers } from "./AgreementNumbers.tsx";
import classes from "./Compare.module.css";
import { Differences } from "./Differences.tsx";

export function Compare() {
  useSignals();
  const { comparison, workspace } = useViewer();
  useEffect(() => comparison.show(), [comparison]);
  const { address } = workspace.active.value.document.value;
  const { datasetId } = address;
  const state = comparison.state.value;
  const sets = useQuery(annotationSetsQuery(datasetId));
  const revisions = useInfiniteQuery(revisionPagesQuery(datasetId));
  const shownSet = address.setName ?? defaultSetName;
  const setChoices = [defaultSetName, ...(sets.data ?? [])]
    .filter((name) => name !== shownSet || address.revision !== undefined)
    .map((name) => ({ value: valueOf({ setName: name, revision: undefined }), label: setLabel(name) }));
  const seen = new Set<number>();
  const revisionChoices = (revisions.data?.pages.flatMap(({ reply }) => reply) ?? [])
    .filter(({ revision }) => revision !== address.revision && !seen.has(revision) && seen.add(revision))
    .map(({ revision, description, set, created }) => ({
      value: valueOf({ setName: set ?? defaultSetName, revision }),
      label: revisionLabel(revision, set ?? defaultSetName, description, formatDate(created)),
    }));
  const family = useQuery(cloneFamilyQuery(datasetId));
  const cloneChoices = (family.data ?? []).map(({ id, name }) => ({
    value: valueOf({ datasetId: id, setName: undefined, revision: undefined }),
    label: t("compare.cloneOf", { name }),
  }));
  const choiceCount = setChoices.length + revisionChoices.length + cloneChoices.length;
  const chosen = state.kind === "none" ? null : valueOf(state.other);
  const failure = sets.error ?? revisions.error ?? family.error;
  return (
    <div className={classes.panel}>
      <Text c="dimmed">{t("compare.hint")}</Text>
      <Select
        mt="xs"
        size="xs"
        label={t("compare.with")}
        placeholder={t("compare.choose")}
        clearable
        clearButtonProps={{ "aria-label": t("compare.end") }}
        disabled={choiceCount === 0}
        data={[
          { group: t("compare.sets"), items: setChoices },
          { group: t("compare.clones"), items: cloneChoices },
          { group: t("compare.revisions"), items: revisionChoices },
        ].filter(({ items }) => items.length > 0)}
        value={chosen}
        onChange={(value) => {
          if (value === null) comparison.end();
          else void comparison.begin(JSON.parse(value) as ComparedWith);
        }}
      />
      {revisions.hasNextPage && (
        <Button
          mt={4}
          size="compact-xs"
          variant="subtle"
          loading={revisions.isFetchingNextPage}
          onClick={() => void revisions.fetchNextPage()}
        >
          {t("compare.older")}
        </Button>
      )}
      {failure !== null && <ErrorAlert title={t("compare.choicesFailed")} text={errorText(failure)} />}
      {sets.isSuccess && revisions.isSuccess && family.isSuccess && choiceCount === 0 && (
        <Text mt="sm">{t("compare.nothingToCompare")}</Text>
      )}
      {state.kind === "loading" && (
        <Progress mt="sm" value={Math.max(4, state.share * 100)} aria-label={t("compare.loading")} />
      )}
      {state.kind === "failed" && (
        <ErrorAlert
          title={t("compare.failed")}
          text={errorText(state.error)}
          action={{ label: t("common.retry"), onClick: () => void comparison.begin(state.other) }}
        />
      )}
      {state.kind === "ready" && comparison.other !== undefined && (
        <Tabs defaultValue="tracks" mt="xs" keepMounted={false}>
          <Tabs.List aria-label={t("compare.views")}>
            <Tabs.Tab value="tracks">{t("compare.tabTracks")}</Tabs.Tab>
            <Tabs.Tab value="numbers">{t("compare.tabNumbers")}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="tracks">
            <Differences state={state} />
          </Tabs.Panel>
          <Tabs.Panel value="numbers">
            <AgreementNumbers other={comparison.other} />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  );
}

/** The default set has no name on the wire. */
function valueOf({ datasetId, setName, revision }: ComparedWith): string {
  return JSON.stringify({
    ...(datasetId !== undefined && { datasetId }),
    ...(setName !== undefined && setName !== defaultSetName && { setName }),
    ...(revision !== undefined && { revision }),
  });
}

function setLabel(name: string): string {
  return t("compare.newestOf", { name });
}

function revisionLabel(revision: number, name: string, description: string, created: string): string {
  return name === defaultSetName
    ? t("compare.revision", { revision, description, created })
    : t("compare.revisionOfSet", { revision, name, description, created });
}
