/** Preferences of the data pages, stored in this browser. */
import { storedSignal } from "../base/stored-signal.ts";

export const pageSizes = [10, 25, 50] as const;

/** Page size of the data browser, under the key that other clients use. */
export const rowsPerPage = storedSignal<number>("rowsPerPage", 10, (value) => pageSizes.includes(value as never));
/** Initial frame rate of uploads, frames per second; -1: the video's own. */
export const annotationFps = storedSignal<number>(
  "annotationFPS",
  10,
  (value) => typeof value === "number" && (value > 0 || value === -1),
);
export const askBeforeDeleting = storedSignal<boolean>(
  "wakeline.askBeforeDeleting",
  true,
  (value) => typeof value === "boolean",
);
export const showDetails = storedSignal<boolean>("wakeline.showDetails", true, (value) => typeof value === "boolean");
/** How the data browser shows datasets: as rows, or as cards with pictures. */
export const listLook = storedSignal<"rows" | "cards">(
  "wakeline.listLook",
  "rows",
  (value) => value === "rows" || value === "cards",
);
/** Width of the details panel, CSS pixels. */
export const detailsWidthPx = storedSignal<number>(
  "wakeline.detailsWidth",
  300,
  (value) => typeof value === "number" && value >= 200,
);
/** Columns and rows of a review page. */
const isGridSize = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 12;
export const reviewColumns = storedSignal<number>("wakeline.reviewColumns", 5, isGridSize);
export const reviewRows = storedSignal<number>("wakeline.reviewRows", 4, isGridSize);
/** Whether lists of tasks include the accepted ones. */
export const showAllTasks = storedSignal<boolean>(
  "wakeline.showAllTasks",
  false,
  (value) => typeof value === "boolean",
);
