/** Choices of this browser that the data pages remember between visits. */
import { signal } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";

export const PAGE_SIZES = [10, 25, 50] as const;

/** Rows of a page of the data browser. Other clients use the same name. */
export const rowsPerPage = stored<number>("rowsPerPage", 10, (value) => PAGE_SIZES.includes(value as never));
/** Frame rate that uploads start with, frames per second; -1 is the rate of the video. */
export const annotationFps = stored<number>(
  "annotationFPS",
  10,
  (value) => typeof value === "number" && (value > 0 || value === -1),
);
export const askBeforeDeleting = stored<boolean>(
  "wakeline.askBeforeDeleting",
  true,
  (value) => typeof value === "boolean",
);
export const showDetails = stored<boolean>("wakeline.showDetails", true, (value) => typeof value === "boolean");
/** Whether exports leave out what is below the confidence thresholds of the dataset. */
export const excludeBelowThreshold = stored<boolean>(
  "wakeline.excludeBelowThreshold",
  false,
  (value) => typeof value === "boolean",
);
/** Width of the details panel in pixels. */
export const detailsWidthPx = stored<number>(
  "wakeline.detailsWidth",
  300,
  (value) => typeof value === "number" && value >= 200,
);

/** A signal that is kept in the local storage. What does not pass `isValid` counts as never stored. */
function stored<T>(key: string, initial: T, isValid: (value: unknown) => boolean): Signal<T> {
  const value = signal(read());
  value.subscribe((now) => localStorage.setItem(key, JSON.stringify(now)));
  return value;

  function read(): T {
    const text = localStorage.getItem(key);
    if (text === null) return initial;
    try {
      const parsed: unknown = JSON.parse(text);
      return isValid(parsed) ? (parsed as T) : initial;
    } catch {
      return initial;
    }
  }
}
