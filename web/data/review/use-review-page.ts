/** The review page's state: the question, the page of the grid, and the actions on it. */
import { notifications } from "@mantine/notifications";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type { ReviewEntry } from "#schemas/wire";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { reviewColumns, reviewRows } from "../preferences.ts";
import { filtersIn, type ReviewQuestion, withFilters } from "./question.ts";
import { Review } from "./review.ts";
import { useLeaveReview } from "./use-leave-review.ts";

/** The shown page of detections, and the place in it. */
export interface ReviewGrid {
  /** From 0. */
  readonly page: number;
  readonly pageCount: number;
  readonly columns: number;
  readonly rows: number;
  /** Index of the current chip on the page. */
  readonly at: number;
}

export interface ReviewPageState {
  readonly review: Review;
  readonly datasetIds: readonly string[];
  readonly question: ReviewQuestion;
  /** Of the shown page. */
  readonly entries: readonly ReviewEntry[];
  /** Of all pages; `undefined`: not known yet. */
  readonly total: number | undefined;
  readonly grid: ReviewGrid;
  openDatasets(ids: readonly string[]): void;
  ask(question: ReviewQuestion): void;
  tryAgain(): Promise<void>;
  /** @param entry default: the selected one */
  sortByLikeness(entry?: ReviewEntry): Promise<void>;
  turn(by: number): void;
  moveTo(at: number): void;
  /** These four change all entries of the page. */
  markCorrect(): void;
  retype(type: string): void;
  remove(): void;
  restore(): void;
  save(): Promise<void>;
  /** Asks first. */
  discard(): Promise<void>;
  reportReadOnly(entry: ReviewEntry): void;
  reportRotated(): void;
}

export function useReviewPage(set: string): ReviewPageState {
  useSignals();
  const { datasetIds, openDatasets, question, changeQuestion } = useAddress(set);
  const [review] = useState(() => new Review(set));
  /** Of the current chip on all pages, so that it stays the current one when the pages get another size. */
  const [index, setIndex] = useState(0);
  const [columns, rows] = [reviewColumns.value, reviewRows.value];
  const size = columns * rows;
  const page = Math.floor(index / size);
  const start = page * size;
  const at = index - start;
  const begin = (): void => {
    setIndex(0);
    void review.ask(question, size);
  };
  useEffect(() => {
    begin();
    // Another number of columns asks nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [question]);
  // Prefetches the next page. With another number of columns, chips are made again, and an editor would lose its box.
  useEffect(() => {
    review.edits.keepDrawn();
    void review.fill(start + 2 * size);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [review.entries.value.length > 0, start, size]);

  const entries = review.entries.value.slice(start, start + size);
  const total = review.total.value;
  const pageCount = Math.max(1, Math.ceil((total ?? review.entries.value.length) / size));
  const reportLeft = (changed: number): void => {
    const left = entries.length - changed;
    if (left > 0) notifications.show({ color: "yellow", message: t("review.page.left", { count: left }) });
  };
  const save = async (): Promise<void> => {
    if (!review.edits.keepDrawn() || review.edits.count.peek() === 0 || review.edits.isSaving.peek()) return;
    reportSaved(await review.edits.save());
  };
  useLeaveReview(review, save);
  useSaveKey(save);

  return {
    review,
    datasetIds,
    question,
    entries,
    total,
    grid: { page, pageCount, columns, rows, at },
    openDatasets,
    ask(next) {
      // Back from the order by likeness, which is not in the address.
      if (!changeQuestion(next) && review.likeness.state.peek() !== undefined) begin();
    },
    async sortByLikeness(entry = entries[at]) {
      if (entry === undefined) return;
      const outcome = await review.sortByLikeness(entry);
      if (outcome === "sorted") setIndex(0);
      if (outcome === "nothing") notifications.show({ color: "yellow", message: t("review.noPicture") });
    },
    tryAgain: () => review.again(start + size),
    turn(by) {
      const to = page + by;
      if (to >= 0 && to < pageCount && review.edits.keepDrawn()) setIndex(to * size);
    },
    moveTo: (to) => setIndex(start + to),
    markCorrect: () => reportLeft(review.edits.markCorrect(entries)),
    retype: (type) => reportLeft(review.edits.retype(entries, type)),
    remove: () => reportLeft(review.edits.remove(entries)),
    restore: () => void review.edits.restore(entries),
    save,
    async discard() {
      const text = t("review.discard.text", { count: review.edits.count.peek() });
      const positive = t("review.discard.yes");
      if (await confirmDialog({ title: t("review.discard.title"), text, positive, danger: true }))
        review.edits.discard();
    },
    reportReadOnly({ datasetId }) {
      const name = review.datasets.value.get(datasetId)?.name ?? datasetId;
      notifications.show({ color: "yellow", message: t("review.readOnly", { name }) });
    },
    reportRotated: () => void notifications.show({ color: "yellow", message: t("review.shapes.rotated") }),
  };
}

/** The question in the address, and its datasets, each once. */
function useAddress(set: string) {
  const [search, setSearch] = useSearchParams();
  const named = search.get("datasetIds") ?? "";
  const datasetIds = useMemo(() => [...new Set(named.split(",").filter((id) => id !== ""))], [named]);
  const address = withFilters(new URLSearchParams(), filtersIn(search)).toString();
  const question = useMemo(
    (): ReviewQuestion => ({ ...filtersIn(new URLSearchParams(address)), datasetIds, set }),
    [address, datasetIds, set],
  );
  const openDatasets = (wanted: readonly string[]): void => {
    const next = new URLSearchParams(search);
    if (wanted.length > 0) next.set("datasetIds", wanted.join(","));
    else next.delete("datasetIds");
    setSearch(next);
  };
  /** @returns whether it is another one */
  const changeQuestion = (next: ReviewQuestion): boolean => {
    if (withFilters(new URLSearchParams(), next).toString() === address) return false;
    setSearch(withFilters(search, next), { replace: true });
    return true;
  };
  return { datasetIds, openDatasets, question, changeQuestion };
}

function reportSaved({ saved, contested, dropped, errors }: Awaited<ReturnType<Review["edits"]["save"]>>): void {
  if (saved > 0) notifications.show({ message: t("review.saved", { count: saved }) });
  if (contested > 0)
    notifications.show({ color: "yellow", message: t("review.contested", { count: contested }), autoClose: false });
  if (dropped > 0)
    notifications.show({ color: "yellow", message: t("review.dropped", { count: dropped }), autoClose: false });
  for (const error of errors)
    notifications.show({ color: "red", message: t("review.notSaved", { reason: errorText(error) }), autoClose: false });
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
