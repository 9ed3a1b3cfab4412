/** The rows of a place: the page of them that is shown, their order and filter, and the selection. */
import { useDebouncedValue } from "@mantine/hooks";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { entryPageQuery, plainView } from "../../queries/places.ts";
import type { Entry, EntrySort, Place } from "../../queries/places.ts";
import { rowsPerPage } from "../preferences.ts";
import { useSelection, type Selection } from "./use-selection.ts";

export interface PlaceRows {
  /** `undefined` until they are loaded. */
  readonly entries: readonly Entry[] | undefined;
  /** Ids of the rows. */
  readonly order: readonly string[];
  readonly selection: Selection;
  readonly selected: readonly Entry[];
  /** The rows are those of this page and view, not the previous ones. */
  readonly isCurrent: boolean;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  retry(): Promise<unknown>;
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  /** Rows on all pages. */
  readonly total: number;
  goToPage(page: number): void;
  changePageSize(size: number): void;
  /** `undefined` if the server cannot sort these rows. */
  readonly sort: RowSort | undefined;
  readonly filter: RowFilter;
}

export interface RowSort {
  readonly now: EntrySort;
  choose(sort: EntrySort): void;
}

export interface RowFilter {
  /** As typed. */
  readonly text: string;
  /** The text that the rows were requested with: follows `text` once the user pauses. */
  readonly applied: string;
  change(text: string): void;
  clear(): void;
}

export function usePlaceRows(place: Place): PlaceRows {
  useSignals();
  const pageSize = rowsPerPage.value;
  const [page, setPage] = useState(0);
  const [sort, setSort] = useState(plainView.sort);
  const [filter, setFilter] = useState("");
  const [applied] = useDebouncedValue(filter.trim(), 200);
  const rows = useQuery(entryPageQuery(place, page, pageSize, { sort, text: applied }));

  const entries = rows.data?.entries;
  const total = rows.data?.total ?? 0;
  const isCurrent = rows.data !== undefined && !rows.isPlaceholderData;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  // The last page may have disappeared with its contents.
  if (isCurrent && page >= pageCount) setPage(pageCount - 1);

  const order = useMemo(() => (entries ?? []).map((entry) => entry._id), [entries]);
  const selection = useSelection(order);
  function goToPage(next: number): void {
    selection.clear();
    setPage(next);
  }
  function restart<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      goToPage(0);
      set(value);
    };
  }

  return {
    entries,
    order,
    selection,
    selected: (entries ?? []).filter((entry) => selection.ids.has(entry._id)),
    isCurrent,
    isLoading: rows.isLoading,
    isFetching: rows.isFetching,
    error: rows.error,
    retry: () => rows.refetch(),
    page,
    pageSize,
    total,
    goToPage,
    changePageSize(size) {
      goToPage(Math.floor((page * pageSize) / size));
      rowsPerPage.value = size;
    },
    sort: isListed(place) ? { now: sort, choose: restart(setSort) } : undefined,
    filter: { text: filter, applied, change: restart(setFilter), clear: () => setFilter("") },
  };
}

/** Places with folders or files: the server sorts and filters them, and datasets have pictures. */
export function isListed({ type }: Place): boolean {
  return type === "user" || type === "collection" || type === "folder";
}
