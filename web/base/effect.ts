/**
 * Effects: work that runs again whenever a signal it has read changes. An effect that changes the model (the open
 * dataset, the selection, settings or annotations) must use `writingEffect`, because it can loop and hides who changed
 * what. In development and in tests, any other effect that reaches a writer of the model throws an error that names its
 * origin.
 */

import { effect as begin } from "@preact/signals-core";

type Work = () => void | (() => void);

const isGuarded = import.meta.env?.DEV ?? false;
/** Where the running effect was created, if it must not write. */
let reading: string | undefined;

/**
 * An effect that displays, records or requests something but does not write to the model. Returns a function that stops
 * it.
 */
export function effect(work: Work): () => void {
  return begin(isGuarded ? within(placeOfCaller(), work) : work);
}

/** An effect that writes to the model. Returns a function that stops it. */
export function writingEffect(work: Work): () => void {
  return begin(isGuarded ? within(undefined, work) : work);
}

/** Called first by functions that write to the model. */
export function guardWrite(writer: string): void {
  if (reading === undefined) return;
  throw new Error(`An effect calls ${writer}. If that is meant, it has to be a writingEffect. It began ${reading}`);
}

function within(place: string | undefined, work: Work): Work {
  return () => {
    const before = reading;
    reading = place;
    try {
      return work();
    } finally {
      reading = before;
    }
  };
}

/** The stack line after those of the error, this function and `effect`. */
function placeOfCaller(): string {
  return new Error().stack?.split("\n")[3]?.trim() ?? "at an unknown place";
}
