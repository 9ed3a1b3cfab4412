/**
 * The rows of a place, or cards with pictures: the same table in another layout. A grid for assistive technology, with
 * one row in the tab order; the list commands provide its keys.
 */
import { Skeleton } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import type { Job } from "#schemas/wire";
import { languageCode } from "../../base/texts/index.ts";
import { contentsQuery } from "../../queries/contents.ts";
import type { Entry } from "../../queries/places.ts";
import { useLazyMenu } from "../../ui/menus/LazyMenu.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { listLook } from "../preferences.ts";
import { EntryRow } from "./EntryRow.tsx";
import classes from "./EntryTable.module.css";
import { EntryTableHead } from "./EntryTableHead.tsx";
import { useRowEvents } from "./row-events.ts";
import { useListCommands } from "./use-list-commands.ts";
import type { RowSort } from "./use-place-rows.ts";
import type { Selection } from "./use-selection.ts";

const RowMenu = lazyPart(async () => (await import("./RowMenu.tsx")).default);

interface EntryTableProps {
  readonly label: string;
  readonly entries: readonly Entry[];
  /** Rows may have thumbnails: reserve their room in every row, so that names stay aligned. */
  readonly hasPictures: boolean;
  /** Undefined if rows cannot be selected. */
  readonly selection: Selection | undefined;
  readonly busyDatasets: ReadonlyMap<string, Job>;
  /** Access level of the place; files have none of their own. */
  readonly placeLevel: number;
  goTo(path: string): void;
  deleteSelected(): void;
  /** Undefined if the order is fixed. */
  readonly sort: RowSort | undefined;
}

export function EntryTable(props: EntryTableProps) {
  useSignals();
  const { entries, hasPictures, selection, placeLevel, goTo, deleteSelected } = props;
  const contents = useQuery(contentsQuery(entries)).data;
  const look = hasPictures ? listLook.value : "rows";
  const language = languageCode();
  const table = useRef<HTMLTableElement>(null);
  const current = selection?.focus ?? 0;
  const focus = useRowFocus(table, selection?.focus);
  useListCommands({ entries, selection, placeLevel, goTo, deleteSelected, focusRow: focus });

  // One menu for all rows; it belongs to the row that opened it last.
  const menu = useLazyMenu(RowMenu);
  const [menuOf, setMenuOf] = useState<Entry>();
  const openOf = menu.isOpen ? menuOf?._id : undefined;
  const events = useRowEvents({
    entries,
    selection,
    placeLevel,
    goTo,
    showMenu(entry, at) {
      setMenuOf(entry);
      menu.show(at);
    },
    toggleMenu(entry, at) {
      setMenuOf(entry);
      menu.toggle(at);
    },
  });

  return (
    <>
      <table
        role="grid"
        aria-label={props.label}
        aria-multiselectable={selection === undefined ? undefined : true}
        className={classes.table}
        data-look={look}
        ref={table}
      >
        <EntryTableHead rowCount={entries.length} sort={props.sort} {...{ selection, hasPictures }} />
        <tbody role="rowgroup">
          {entries.map((entry, index) => (
            <EntryRow
              key={entry._id}
              isSelected={selection?.ids.has(entry._id)}
              isCurrent={index === current}
              job={props.busyDatasets.get(entry._id)}
              contents={contents?.get(entry._id)}
              language={language}
              opener={entry._id === openOf ? menu.opener : undefined}
              {...{ entry, index, look, hasPictures, placeLevel, events }}
            />
          ))}
        </tbody>
      </table>
      {menuOf !== undefined && menu.draw({ entry: menuOf, placeLevel, goTo })}
    </>
  );
}

/**
 * @param current the selection's row; undefined if rows cannot be selected
 * @returns moves the keyboard focus to a row, once the selection has moved there
 */
function useRowFocus(table: RefObject<HTMLTableElement | null>, current: number | undefined): (row: number) => void {
  const follows = useRef(false);
  useEffect(() => {
    // Only after a key press: a click must not take the focus from a button in the row.
    if (follows.current && current !== undefined) focusRow(table.current, current);
    follows.current = false;
  }, [table, current]);
  return (row) => {
    if (current === undefined || row === current) focusRow(table.current, row);
    else follows.current = true;
  };
}

function focusRow(table: HTMLTableElement | null, row: number): void {
  table?.tBodies[0]?.rows[row]?.focus();
}

/** Placeholder rows in their final places, so that nothing jumps. */
export function EntryTableSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {[62, 48, 71, 55, 40, 66].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} />
      ))}
    </div>
  );
}
