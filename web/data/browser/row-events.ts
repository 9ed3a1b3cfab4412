/**
 * The pointer's actions on the rows of a list. One object for all rows and renders, so that a row is drawn again only
 * when its own values have changed, and not with every selection.
 */
import { useLayoutEffect, useState } from "react";
import type { DragEvent, MouseEvent } from "react";
import type { Entry } from "../../queries/places.ts";
import type { MenuAnchor } from "../../ui/menus/MenuLayer.tsx";
import { mayMove } from "./entry-facts.ts";
import { beginDrag } from "./move-entries.ts";
import { rowActions } from "./row-actions.ts";
import type { Selection, SelectionModifiers } from "./use-selection.ts";

interface RowsNow {
  readonly entries: readonly Entry[];
  /** Undefined if rows cannot be selected. */
  readonly selection: Selection | undefined;
  readonly placeLevel: number;
  goTo(path: string): void;
  showMenu(entry: Entry, at: MenuAnchor): void;
  toggleMenu(entry: Entry, at: MenuAnchor): void;
}

export function useRowEvents(now: RowsNow): RowEvents {
  const [events] = useState(() => new RowEvents(now));
  // Together with the rows: a click right after them must not find the previous order.
  useLayoutEffect(() => events.update(now));
  return events;
}

export class RowEvents {
  #now: RowsNow;

  constructor(now: RowsNow) {
    this.#now = now;
  }

  update(now: RowsNow): void {
    this.#now = now;
  }

  select(index: number, modifiers: SelectionModifiers): void {
    this.#now.selection?.select(index, modifiers);
  }

  click(event: MouseEvent, index: number): void {
    if (isControl(event.target)) return;
    this.select(index, { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey });
  }

  doubleClick(event: MouseEvent, entry: Entry): void {
    const { placeLevel, goTo } = this.#now;
    const { open } = rowActions;
    if (!isControl(event.target) && open.refusal(entry, placeLevel) === undefined) open.run(entry, goTo);
  }

  /** The right button opens the access list, where there is one; the keyboard's menu key sends no button. */
  contextMenu(event: MouseEvent, entry: Entry): void {
    const { placeLevel, goTo, showMenu } = this.#now;
    const { access } = rowActions;
    const opensAccess = event.button === 2 && access.refusal(entry, placeLevel) === undefined;
    if (!opensAccess && !hasMenu(entry)) return;
    event.preventDefault();
    if (opensAccess) access.run(entry, goTo);
    else showMenu(entry, { x: event.clientX, y: event.clientY });
  }

  toggleMenu(event: MouseEvent<HTMLElement>, entry: Entry): void {
    this.#now.toggleMenu(entry, event.currentTarget);
  }

  /** A selected row is dragged along with the others. */
  dragStart(event: DragEvent, entry: Entry): void {
    const { entries, selection, placeLevel } = this.#now;
    const together =
      selection?.ids.has(entry._id) === true ? entries.filter(({ _id }) => selection.ids.has(_id)) : [entry];
    beginDrag(
      event,
      together.filter((each) => mayMove(each, placeLevel)),
    );
  }
}

/** Users have no actions. */
export function hasMenu(entry: Entry): boolean {
  return entry._modelType !== "user";
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, label, [role=menu], [role=menuitem]") !== null;
}
