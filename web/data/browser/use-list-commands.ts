/** The keys and commands of a list of entries: what they work on. */
import { useEffect, useMemo, useRef, type RefObject } from "react";

import type { List, ListRefusal } from "../../commands/command.ts";
import { isDataset } from "../../queries/places.ts";
import type { Entry } from "../../queries/places.ts";
import { useCommandScope } from "../../ui/commands/scopes.ts";
import { showRefusal } from "../../ui/commands/show-refusal.ts";
import { mayDelete, mayWrite } from "./entry-facts.ts";
import type { EntryCommands } from "./EntryTable.tsx";
import type { Selection } from "./use-selection.ts";

export interface ListNow {
  readonly entries: readonly Entry[];
  /** Undefined where rows cannot be selected. */
  readonly selection: Selection | undefined;
  readonly placeLevel: number;
  readonly commands: EntryCommands;
  /** Moves the keyboard focus to a row, as soon as that is the one of the selection. */
  focusRow(row: number): void;
}

export function useListCommands(table: RefObject<HTMLTableElement | null>, now: ListNow): void {
  // Drawn anew all the time; the context is one object that looks at the latest.
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  const list = useMemo(() => createList(latest, table), [table]);
  // Buttons and links in a row have keys of their own.
  const owns = useMemo(
    () => (target: Element) =>
      target === table.current || (target instanceof HTMLTableRowElement && table.current?.contains(target) === true),
    [table],
  );
  useCommandScope("list", list, owns);
}

function createList(latest: RefObject<ListNow>, table: RefObject<HTMLTableElement | null>): List {
  const current = (): Entry | undefined => latest.current.entries[list.row];
  const marked = (): readonly Entry[] =>
    latest.current.entries.filter(({ _id }) => latest.current.selection?.ids.has(_id) === true);
  const list: List = {
    get rowCount() {
      return latest.current.entries.length;
    },
    get row() {
      return latest.current.selection?.focus ?? focusedRow(table.current);
    },
    get canMark() {
      return latest.current.selection !== undefined;
    },
    get markedCount() {
      return latest.current.selection?.ids.size ?? 0;
    },
    goToRow(row, extend) {
      const { selection, focusRow } = latest.current;
      if (extend) selection?.select(row, { toggle: false, range: true });
      else selection?.moveFocus(row);
      focusRow(row);
    },
    toggleMark: () => latest.current.selection?.select(list.row, { toggle: true, range: false }),
    markAll: () => latest.current.selection?.selectAll(),
    clearMarks: () => latest.current.selection?.clear(),
    get refusals() {
      const entry = current();
      const { placeLevel } = latest.current;
      return {
        open: refuseUnless(entry?._modelType !== "item", "cannotOpen"),
        launch: refuseUnless(entry !== undefined && isDataset(entry), "noDataset"),
        rename: refuseUnless(mayWrite(entry, placeLevel), "noWriteAccess"),
        delete:
          refuseUnless(list.markedCount > 0, "nothingMarked") ??
          refuseUnless(
            marked().every((each) => mayDelete(each, placeLevel)),
            "noDeleting",
          ),
      };
    },
    open: () => withEntry(current(), latest.current.commands.open),
    launch: () => withEntry(current(), latest.current.commands.launch),
    rename: () => withEntry(current(), latest.current.commands.rename),
    deleteMarked: () => latest.current.commands.deleteSelected(),
    refuse: showRefusal,
  };
  return list;
}

function refuseUnless(can: boolean, refusal: ListRefusal): ListRefusal | undefined {
  return can ? undefined : refusal;
}

function withEntry(entry: Entry | undefined, act: (entry: Entry) => void): void {
  if (entry !== undefined) act(entry);
}

/** Where rows cannot be selected, the row that has the focus is the one that the keyboard is on. */
function focusedRow(table: HTMLTableElement | null): number {
  const row = document.activeElement;
  if (!(row instanceof HTMLTableRowElement) || table?.contains(row) !== true) return 0;
  return Math.max(0, row.sectionRowIndex);
}
