/** Selects the dataset, set or revision to compare with. */

import { Button, Select, Skeleton, Text } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { errorText } from "../../../api/errors.ts";
import { defaultSetName } from "../../../base/annotation-set.ts";
import { t } from "../../../base/texts/index.ts";
import { annotationSetsQuery, revisionPagesQuery } from "../../../queries/annotations.ts";
import type { ComparedWith } from "../../../session/comparison/comparison.ts";
import { ErrorAlert } from "../../../ui/page/ErrorAlert.tsx";
import { formatDate } from "../../../ui/text/format.ts";
import { revisionWords } from "../revisions/revision-words.ts";
import { useViewer } from "../../viewer-context.ts";
import { ComparedDataset } from "./ComparedDataset.tsx";

export function ComparedChoice() {
  useSignals();
  const { comparison, workspace } = useViewer();
  const { address } = workspace.active.value.document.value;
  const state = comparison.state.value;
  const otherId = state.kind === "none" ? undefined : state.other.datasetId;
  const datasetId = otherId ?? address.datasetId;
  const isOwn = datasetId === address.datasetId;
  const sets = useQuery(annotationSetsQuery(datasetId));
  const revisions = useInfiniteQuery(revisionPagesQuery(datasetId));
  const shownSet = address.setName ?? defaultSetName;
  const setChoices = [defaultSetName, ...(sets.data ?? [])]
    .filter((name) => !isOwn || name !== shownSet || address.revision !== undefined)
    .map((name) => ({
      value: valueOf({ setName: name, revision: undefined }),
      label: t("compare.newestOf", { name }),
    }));
  const seen = new Set<number>();
  const revisionChoices = (revisions.data?.pages.flatMap(({ reply }) => reply) ?? [])
    .filter(({ revision }) => (!isOwn || revision !== address.revision) && !seen.has(revision) && seen.add(revision))
    .map(({ revision, description, set, created }) => ({
      value: valueOf({ setName: set ?? defaultSetName, revision }),
      label: revisionLabel(revision, set ?? defaultSetName, revisionWords(description), formatDate(created)),
    }));
  const value = state.kind === "none" ? null : valueOf(state.other);
  // Older than the loaded revisions, or before the first one.
  if (
    state.kind !== "none" &&
    state.other.revision !== undefined &&
    revisionChoices.every((each) => each.value !== value)
  )
    revisionChoices.push({
      value: valueOf(state.other),
      label: t("compare.bareRevision", { revision: state.other.revision }),
    });
  const choiceCount = setChoices.length + revisionChoices.length;
  const failure = sets.error ?? revisions.error;
  return (
    <>
      <ComparedDataset
        ownId={address.datasetId}
        value={otherId}
        onChange={(id) => {
          // For another dataset, users usually want its newest state; the field below offers the others.
          if (id === undefined) comparison.end();
          else void comparison.begin({ datasetId: id, setName: undefined, revision: undefined });
        }}
      />
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
          { group: t("compare.revisions"), items: revisionChoices },
        ].filter(({ items }) => items.length > 0)}
        value={value}
        onChange={(value) => {
          if (value === null) comparison.end();
          else void comparison.begin({ ...(JSON.parse(value) as ComparedWith), datasetId: otherId });
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
      {failure !== null && (
        <ErrorAlert
          title={t("compare.choicesFailed")}
          text={errorText(failure)}
          action={{ label: t("common.retry"), onClick: () => void Promise.all([sets.refetch(), revisions.refetch()]) }}
        />
      )}
      {failure === null && (sets.isPending || revisions.isPending) && <Skeleton h={30} mt="sm" />}
      {sets.isSuccess && revisions.isSuccess && choiceCount === 0 && (
        <Text c="dimmed" mt="sm">
          {t("compare.nothingToCompare")}
        </Text>
      )}
    </>
  );
}

/** Key of an option. The default set has no name on the wire; the dataset is chosen separately. */
function valueOf({ setName, revision }: ComparedWith): string {
  return JSON.stringify({
    ...(setName !== undefined && setName !== defaultSetName && { setName }),
    ...(revision !== undefined && { revision }),
  });
}

function revisionLabel(revision: number, name: string, description: string, created: string): string {
  return name === defaultSetName
    ? t("compare.revision", { revision, description, created })
    : t("compare.revisionOfSet", { revision, name, description, created });
}
