/**
 * Virtualizes a long list of rows of equal height: only visible rows and a few beyond are rendered. It keeps nothing
 * for the others, so a list of a hundred thousand rows costs as much as one of twenty; the library used for the other
 * lists keeps an object per row and recreates all of them when the list changes.
 */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Rows rendered beyond each end of the view. */
const beyond = 4;

/** The visible part of a list, in whole rows. */
export interface RowView {
  readonly first: number;
  readonly count: number;
}

/** Sizes in CSS pixels. Changes in steps of whole rows, so that scrolling within a row renders nothing. */
export function rowView(scrollTop: number, height: number, rowHeight: number): RowView {
  return { first: Math.max(0, Math.floor(scrollTop / rowHeight)), count: Math.ceil(height / rowHeight) + 1 };
}

/**
 * Rows `from` to `to` - 1 of `count`. When a list has become shorter, its end is shown until the browser has scrolled.
 */
export function drawnRows(
  { first, count: seen }: RowView,
  count: number,
): { readonly from: number; readonly to: number } {
  const top = Math.min(first, Math.max(0, count - seen));
  return { from: Math.max(0, top - beyond), to: Math.min(count, top + seen + beyond) };
}

/** The scroll position that makes a row fully visible; the current one if it is already. */
export function scrollTopFor(index: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - height);
}

export interface RowWindow {
  /** Ref of the scrolling element. */
  readonly scroll: RefObject<HTMLDivElement | null>;
  /** Indexes of the rows to render, ascending. */
  readonly indices: readonly number[];
  /** Scrolls just enough to make a row fully visible. */
  reveal(index: number): void;
}

/** @param height assumed height of the list until it is measured, CSS pixels */
export function useRowWindow(count: number, rowHeight: number, height: number): RowWindow {
  const scroll = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(() => rowView(0, height, rowHeight));
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null) return undefined;
    const look = (): void => {
      const now = rowView(element.scrollTop, element.clientHeight, rowHeight);
      setView((before) => (before.first === now.first && before.count === now.count ? before : now));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [rowHeight]);
  const reveal = useCallback(
    (index: number) => {
      const element = scroll.current;
      if (element === null) return;
      element.scrollTo({ top: scrollTopFor(index, element.scrollTop, element.clientHeight, rowHeight) });
    },
    [rowHeight],
  );
  const { from, to } = drawnRows(view, count);
  return { scroll, indices: Array.from({ length: to - from }, (_, n) => from + n), reveal };
}
