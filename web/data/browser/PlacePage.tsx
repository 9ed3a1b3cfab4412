/** One place of the data browser: its details, toolbar, rows and footer. */
import { IconCloudUpload } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { preloadWhenIdle } from "../../base/lazy.ts";
import { t } from "../../base/texts/index.ts";
import { usePageTitle } from "../../features/page-title.ts";
import type { Entry, Place } from "../../queries/places.ts";
import classes from "./BrowserPage.module.css";
import { deleteEntries } from "./delete-entries.tsx";
import { DetailsDock } from "./DetailsDock.tsx";
import { ListFooter } from "./ListFooter.tsx";
import { openNewFolderDialog } from "./open-folder.ts";
import { openMoveDialog } from "./open-move.ts";
import { placeErrorTitle } from "./PlaceError.tsx";
import { PlaceList } from "./PlaceList.tsx";
import { PlaceToolbar } from "./PlaceToolbar.tsx";
import { StartPanel } from "./StartPanel.tsx";
import { useListFocus } from "./use-list-focus.ts";
import { usePlaceCommands } from "./use-place-commands.ts";
import { usePlaceUpload } from "./use-place-upload.ts";
import { usePlace } from "./use-place.ts";

interface PlacePageProps {
  readonly place: Place;
  /** The root is a place of its own. */
  readonly rootLocation: boolean;
  /** Id of the previously shown place; `undefined` when the page itself was opened. */
  readonly cameFrom: string | undefined;
}

export function PlacePage({ place, rootLocation, cameFrom }: PlacePageProps) {
  const navigate = useNavigate();
  useEffect(() => preloadWhenIdle(openNewFolderDialog, openMoveDialog), []);
  const shown = usePlace(place, rootLocation);
  const { rows } = shown;
  usePageTitle(shown.failure === null ? shown.name : placeErrorTitle(shown.failure));

  const goUp = () => void navigate(shown.parentPath);
  const remove = async (gone: readonly Entry[]) => {
    const done = await deleteEntries(gone.filter((entry) => entry._modelType !== "user"));
    if (done && gone.some(({ _id }) => _id === place.id)) goUp();
  };
  const upload = usePlaceUpload(shown);
  usePlaceCommands({ createFolder: shown.rights.newFolder, upload: upload.pickHere, goUp });

  const list = useRef<HTMLDivElement>(null);
  useListFocus(list, {
    order: rows.order,
    isShown: shown.isKnown && (place.type === "root" || rows.isCurrent),
    row: rows.selection.focus,
    hasSelection: rows.selected.length > 0,
    cameFrom,
    moveTo: rows.selection.moveFocus,
  });

  return (
    <div className={classes.page}>
      <DetailsDock shown={shown} onDelete={(gone) => void remove(gone)} />
      <section className={classes.main} aria-busy={rows.isFetching}>
        <PlaceToolbar shown={shown} pickUpload={upload.pickHere} />
        <div ref={list} className={classes.drop} data-over={upload.isDropping || undefined}>
          {shown.isHome && <StartPanel pickUpload={upload.pick} uploadsTo={upload.homeFolder} />}
          <PlaceList shown={shown} pickUpload={upload.pickHere} deleteSelected={() => void remove(rows.selected)} />
          <div className={classes.dropHint}>
            <IconCloudUpload size={36} stroke={1.25} />
            {t("browse.dropHere", { name: shown.name })}
          </div>
        </div>
        {upload.inputs}
        {place.type !== "root" && rows.total > 0 && <ListFooter rows={rows} />}
      </section>
    </div>
  );
}
