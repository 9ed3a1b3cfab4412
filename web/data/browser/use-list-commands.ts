/** The keys and commands of a list of entries: what they work on. */
import { useEffect, useState } from "react";

import type { List, ListRefusal, Refusal } from "../../commands/command.ts";
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

export function useListCommands(now: ListNow): void {
  const [list] = useState(() => new EntryList());
  useEffect(() => list.show(now));
  useCommandScope("list", list, isRow);
}

/** Buttons and links in a row have keys of their own. */
function isRow(target: Element): boolean {
  return target.matches("[role=grid], [role=grid] tbody tr");
}

/** Looks at what is drawn now whenever it is asked. */
class EntryList implements List {
  #now: ListNow | undefined;

  show(now: ListNow): void {
    this.#now = now;
  }

  get rowCount(): number {
    return this.#now?.entries.length ?? 0;
  }

  get row(): number {
    return this.#now?.selection?.focus ?? focusedRow();
  }

  get canMark(): boolean {
    return this.#now?.selection !== undefined;
  }

  get markedCount(): number {
    return this.#now?.selection?.ids.size ?? 0;
  }

  goToRow(row: number, extend: boolean): void {
    const { selection, focusRow } = this.#now ?? {};
    if (extend) selection?.select(row, { toggle: false, range: true });
    else selection?.moveFocus(row);
    focusRow?.(row);
  }

  toggleMark(): void {
    this.#now?.selection?.select(this.row, { toggle: true, range: false });
  }

  markAll(): void {
    this.#now?.selection?.selectAll();
  }

  clearMarks(): void {
    this.#now?.selection?.clear();
  }

  get refusals(): List["refusals"] {
    const { entries = [], selection, placeLevel = -1 } = this.#now ?? {};
    const entry = entries[this.row];
    const marked = entries.filter(({ _id }) => selection?.ids.has(_id) === true);
    return {
      open: refuseUnless(entry?._modelType !== "item", "cannotOpen"),
      launch: refuseUnless(entry !== undefined && isDataset(entry), "noDataset"),
      rename: refuseUnless(mayWrite(entry, placeLevel), "noWriteAccess"),
      delete:
        refuseUnless(marked.length > 0, "nothingMarked") ??
        refuseUnless(
          marked.every((each) => mayDelete(each, placeLevel)),
          "noDeleting",
        ),
    };
  }

  open(): void {
    this.#withEntry((entry, commands) => commands.open(entry));
  }

  launch(): void {
    this.#withEntry((entry, commands) => commands.launch(entry));
  }

  rename(): void {
    this.#withEntry((entry, commands) => commands.rename(entry));
  }

  deleteMarked(): void {
    this.#now?.commands.deleteSelected();
  }

  refuse(reason: Refusal): void {
    showRefusal(reason);
  }

  #withEntry(act: (entry: Entry, commands: EntryCommands) => void): void {
    const entry = this.#now?.entries[this.row];
    if (entry !== undefined && this.#now !== undefined) act(entry, this.#now.commands);
  }
}

function refuseUnless(can: boolean, refusal: ListRefusal): ListRefusal | undefined {
  return can ? undefined : refusal;
}

/** Where rows cannot be selected, the row that has the focus is the one that the keyboard is on. */
function focusedRow(): number {
  const row = document.activeElement;
  return row instanceof HTMLTableRowElement && isRow(row) ? row.sectionRowIndex : 0;
}
