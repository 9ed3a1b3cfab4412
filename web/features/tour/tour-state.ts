/** State of the tour, and the hints that were dismissed for good, in this browser. */
import { signal } from "@preact/signals-core";
import { storedSignal } from "../../base/stored-signal.ts";

export interface Tour {
  /** The copy of the sample for the tour. */
  readonly datasetId: string;
  /** From 0. */
  readonly step: number;
}

/** `undefined`: no tour is active. */
export const tour = signal<Tour | undefined>(undefined);

/** Whether the tour runs on this dataset. */
export const isTouring = (datasetId: string): boolean => tour.peek()?.datasetId === datasetId;

export function endTour(): void {
  tour.value = undefined;
}

export type HintId = "tour" | "type" | "ghost" | "cvat";

const gone = storedSignal<readonly string[]>(
  "wakeline.goneHints",
  [],
  (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
);

/** Reads a signal. */
export const isHintGone = (id: HintId): boolean => gone.value.includes(id);

/** Dismisses a hint for good, because it was closed or done. */
export function endHint(id: HintId): void {
  if (!gone.peek().includes(id)) gone.value = [...gone.peek(), id];
}
