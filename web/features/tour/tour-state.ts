/** The tour that a person takes, and the hints that are gone for good, in this browser. */
import { signal } from "@preact/signals-core";
import { storedSignal } from "../../base/stored-signal.ts";

export interface Tour {
  /** The copy of the sample that it is taken on. */
  readonly datasetId: string;
  /** From 0. */
  readonly step: number;
}

/** `undefined`: none is being taken. */
export const tour = signal<Tour | undefined>(undefined);

export type HintId = "tour" | "type" | "ghost";

const gone = storedSignal<readonly string[]>(
  "wakeline.goneHints",
  [],
  (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
);

/** Reads a signal. */
export const isHintGone = (id: HintId): boolean => gone.value.includes(id);

/** Dismissed, or done: it does not come back. */
export function endHint(id: HintId): void {
  if (!gone.peek().includes(id)) gone.value = [...gone.peek(), id];
}
