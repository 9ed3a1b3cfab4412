/**
 * Review: detections of many datasets as pictures, `/review?datasetIds=a,b[&set=...]`. Each page is a grid of chips
 * that the user confirms, retypes or removes, mostly by keys; all changes are saved together.
 */
import { Alert, Anchor, Badge, Button, CloseButton, Group, Loader, Text, Title } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconEye } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { formatNumber } from "../../ui/text/format.ts";
import { DatasetField } from "../DatasetField.tsx";
import { EmptyList } from "../EmptyList.tsx";
import { ChipGrid, DigitTypes } from "./ChipGrid.tsx";
import { datasetName } from "./dataset-name.ts";
import type { Review } from "./review.ts";
import { ReviewBar } from "./ReviewBar.tsx";
import classes from "./Review.module.css";
import { useReviewPage } from "./use-review-page.ts";
import { statusProps } from "../../ui/page/announce.ts";

/** Up to this many datasets are listed by name. */
const maxNamed = 8;

export default function ReviewPage() {
  const [search] = useSearchParams();
  // Changes belong to one set.
  const set = search.get("set") ?? "";
  return <ReviewOfSet key={set} set={set} />;
}

function ReviewOfSet({ set }: { readonly set: string }) {
  useSignals();
  usePageTitle(t("review.title"));
  const page = useReviewPage(set);
  const { problems } = page.review;
  return (
    <div className={classes.page}>
      <Group px="md" pt="sm" gap="xs">
        <Title order={1} me="sm">
          {t("review.title")}
        </Title>
        <ReviewedDatasets page={page} />
      </Group>
      {problems.value.length > 0 && (
        <Alert mx="md" mt={8} p={8} color="yellow" icon={<IconAlertTriangle size={16} />}>
          {problems.value.map(({ datasetId, problem, name = datasetName(page.review, page.datasetIds, datasetId) }) => (
            <div key={`${datasetId} ${name}`}>{t(`review.problem.${problem}`, { name })}</div>
          ))}
        </Alert>
      )}
      {page.datasetIds.length === 0 ? (
        <EmptyList
          icon={<IconEye stroke={1.25} />}
          title={t("review.empty.title")}
          text={t("review.empty.text")}
          guide="review"
          browse={t("browse.selectDatasets")}
        />
      ) : (
        <ReviewedChips page={page} />
      )}
    </div>
  );
}

interface PartProps {
  readonly page: ReturnType<typeof useReviewPage>;
}

function ReviewedDatasets({ page: { datasetIds, openDatasets, review } }: PartProps) {
  useSignals();
  return (
    <>
      {datasetIds.slice(0, maxNamed).map((id) => (
        <Badge
          key={id}
          variant="light"
          tt="none"
          rightSection={
            <CloseButton
              size={14}
              aria-label={t("review.datasets.remove", { name: datasetName(review, datasetIds, id) })}
              onClick={() => openDatasets(datasetIds.filter((other) => other !== id))}
            />
          }
        >
          {datasetName(review, datasetIds, id)}
        </Badge>
      ))}
      {datasetIds.length > maxNamed && (
        <Text fz="sm">{t("review.datasets.more", { count: datasetIds.length - maxNamed })}</Text>
      )}
      <DatasetField
        label={t("review.datasets.add")}
        placeholder={t("review.datasets.add")}
        nothing={t("review.datasets.nothing")}
        onChoose={({ _id }) => openDatasets([...new Set([...datasetIds, _id])])}
      />
    </>
  );
}

function ReviewedChips({ page }: PartProps) {
  useSignals();
  const { review, question, grid } = page;
  return (
    <>
      <ReviewBar
        review={review}
        question={question}
        onQuestion={page.ask}
        onLikeness={() => void page.sortByLikeness()}
        onPage={{
          correct: page.markCorrect,
          retype: page.retype,
          remove: page.remove,
          restore: page.restore,
        }}
        onSave={() => void page.save()}
        onDiscard={() => void page.discard()}
      />
      {review.error.value !== undefined && (
        <Alert mx="md" color="red" icon={<IconAlertTriangle size={16} />}>
          {errorText(review.error.value)}{" "}
          <Anchor component="button" fz="sm" onClick={() => void page.tryAgain()}>
            {t("review.again")}
          </Anchor>
        </Alert>
      )}
      <PageOfChips page={page} />
      <Group px="md" py={6} gap="xs" className={classes.footer ?? ""}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={grid.page === 0}
          aria-label={t("browse.page.previous")}
          onClick={() => page.turn(-1)}
        >
          <IconChevronLeft size={15} />
        </Button>
        <Text fz="sm" {...statusProps}>
          {page.total === undefined
            ? t("review.counting")
            : t("review.pageOf", { page: grid.page + 1, pages: formatNumber(grid.pageCount), count: page.total })}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          disabled={grid.page + 1 >= grid.pageCount}
          aria-label={t("browse.page.next")}
          onClick={() => page.turn(1)}
        >
          <IconChevronRight size={15} />
        </Button>
        <LikenessState review={review} />
        <DigitTypes review={review} />
      </Group>
    </>
  );
}

/** How many chips are sorted by likeness, and to which one; while they are compared, how far that is. */
function LikenessState({ review }: { readonly review: Review }) {
  useSignals();
  const likeness = review.likeness.state.value;
  if (likeness === undefined) return null;
  const { to, compared, of, isRunning } = likeness;
  if (isRunning) {
    return (
      <>
        <Text fz="sm" c="dimmed">
          {t("review.likeness.comparing", { compared: formatNumber(compared), count: of })}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => review.likeness.stop()}>
          {t("review.likeness.stop")}
        </Button>
      </>
    );
  }
  const dataset = review.datasets.value.get(to.datasetId)?.name ?? "";
  const total = review.total.value === undefined ? "…" : formatNumber(review.total.value);
  return (
    <Text fz="sm" {...statusProps}>
      {t("review.likeness.sorted", { count: compared, total, track: to.trackId, dataset })}
    </Text>
  );
}

/** The chips of a page, or why there are none. */
function PageOfChips({ page }: PartProps) {
  useSignals();
  const { review, entries, grid } = page;
  if (page.total === 0 && review.error.value === undefined) {
    return <EmptyList icon={<IconEye stroke={1.25} />} title={t("review.nothing")} text={t("review.nothingText")} />;
  }
  if (entries.length === 0 && review.isLoading.value) {
    return (
      <Group m="xl" gap="sm" {...statusProps}>
        <Loader size="sm" />
        <Text>{t("review.loading")}</Text>
      </Group>
    );
  }
  return (
    <ChipGrid
      key={grid.page}
      {...{ review, entries, columns: grid.columns, rows: grid.rows, at: grid.at }}
      onAt={page.moveTo}
      onTurn={page.turn}
      onLike={(entry) => void page.sortByLikeness(entry)}
      onRefused={page.reportReadOnly}
      onRotated={page.reportRotated}
    />
  );
}
