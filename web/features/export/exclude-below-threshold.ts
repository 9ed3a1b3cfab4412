/** A choice that every export menu shows and keeps. */
import { storedSignal } from "../../base/stored-signal.ts";

/** Whether exports leave out what is below the confidence thresholds of the dataset. */
export const excludeBelowThreshold = storedSignal<boolean>(
  "wakeline.excludeBelowThreshold",
  false,
  (value) => typeof value === "boolean",
);
