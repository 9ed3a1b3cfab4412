/** The data browser: a place, its rows, the selection, and the actions on it. */
import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useSignals } from "@preact/signals-react/runtime";
import { IconCloudUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useNavigate, useNavigationType, useParams } from "react-router";

import { requireUser } from "../../api/session.ts";
import { preloadWhenIdle } from "../../base/lazy.ts";
import { t } from "../../base/texts/index.ts";
import type { Place as PlaceContext } from "../../commands/command.ts";
import { useCommandScope } from "../../ui/commands/scopes.ts";
import { showRefusal } from "../../ui/commands/show-refusal.ts";
import { PageNotFound } from "../../ui/page/PageNotFound.tsx";
import { Splitter } from "../../ui/page/Splitter.tsx";
import { detailsWidthPx, rowsPerPage } from "../preferences.ts";
import { usePageTitle } from "../../features/page-title.ts";
import { useBusyDatasets } from "../../features/running-jobs.ts";
import { entryName, entryPageQuery, isDataset, placeInfoQuery, plainView } from "../../queries/places.ts";
import type { Entry, Place } from "../../queries/places.ts";
import { useUploadPicker } from "../upload/use-upload-picker.tsx";
import { useFileDrop } from "../upload/use-file-drop.ts";
import classes from "./BrowserPage.module.css";
import { DetailsPanel } from "./DetailsPanel.tsx";
import { DetailsToggle } from "./DetailsToggle.tsx";
import { deleteEntries } from "./delete-entries.tsx";
import { EmptyPlace, RootList } from "./EmptyPlace.tsx";
import { EntryTable, EntryTableSkeleton } from "./EntryTable.tsx";
import { mayWrite } from "./entry-facts.ts";
import { openNewFolderDialog } from "./open-folder.ts";
import { openMoveDialog } from "./open-move.ts";
import { ListFooter } from "./ListFooter.tsx";
import { crumbsOf } from "./crumbs.ts";
import { PlaceActions } from "./PlaceActions.tsx";
import { PlaceBreadcrumb } from "./PlaceBreadcrumb.tsx";
import { PlaceError, placeErrorTitle } from "./PlaceError.tsx";
import { placeOf } from "./place-of.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { StartPanel } from "./StartPanel.tsx";
import { useDetails } from "./use-details.ts";
import { useListFocus } from "./use-list-focus.ts";
import { useSelection } from "./use-selection.ts";
import { statusProps } from "../../ui/page/announce.ts";

interface BrowserOptions {
  /** Whether the root is a place of its own. */
  readonly rootLocation?: boolean;
}

export default function BrowserPage({ rootLocation = true }: BrowserOptions) {
  const { routeType, routeId } = useParams();
  useSignals();
  const user = requireUser();
  const place = placeOf({ type: routeType, id: routeId }, { userId: user._id, rootLocation });
  // Arrived through a link inside the application; opening or reloading the page starts at its top.
  const arrivedByLink = useNavigationType() === "PUSH";
  const [visit, setVisit] = useState({ to: place?.id, from: arrivedByLink ? "" : undefined });
  if (place === undefined) return <PageNotFound />;
  if (visit.to !== place.id) setVisit({ to: place.id, from: visit.to ?? "" });
  return <PlacePage key={`${place.type}/${place.id}`} {...{ place, rootLocation }} cameFrom={visit.from} />;
}

interface PlacePageProps extends Required<BrowserOptions> {
  readonly place: Place;
  /** Id of the previously shown place; `undefined` when the page itself was opened. */
  readonly cameFrom: string | undefined;
}

function PlacePage({ place, rootLocation, cameFrom }: PlacePageProps) {
  useSignals();
  const navigate = useNavigate();
  useEffect(() => preloadWhenIdle(openNewFolderDialog, openMoveDialog), []);
  const [page, setPage] = useState(0);
  const pageSize = rowsPerPage.value;
  const details = useDetails();
  const info = useQuery(placeInfoQuery(place));
  const [sort, setSort] = useState(plainView.sort);
  const [filter, setFilter] = useState("");
  const [text] = useDebouncedValue(filter.trim(), 200);
  const rows = useQuery(entryPageQuery(place, page, pageSize, { sort, text }));
  const isListed = place.type === "user" || place.type === "collection" || place.type === "folder";
  const busyDatasets = useBusyDatasets();

  const here = info.data?.document;
  const entries = rows.data?.entries ?? noEntries;
  const total = rows.data?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  // The last page may have disappeared with its contents.
  if (rows.data !== undefined && !rows.isPlaceholderData && page >= pageCount) setPage(pageCount - 1);

  const order = useMemo(() => entries.map((entry) => entry._id), [entries]);
  const selection = useSelection(order);
  function goToPage(next: number) {
    selection.clear();
    setPage(next);
  }
  const selected = entries.filter((entry) => selection.ids.has(entry._id));
  const isInDataset = here !== undefined && isDataset(here);
  const placeLevel = here?._accessLevel ?? -1;
  const canWrite = mayWrite(here);
  const isFolder = place.type === "folder";
  const canUpload = isFolder && canWrite && !isInDataset;
  const crumbs = crumbsOf(place, info.data, rootLocation);
  const hereName = crumbs.at(-1)?.label ?? "";
  const failure = info.error ?? rows.error;
  usePageTitle(failure === null ? hereName : placeErrorTitle(failure));

  const newFolder = useMemo(
    () =>
      here === undefined || !canWrite || isInDataset
        ? undefined
        : () =>
            openNewFolderDialog({
              type: place.type as "user" | "folder" | "collection",
              id: place.id,
              name: entryName(here),
            }),
    [here, canWrite, isInDataset, place],
  );

  const goTo = (path: string) => void navigate(path);
  const goUp = () => goTo(crumbs.at(-2)?.path ?? (rootLocation ? "/root" : "/"));
  const remove = async (gone: readonly Entry[]) => {
    const done = await deleteEntries(gone.filter((entry) => entry._modelType !== "user"));
    if (done && gone.some(({ _id }) => _id === place.id)) goUp();
  };

  const isHome = place.type === "user" && place.id === requireUser()._id;
  // The user's own space only holds folders, so uploads on the start page go into the private one, and the page says
  // so.
  const home = isHome ? entries.find((entry) => entry._modelType === "folder" && entry.name === "Private") : undefined;
  const target = canUpload ? here : home;
  const upload = useUploadPicker(target?._id, target === undefined ? "" : entryName(target));
  const pickHere = canUpload ? upload.pick : undefined;

  const isDropping = useFileDrop((files) => {
    const folder = isFolder && here !== undefined ? { id: place.id, name: hereName, canWrite: canUpload } : undefined;
    void import("../upload/uploads.ts").then(({ dropFiles }) => dropFiles(files, folder));
  });

  usePlaceCommands(newFolder, pickHere, goUp);

  const rowFilter = {
    text: filter,
    change: (wanted: string) => {
      goToPage(0);
      setFilter(wanted);
    },
    clear: () => setFilter(""),
  };

  const shown = useRef<HTMLDivElement>(null);
  useListFocus(shown, {
    order,
    isShown: place.type === "root" || (rows.data !== undefined && !rows.isPlaceholderData),
    row: selection.focus,
    cameFrom,
    moveTo: selection.moveFocus,
  });

  // Shown all at once: buttons that appear one by one push each other away from under the pointer.
  const isKnown = !info.isLoading && !rows.isLoading;
  const list =
    failure !== null ? (
      <div className={classes.message}>
        <PlaceError error={failure} onRetry={() => void Promise.all([info.refetch(), rows.refetch()])} />
      </div>
    ) : place.type === "root" ? (
      <RootList />
    ) : rows.data === undefined ? (
      <EntryTableSkeleton />
    ) : entries.length === 0 && text !== "" ? (
      <Text c="dimmed" ta="center" mt={60} {...statusProps}>
        {t("browse.filter.nothing", { text })}
      </Text>
    ) : entries.length === 0 ? (
      <EmptyPlace place={place} onUpload={pickHere} onNewFolder={newFolder} />
    ) : (
      <EntryTable
        label={t("browse.list", { name: hereName })}
        entries={entries}
        hasPictures={isListed && !isInDataset}
        selection={isInDataset ? undefined : selection}
        busyDatasets={busyDatasets}
        placeLevel={placeLevel}
        goTo={goTo}
        deleteSelected={() => void remove(selected)}
        sort={
          isListed
            ? {
                now: sort,
                choose: (chosen) => {
                  goToPage(0);
                  setSort(chosen);
                },
              }
            : undefined
        }
      />
    );

  return (
    <div className={classes.page}>
      {details.isShown && (
        <>
          <div
            className={classes.details}
            data-over={details.isDrawer || undefined}
            style={{ width: detailsWidthPx.value }}
          >
            {(here !== undefined || (isKnown && failure === null)) && (
              <DetailsPanel
                entries={selected.length > 0 ? selected : here === undefined ? noEntries : [here]}
                placeLevel={placeLevel}
                onDelete={(gone) => void remove(gone)}
              />
            )}
          </div>
          {!details.isDrawer && (
            <Splitter
              label={t("browse.details.width")}
              orientation="vertical"
              value={detailsWidthPx.value}
              min={minDetailsWidthPx}
              max={maxDetailsWidthPx}
              step={20}
              valueAt={(start, moved) => start + moved}
              onChange={(width) => (detailsWidthPx.value = width)}
            />
          )}
        </>
      )}
      <section className={classes.main} aria-busy={rows.isFetching}>
        <div className={classes.toolbar}>
          <DetailsToggle />
          <PlaceBreadcrumb crumbs={crumbs} />
          {selected.length > 0 ? (
            // Remount for other rows, which have other buttons, so that none is animated to another place.
            <SelectionBar
              key={selected.map(({ _id }) => _id).join()}
              selected={selected}
              placeLevel={placeLevel}
              onClear={selection.clear}
            />
          ) : isKnown ? (
            <PlaceActions
              place={place}
              hasLooks={isListed && !isInDataset && total > 0}
              filter={isListed && (total > 0 || filter !== "") ? rowFilter : undefined}
              pickUpload={pickHere}
              newFolder={newFolder}
            />
          ) : null}
        </div>
        <div ref={shown} className={classes.drop} data-over={isDropping || undefined}>
          {isHome && <StartPanel pickUpload={upload.pick} uploadsTo={home && entryName(home)} />}
          {list}
          <div className={classes.dropHint}>
            <IconCloudUpload size={36} stroke={1.25} />
            {t("browse.dropHere", { name: hereName })}
          </div>
        </div>
        {upload.inputs}
        {place.type !== "root" && total > 0 && (
          <ListFooter
            page={page}
            pageSize={pageSize}
            shown={entries.length}
            total={total}
            onPage={goToPage}
            onPageSize={(size) => {
              goToPage(Math.floor((page * pageSize) / size));
              rowsPerPage.value = size;
            }}
          />
        )}
      </section>
    </div>
  );
}

const noEntries: readonly Entry[] = [];

const minDetailsWidthPx = 220;
const maxDetailsWidthPx = 520;

function usePlaceCommands(
  createFolder: PlaceContext["createFolder"],
  upload: PlaceContext["upload"],
  goUp: () => void,
): void {
  // A new function on each render, with the same effect.
  const latest = useRef(goUp);
  useEffect(() => {
    latest.current = goUp;
  });
  const context = useMemo<PlaceContext>(
    () => ({ createFolder, upload, goUp: () => latest.current(), refuse: showRefusal }),
    [createFolder, upload],
  );
  useCommandScope("place", context);
}
