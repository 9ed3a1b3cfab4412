/**
 * How often rows of lists are drawn by React, for tests and for a person with the browser's tools: `renderCounts`. A row
 * that did not change must not be drawn when the frame does.
 */
import { useEffect } from "react";

declare global {
  /** Since the page was loaded, by the kind of row. */
  var renderCounts: Partial<Record<CountedRow, number>> | undefined;
}

export type CountedRow = "track" | "type";

export function useCountedRender(row: CountedRow): void {
  // Without dependencies: runs after each drawing.
  useEffect(() => {
    const counts = (globalThis.renderCounts ??= {});
    counts[row] = (counts[row] ?? 0) + 1;
  });
}
