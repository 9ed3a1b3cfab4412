/**
 * Keeps the keyboard focus in the list. Opening a place and deleting a row remove the focused row: the focus then moves
 * to the row the user came from, or else to the row now in that position. So it does when the focused button goes with
 * the selection. A focus outside of the list stays there. While
 * nothing has the focus, Down moves it into the list: on the way there by Tab are thirty other controls.
 */
import { useEffect, useRef, type RefObject } from "react";

interface ShownList {
  /** Ids of the rows; empty without a list, or for an empty one. */
  readonly order: readonly string[];
  /** The place is loaded, from which its actions follow, and so are its contents. */
  readonly isShown: boolean;
  /** The current row for the keyboard. */
  readonly row: number;
  readonly hasSelection: boolean;
  /** Id of the previously shown place; `undefined` when the page itself was opened, which does not move the focus. */
  readonly cameFrom: string | undefined;
  moveTo(row: number): void;
}

/** How long a dialog may take to close, ms. */
const patienceMs = 2000;

/** @param list contains the rows, or the message shown instead */
export function useListFocus(list: RefObject<HTMLElement | null>, now: ShownList): void {
  const { order, isShown, hasSelection } = now;
  const latest = useRef(now);
  const before = useRef<readonly string[]>(undefined);
  const lastFocused = useRef<Element>(undefined);
  useEffect(() => {
    latest.current = now;
  });

  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      // The page as a whole gets it for want of another place.
      if (target instanceof Element && target.id !== "content") lastFocused.current = target;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);

  useEffect(() => {
    const enter = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.key !== "ArrowDown" || hasModifier(event) || !isNowhere()) return;
      if (latest.current.order.length === 0) return;
      event.preventDefault();
      focusIn(list.current, latest.current.row);
    };
    document.addEventListener("keydown", enter);
    return () => document.removeEventListener("keydown", enter);
  }, [list]);

  useEffect(() => {
    if (!isShown) return undefined;
    const { cameFrom, moveTo } = latest.current;
    const gone = before.current?.some((id) => !order.includes(id));
    const isArrival = before.current === undefined;
    before.current = order;
    if (isArrival) {
      if (cameFrom === undefined || !isNowhere()) return undefined;
      const row = Math.max(0, order.indexOf(cameFrom));
      moveTo(row);
      focusIn(list.current, row);
      return undefined;
    }
    if (gone !== true) return undefined;
    // The confirmation dialog closes later, and would return the focus to a removed row.
    const end = performance.now() + patienceMs;
    let frame = requestAnimationFrame(function look() {
      const isLost = isNowhere() && lastFocused.current?.isConnected === false;
      if (isLost) focusIn(list.current, latest.current.row);
      else if (isInDialog() && performance.now() < end) frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [order, isShown, list]);

  useEffect(() => {
    if (hasSelection) return;
    if (isNowhere() && lastFocused.current?.isConnected === false) focusIn(list.current, latest.current.row);
  }, [hasSelection, list]);
}

function isNowhere(): boolean {
  const { activeElement: at, body } = document;
  // After a change of pages the page as a whole has it.
  return at === null || at === body || at.id === "content";
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

function isInDialog(): boolean {
  return document.activeElement?.closest("[role=dialog]") != null;
}

/** The row, or the first focusable element if there is no such row. */
function focusIn(list: HTMLElement | null, row: number): void {
  const rows = list?.querySelector("tbody")?.rows;
  const target = rows?.[row] ?? list?.querySelector<HTMLElement>("a[href], button");
  target?.focus();
}
