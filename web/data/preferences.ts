/** Choices of this browser that the data pages remember between visits. */
import { storedSignal } from "../base/stored-signal.ts";

export const pageSizes = [10, 25, 50] as const;

/** Rows of a page of the data browser. Other clients use the same name. */
export const rowsPerPage = storedSignal<number>("rowsPerPage", 10, (value) => pageSizes.includes(value as never));
/** Frame rate that uploads start with, frames per second; -1 is the rate of the video. */
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
/** How the data browser shows datasets: rows, or cards with their pictures. */
export const listLook = storedSignal<"rows" | "cards">(
  "wakeline.listLook",
  "rows",
  (value) => value === "rows" || value === "cards",
);
/** Width of the details panel in pixels. */
export const detailsWidthPx = storedSignal<number>(
  "wakeline.detailsWidth",
  300,
  (value) => typeof value === "number" && value >= 200,
);
/** Chips of a page of a review. */
const isGridSize = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 12;
export const reviewColumns = storedSignal<number>("wakeline.reviewColumns", 5, isGridSize);
export const reviewRows = storedSignal<number>("wakeline.reviewRows", 4, isGridSize);
