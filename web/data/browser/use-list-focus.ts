/**
 * Keeps the keyboard focus in the list. The row that opened a place, and a row that is deleted, lose the focus: it
 * moves to the row the user came from, else to the row that is there now. A user whose focus is elsewhere keeps it.
 */
import { useEffect, useRef, type RefObject } from "react";

interface ShownList {
  /** Ids of the rows; none where there is no list, or an empty one. */
  readonly order: readonly string[];
  /** The contents of the place are loaded. */
  readonly isShown: boolean;
  /** That the keyboard is on. */
  readonly row: number;
  /** Id of the place that was shown before; `undefined` where the page itself was opened, which moves no focus. */
  readonly cameFrom: string | undefined;
  moveTo(row: number): void;
}

/** Milliseconds that a dialog may take to go away. */
const patienceMs = 2000;

/** @param list holds the rows, or what is shown instead of them */
export function useListFocus(list: RefObject<HTMLElement | null>, now: ShownList): void {
  const { order, isShown } = now;
  const latest = useRef(now);
  const before = useRef<readonly string[]>(undefined);
  const lastFocused = useRef<Node>(undefined);
  useEffect(() => {
    latest.current = now;
  });

  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof Node) lastFocused.current = target;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);

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
    // The dialog that has asked goes away later, and would give the focus back to what is gone.
    const end = performance.now() + patienceMs;
    let frame = requestAnimationFrame(function look() {
      const isLost = isNowhere() && lastFocused.current?.isConnected === false;
      if (isLost) focusIn(list.current, latest.current.row);
      else if (isInDialog() && performance.now() < end) frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [order, isShown, list]);
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isInDialog(): boolean {
  return document.activeElement?.closest("[role=dialog]") != null;
}

/** The row, or the first focusable element when the row does not exist. */
function focusIn(list: HTMLElement | null, row: number): void {
  const rows = list?.querySelector("tbody")?.rows;
  const target = rows?.[row] ?? list?.querySelector<HTMLElement>("a[href], button");
  target?.focus();
}
