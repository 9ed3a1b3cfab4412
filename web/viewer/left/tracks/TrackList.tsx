/** The track list: the tracks of the dataset as rows, the accessible counterpart of the canvas. */

import { Button } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconArrowsSort, IconPlus, IconTrash } from "@tabler/icons-react";
import { memo, useDeferredValue, useEffect, useRef, useState, type MouseEvent } from "react";
import type { TrackId } from "#core/types";
import { t } from "../../../base/texts/index.ts";
import { runCommand } from "../../../commands/registry.ts";
import { canSort, minUnsorted, nextTrackOrder, type TrackOrder } from "../../../editor/lists/track-order.ts";
import { GuideAnchor } from "../../../ui/page/GuideAnchor.tsx";
import { CommandMenu, trackMenu } from "../../parts/CommandMenu.tsx";
import { type MenuPlace, useViewer } from "../../viewer-context.ts";
import list from "../../parts/list.module.css";
import { attachListFocus, mainControl } from "../../parts/list-focus.ts";
import { useRowWindow } from "../../parts/row-window.ts";
import { Toolbar } from "../../parts/Toolbar.tsx";
import { PastLastFrameNotice } from "./PastLastFrameNotice.tsx";
import { TrackRow, trackRowHeights } from "./TrackRow.tsx";
import classes from "./TrackList.module.css";
import { TrackSettings } from "./TrackSettings.tsx";
import { useCoarsePointer } from "../../../ui/theme/coarse-pointer.ts";
import { CutText } from "../../../ui/text/CutText.tsx";
import { ToolButton } from "../../parts/ToolButton.tsx";
import { isSelecting } from "../../../editor/modes/selecting-mode.ts";
import { deleteTracks } from "../../../editor/edits/track-edits.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";

/** Fallback height of the list, CSS pixels. */
const listHeight = 420;
const icon = { size: 15, stroke: 1.6 };

export function TrackList() {
  useSignals();
  const { editor, workspace } = useViewer();
  const ids = editor.lists.trackIds.value;
  // Counts update immediately. Filtered rows render at low priority, so that dragging a slider stays smooth.
  const listed = useDeferredValue(ids);
  const isCompact = workspace.settings.settings.value.layout.compactRows;
  const isCoarse = useCoarsePointer();
  const isEmpty = workspace.display.objectCount.value === 0;
  return (
    <>
      <Header ids={ids} />
      <PastLastFrameNotice />
      {listed.length === 0 ? (
        <div className={list.empty}>
          {isEmpty ? t("viewer.tracksEmpty") : t("viewer.tracksFiltered")}{" "}
          {isEmpty && <GuideAnchor page="annotating" isOutside />}
        </div>
      ) : (
        // Remount when the row height changes: the old list caches row positions.
        <Rows key={`${isCompact} ${isCoarse}`} ids={listed} isCompact={isCompact} isCoarse={isCoarse} />
      )}
    </>
  );
}

function Header({ ids }: { readonly ids: Uint32Array }) {
  useSignals();
  const { editor, workspace } = useViewer();
  const { mode, type } = workspace.settings.settings.value.trackSettings.newTrackSettings;
  const isReadOnly = workspace.readOnly.value !== undefined;
  const total = workspace.display.objectCount.value;
  const reviewedCount = workspace.display.reviewedTracks.value.size;
  const counts = [
    ...(ids.length < total ? [t("viewer.tracksOf", { total })] : []),
    ...(reviewedCount > 0 ? [t("lists.reviewedCount", { count: reviewedCount })] : []),
  ];
  const modeName = mode === "Track" ? t("viewer.modeTrack") : t("viewer.modeDetection");
  return (
    <Toolbar className={`${list.header} ${classes.header}`} label={t("viewer.trackTools")}>
      <div className={classes.counts}>
        <h2 className={list.title}>{t("viewer.tracksHeader", { count: ids.length })}</h2>
        {counts.length > 0 && <CutText className={classes.total ?? ""}>{counts.join(", ")}</CutText>}
      </div>
      <SortButton />
      <ToolButton
        label={t("viewer.deleteVisible")}
        icon={<IconTrash {...icon} />}
        isOff={isReadOnly || ids.length === 0}
        onClick={() => void deleteTracks(editor, [...ids] as TrackId[])}
      />
      <TrackSettings />
      <Tip label={t("viewer.addTrackTooltip", { type })}>
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconPlus size={13} />}
          disabled={isReadOnly}
          onClick={() => void runCommand(editor, "track.create")}
        >
          {modeName}
        </Button>
      </Tip>
    </Toolbar>
  );
}

/** Switches to the next order, as in the type list. */
function SortButton() {
  useSignals();
  const { workspace } = useViewer();
  const { settings } = workspace;
  const order = settings.settings.value.layout.trackOrder;
  const isOff =
    workspace.tracksVersion.value < 0 || !canSort(workspace.core) || workspace.editRefusal.value === "loading";
  const label = isOff
    ? t("lists.sortTracksOff", { count: minUnsorted })
    : t("lists.sortTracks", { order: orderText(order) });
  return (
    <ToolButton
      label={label}
      icon={<IconArrowsSort {...icon} />}
      isOff={isOff}
      onClick={() => settings.change({ layout: { trackOrder: nextTrackOrder(order) } })}
    />
  );
}

function orderText(order: TrackOrder): string {
  switch (order) {
    case "id":
      return t("lists.sortId");
    case "begin":
      return t("lists.sortBegin");
    case "type":
      return t("lists.sortType");
    case "confidence":
      return t("lists.sortConfidence");
  }
}

interface RowsProps {
  readonly ids: Uint32Array;
  readonly isCompact: boolean;
  readonly isCoarse: boolean;
}

const Rows = memo(function Rows({ ids, isCompact, isCoarse }: RowsProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const rowHeight = trackRowHeights[isCoarse ? "finger" : "mouse"][isCompact ? "compact" : "full"];
  const { scroll, indices, reveal } = useRowWindow(ids.length, rowHeight, listHeight);
  const rows = useRef<HTMLUListElement>(null);
  useEffect(
    // Up and Down select, and the focus follows the selection. While choosing tracks, only the focus moves, to the
    // track that Enter would choose.
    () =>
      rows.current === null
        ? undefined
        : attachListFocus(rows.current, { rows: "[data-track]", upDown: () => isSelecting(editor.mode.peek()) }),
    [editor],
  );
  const selected = workspace.selectedTrack.value;
  const revealed = useRef<TrackId>(undefined);
  useEffect(() => {
    // Once per selection: the user may scroll away afterwards.
    if (revealed.current === selected) return;
    const index = selected === undefined ? -1 : ids.indexOf(selected);
    if (index !== -1) reveal(index);
    if (index !== -1 || selected === undefined) revealed.current = selected;
    const focused = document.activeElement;
    if (index === -1 || rows.current?.contains(focused) !== true) return;
    // If the selecting click was on a control of the row, such as the type field, the focus stays there.
    if (focused?.closest(`[data-track="${selected}"]`) != null) return;
    // The row is rendered only after the list has scrolled.
    requestAnimationFrame(() => mainControl(rows.current?.querySelector(`[data-track="${selected}"]`))?.focus());
  }, [selected, ids, reveal]);
  const [menu, setMenu] = useState<MenuPlace & { readonly track: TrackId }>();
  /** Right click, Shift+F10 or the menu key. Text fields keep the browser's own menu. */
  const openMenu = (event: MouseEvent): void => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>("[data-track]");
    if (row === null || target.closest("input") !== null) return;
    event.preventDefault();
    const track = Number(row.dataset["track"]) as TrackId;
    editor.lists.selectAndShow(track);
    setMenu({ x: event.clientX, y: event.clientY, track });
  };
  return (
    <div className={list.scroll} style={{ flexBasis: listHeight }} ref={scroll} tabIndex={-1}>
      <CommandMenu
        at={menu}
        groups={trackMenu}
        track={menu?.track}
        label={t("viewer.trackMenu")}
        onClose={() => {
          setMenu(undefined);
          mainControl(rows.current?.querySelector(`[data-track="${menu?.track}"]`))?.focus();
        }}
      />
      <ul
        ref={rows}
        className={list.rows}
        style={{ height: ids.length * rowHeight }}
        aria-label={t("viewer.tracks")}
        onContextMenu={openMenu}
      >
        {indices.map((index) => {
          const id = ids[index] as TrackId;
          const place = { top: index * rowHeight, position: index + 1, size: ids.length };
          return <TrackRow key={id} id={id} {...place} isCompact={isCompact} isCoarse={isCoarse} />;
        })}
      </ul>
    </div>
  );
});
