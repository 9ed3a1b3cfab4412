/** A setting shared by all export menus. */
import { storedSignal } from "../../base/stored-signal.ts";

/** Whether exports omit tracks below the dataset's confidence thresholds. */
export const excludeBelowThreshold = storedSignal<boolean>(
  "wakeline.excludeBelowThreshold",
  false,
  (value) => typeof value === "boolean",
);
