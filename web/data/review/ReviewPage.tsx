/**
 * Review: detections of many datasets as pictures, `/review?datasetIds=a,b[&set=...]`. Each page is a grid of chips
 * that the user confirms, retypes or removes, mostly by keys; all changes are saved together.
 */
import { Alert, Anchor, Badge, Button, CloseButton, Group, Loader, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconEye } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { formatNumber } from "../../ui/text/format.ts";
import { DatasetField } from "../DatasetField.tsx";
import { EmptyList } from "../EmptyList.tsx";
import { reviewColumns, reviewRows } from "../preferences.ts";
import { ChipGrid, DigitTypes } from "./ChipGrid.tsx";
import { Review, type ReviewQuestion } from "./review.ts";
import { ReviewBar } from "./ReviewBar.tsx";
import classes from "./Review.module.css";
import { useLeaveReview } from "./use-leave-review.ts";
import { statusProps } from "../../ui/page/announce.ts";

const everything = { types: [], leastConfidence: undefined, sort: "dataset", descending: false } as const;
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
  const [search, setSearch] = useSearchParams();
  const named = search.get("datasetIds") ?? "";
  const datasetIds = useMemo(() => [...new Set(named.split(",").filter((id) => id !== ""))], [named]);
  const [review] = useState(() => new Review(set));
  const [asked, setAsked] = useState<Omit<ReviewQuestion, "datasetIds" | "set">>(everything);
  const [place, setPlace] = useState({ page: 0, at: 0 });
  usePageTitle(t("review.title"));
  const [columns, rows] = [reviewColumns.value, reviewRows.value];
  const size = columns * rows;
  const question: ReviewQuestion = { ...asked, datasetIds, set };
  const begin = (next: ReviewQuestion): void => {
    setPlace({ page: 0, at: 0 });
    void review.ask(next, size);
  };
  useEffect(() => {
    begin(question);
    // Other changes of the query run it themselves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [named]);
  const start = place.page * size;
  // Prefetches the next page.
  useEffect(() => {
    void review.fill(start + 2 * size);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [review.entries.value.length > 0, start, size]);

  const entries = review.entries.value.slice(start, start + size);
  const total = review.total.value;
  const pageCount = Math.max(1, Math.ceil((total ?? 0) / size));
  const turn = (by: number): void => {
    const page = place.page + by;
    if (page >= 0 && page < pageCount) setPlace({ page, at: 0 });
  };
  const nameOf = (id: string): string => review.datasets.value.get(id)?.name ?? id;
  const say = (count: number): void => {
    const left = entries.length - count;
    if (left > 0) notifications.show({ color: "yellow", message: t("review.page.left", { count: left }) });
  };
  const save = async (): Promise<void> => {
    if (review.count.peek() === 0 || review.isSaving.peek()) return;
    const { saved, contested, errors } = await review.save();
    if (saved > 0) notifications.show({ message: t("review.saved", { count: saved }) });
    if (contested > 0)
      notifications.show({ color: "yellow", message: t("review.contested", { count: contested }), autoClose: false });
    for (const error of errors)
      notifications.show({
        color: "red",
        message: t("review.notSaved", { reason: errorText(error) }),
        autoClose: false,
      });
  };
  const discard = async (): Promise<void> => {
    const text = t("review.discard.text", { count: review.count.peek() });
    const positive = t("review.discard.yes");
    if (await confirmDialog({ title: t("review.discard.title"), text, positive, danger: true })) review.discard();
  };
  useLeaveReview(review, save);
  useSaveKey(save);
  const setIds = (ids: readonly string[]): void => {
    const next = new URLSearchParams(search);
    if (ids.length > 0) next.set("datasetIds", ids.join(","));
    else next.delete("datasetIds");
    setSearch(next);
  };

  return (
    <div className={classes.page}>
      <Group px="md" pt={8} gap="xs">
        <Title order={1} fz="md">
          {t("review.title")}
        </Title>
        {datasetIds.slice(0, maxNamed).map((id) => (
          <Badge
            key={id}
            variant="light"
            tt="none"
            rightSection={
              <CloseButton
                size={14}
                aria-label={t("review.datasets.remove", { name: datasetName(review, id) })}
                onClick={() => setIds(datasetIds.filter((other) => other !== id))}
              />
            }
          >
            {datasetName(review, id)}
          </Badge>
        ))}
        {datasetIds.length > maxNamed && (
          <Text fz="sm">{t("review.datasets.more", { count: datasetIds.length - maxNamed })}</Text>
        )}
        <DatasetField
          label={t("review.datasets.add")}
          placeholder={t("review.datasets.add")}
          nothing={t("review.datasets.nothing")}
          onChoose={({ _id }) => setIds([...new Set([...datasetIds, _id])])}
        />
      </Group>
      {review.problems.value.length > 0 && (
        <Alert mx="md" mt={8} p={8} color="yellow" icon={<IconAlertTriangle size={16} />}>
          {review.problems.value.map(({ datasetId, problem }) => (
            <div key={datasetId}>{t(`review.problem.${problem}`, { id: datasetId })}</div>
          ))}
        </Alert>
      )}
      {datasetIds.length === 0 ? (
        <EmptyList
          icon={<IconEye stroke={1.25} />}
          title={t("review.empty.title")}
          text={t("review.empty.text")}
          guide="review"
          browse={t("browse.selectDatasets")}
        />
      ) : (
        <>
          <ReviewBar
            review={review}
            question={question}
            onQuestion={(next) => {
              setAsked(next);
              begin(next);
            }}
            onPage={{
              correct: () => say(review.markCorrect(entries)),
              retype: (type) => say(review.retype(entries, type)),
              remove: () => say(review.remove(entries)),
              restore: () => review.restore(entries),
            }}
            onSave={() => void save()}
            onDiscard={() => void discard()}
          />
          {review.error.value !== undefined && (
            <Alert mx="md" color="red" icon={<IconAlertTriangle size={16} />}>
              {errorText(review.error.value)}{" "}
              <Anchor component="button" fz="sm" onClick={() => void review.again(start + size)}>
                {t("review.again")}
              </Anchor>
            </Alert>
          )}
          {total === 0 && review.error.value === undefined ? (
            <EmptyList icon={<IconEye stroke={1.25} />} title={t("review.nothing")} text={t("review.nothingText")} />
          ) : entries.length === 0 && review.isLoading.value ? (
            <Loader m="xl" />
          ) : (
            <ChipGrid
              key={place.page}
              {...{ review, entries, columns, rows, at: place.at }}
              onAt={(at) => setPlace({ ...place, at })}
              onTurn={turn}
              onRefused={({ datasetId }) =>
                notifications.show({ color: "yellow", message: t("review.readOnly", { name: nameOf(datasetId) }) })
              }
            />
          )}
          <Group px="md" py={6} gap="xs" className={classes.footer ?? ""}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={place.page === 0}
              aria-label={t("browse.page.previous")}
              onClick={() => turn(-1)}
            >
              <IconChevronLeft size={15} />
            </Button>
            <Text fz="sm" {...statusProps}>
              {total === undefined
                ? t("review.counting")
                : t("review.pageOf", { page: place.page + 1, pages: formatNumber(pageCount), count: total })}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              disabled={place.page + 1 >= pageCount}
              aria-label={t("browse.page.next")}
              onClick={() => turn(1)}
            >
              <IconChevronRight size={15} />
            </Button>
            <DigitTypes review={review} />
          </Group>
        </>
      )}
    </div>
  );
}

/** For a camera, the name of the dataset that combines the cameras. */
function datasetName({ datasets }: Review, id: string): string {
  const all = [...datasets.value.values()];
  const camera = all.find(({ rig }) => rig?.id === id);
  return datasets.value.get(id)?.name ?? camera?.name.split(" / ")[0] ?? id;
}

function useSaveKey(save: () => Promise<void>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      void save();
    }
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  });
}
