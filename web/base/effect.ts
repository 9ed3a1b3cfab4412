/**
 * Effects: work that runs again whenever a signal that it has read changes. An effect that changes the model (what is
 * open, selected, set or edited) says so by its name, `writingEffect`: it can run in circles, and hides who changed
 * what. In development and in tests, any other effect that reaches a writer of the model throws, and names itself.
 */

import { effect as begin } from "@preact/signals-core";

type Work = () => void | (() => void);

const isGuarded = import.meta.env?.DEV ?? false;
/** Where the effect that runs now began, if it must not write. */
let reading: string | undefined;

/** Work that shows, notes or asks for something, and writes nothing of the model. Returns how to stop. */
export function effect(work: Work): () => void {
  return begin(isGuarded ? within(placeOfCaller(), work) : work);
}

/** Work that writes the model. Returns how to stop. */
export function writingEffect(work: Work): () => void {
  return begin(isGuarded ? within(undefined, work) : work);
}

/** Every writer of the model begins with this. */
export function noteWrite(writer: string): void {
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

/** The line of a stack after the error's own, this function's and that of `effect`. */
function placeOfCaller(): string {
  return new Error().stack?.split("\n")[3]?.trim() ?? "at an unknown place";
}
