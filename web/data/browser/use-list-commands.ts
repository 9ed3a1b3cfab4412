/** Connects the keys and commands of lists to a list of entries. */
import { useEffect, useState } from "react";

import type { List, ListRefusal, Refusal, RowAction } from "../../commands/command.ts";
import type { Entry } from "../../queries/places.ts";
import { useCommandScope } from "../../ui/commands/scopes.ts";
import { showRefusal } from "../../ui/commands/show-refusal.ts";
import { mayDelete } from "./entry-facts.ts";
import { rowActions } from "./row-actions.ts";
import type { Selection } from "./use-selection.ts";

export interface ListNow {
  readonly entries: readonly Entry[];
  /** Undefined if rows cannot be selected. */
  readonly selection: Selection | undefined;
  readonly placeLevel: number;
  goTo(path: string): void;
  deleteSelected(): void;
  /** Moves the keyboard focus to a row once the selection's focus is on it. */
  focusRow(row: number): void;
}

export function useListCommands(now: ListNow): void {
  const [list] = useState(() => new EntryList());
  useEffect(() => list.show(now));
  useCommandScope("list", list, isRow);
}

/** Buttons and links in a row handle keys themselves. */
function isRow(target: Element): boolean {
  return target.matches("[role=grid], [role=grid] tbody tr");
}

/** Reads the latest render on each call. */
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

  get #entry(): Entry | undefined {
    return this.#now?.entries[this.row];
  }

  refusalOf(action: RowAction): ListRefusal | undefined {
    const entry = this.#entry;
    return entry === undefined ? "noRow" : rowActions[action].refusal(entry, this.#now?.placeLevel ?? -1);
  }

  act(action: RowAction): void {
    const entry = this.#entry;
    if (entry !== undefined && this.#now !== undefined) rowActions[action].run(entry, this.#now.goTo);
  }

  get deleteRefusal(): ListRefusal | undefined {
    const { entries = [], selection, placeLevel = -1 } = this.#now ?? {};
    const marked = entries.filter(({ _id }) => selection?.ids.has(_id) === true);
    if (marked.length === 0) return "nothingMarked";
    return marked.every((each) => mayDelete(each, placeLevel)) ? undefined : "noDeleting";
  }

  deleteMarked(): void {
    this.#now?.deleteSelected();
  }

  refuse(reason: Refusal): void {
    showRefusal(reason);
  }
}

/** If rows cannot be selected, the focused row is the current one. */
function focusedRow(): number {
  const row = document.activeElement;
  return row instanceof HTMLTableRowElement && isRow(row) ? row.sectionRowIndex : 0;
}
