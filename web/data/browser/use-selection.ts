/** Row selection as in a file manager: a click selects one, Ctrl toggles, Shift selects the range from the anchor. */
import { useCallback, useState } from "react";

export interface SelectionModifiers {
  /** Ctrl, or Cmd on Apple keyboards. */
  readonly toggle: boolean;
  readonly range: boolean;
}

interface SelectionState {
  readonly ids: ReadonlySet<string>;
  /** Where a range starts. */
  readonly anchor: number;
  /** The current row for the keyboard. */
  readonly focus: number;
}

export interface Selection extends SelectionState {
  select(index: number, modifiers: SelectionModifiers): void;
  /** Makes a row current without selecting it. */
  moveFocus(index: number): void;
  selectAll(): void;
  clear(): void;
}

const nothing: SelectionState = { ids: new Set(), anchor: 0, focus: 0 };

/** `order` contains the ids of the visible rows. */
export function useSelection(order: readonly string[]): Selection {
  const [state, setState] = useState(nothing);

  const select = useCallback(
    (index: number, modifiers: SelectionModifiers) => setState((before) => selectRow(before, order, index, modifiers)),
    [order],
  );
  const moveFocus = useCallback((index: number) => setState((before) => ({ ...before, focus: index })), []);
  const selectAll = useCallback(() => setState((before) => ({ ...before, ids: new Set(order) })), [order]);
  const clear = useCallback(() => setState((before) => ({ ...before, ids: new Set() })), []);

  // Rows that are gone (deleted, moved) are no longer selected.
  const present = new Set(order);
  const ids = new Set([...state.ids].filter((id) => present.has(id)));
  return {
    ids,
    anchor: state.anchor,
    focus: Math.min(state.focus, Math.max(0, order.length - 1)),
    select,
    moveFocus,
    selectAll,
    clear,
  };
}

export function selectRow(
  before: SelectionState,
  order: readonly string[],
  index: number,
  modifiers: SelectionModifiers,
): SelectionState {
  const id = order[index];
  if (id === undefined) return before;
  if (modifiers.range) {
    const [from, to] = before.anchor < index ? [before.anchor, index] : [index, before.anchor];
    const range = order.slice(from, to + 1);
    return { ids: new Set(modifiers.toggle ? [...before.ids, ...range] : range), anchor: before.anchor, focus: index };
  }
  if (!modifiers.toggle) return { ids: new Set([id]), anchor: index, focus: index };
  const ids = new Set(before.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: index, focus: index };
}
