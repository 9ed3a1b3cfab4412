/**
 * Which rows of a long list of equal rows are drawn: those in view and a few beyond. Nothing is kept for the others, so
 * a list of a hundred thousand costs what one of twenty does; the library that draws the other lists keeps an object
 * for each row and makes all of them again when the list changes.
 */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Rows drawn beyond each end of the view. */
const beyond = 4;

/** What is seen of a list, in whole rows. */
export interface RowView {
  readonly first: number;
  readonly count: number;
}

/** Sizes in CSS pixels. Steps by whole rows, so that scrolling within a row draws nothing. */
export function rowView(scrollTop: number, height: number, rowHeight: number): RowView {
  return { first: Math.max(0, Math.floor(scrollTop / rowHeight)), count: Math.ceil(height / rowHeight) + 1 };
}

/** Rows `from` .. `to` - 1 of `count`. A list that has become shorter is seen at its end until the browser has scrolled. */
export function drawnRows(
  { first, count: seen }: RowView,
  count: number,
): { readonly from: number; readonly to: number } {
  const top = Math.min(first, Math.max(0, count - seen));
  return { from: Math.max(0, top - beyond), to: Math.min(count, top + seen + beyond) };
}

/** Where to scroll so that a row is seen whole; where it is seen already, nowhere. */
export function scrollTopFor(index: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - height);
}

export interface RowWindow {
  /** For the element that scrolls. */
  readonly scroll: RefObject<HTMLDivElement | null>;
  /** Indices of the rows to draw, ascending. */
  readonly indices: readonly number[];
  /** Scrolls as far as needed for a row to be seen whole. */
  reveal(index: number): void;
}

/** @param height that the list is taken to have until it is measured, CSS pixels */
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
