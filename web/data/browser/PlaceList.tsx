/** The contents of a place, or in their place an error, a placeholder, or a message that there are none. */
import { Text } from "@mantine/core";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { t } from "../../base/texts/index.ts";
import type { UploadKind } from "../../commands/command.ts";
import { useBusyDatasets } from "../../features/running-jobs.ts";
import { statusProps } from "../../ui/page/announce.ts";
import classes from "./BrowserPage.module.css";
import { EmptyPlace, RootList } from "./EmptyPlace.tsx";
import { EntryTable, EntryTableSkeleton } from "./EntryTable.tsx";
import { PlaceError } from "./PlaceError.tsx";
import type { ShownPlace } from "./use-place.ts";

interface PlaceListProps {
  readonly shown: ShownPlace;
  /** `undefined` if the user cannot upload into this place. */
  readonly pickUpload: ((kind: UploadKind) => void) | undefined;
  deleteSelected(): void;
}

export function PlaceList({ shown, pickUpload, deleteSelected }: PlaceListProps) {
  const { place, rows, rights, failure } = shown;
  const busyDatasets = useBusyDatasets();
  const navigate = useNavigate();
  const goTo = useCallback((path: string) => void navigate(path), [navigate]);
  if (failure !== null)
    return (
      <div className={classes.message}>
        <PlaceError error={failure} onRetry={shown.retry} />
      </div>
    );
  if (place.type === "root") return <RootList />;
  if (rows.entries === undefined) return <EntryTableSkeleton />;
  const text = rows.filter.applied;
  if (rows.entries.length === 0 && text !== "")
    return (
      <Text c="dimmed" ta="center" mt={60} {...statusProps}>
        {t("browse.filter.nothing", { text })}
      </Text>
    );
  if (rows.entries.length === 0)
    return <EmptyPlace place={place} onUpload={pickUpload} onNewFolder={rights.newFolder} />;
  return (
    <EntryTable
      label={t("browse.list", { name: shown.name })}
      entries={rows.entries}
      hasPictures={shown.hasPictures}
      selection={shown.canSelect ? rows.selection : undefined}
      busyDatasets={busyDatasets}
      placeLevel={rights.level}
      goTo={goTo}
      deleteSelected={deleteSelected}
      sort={rows.sort}
    />
  );
}
