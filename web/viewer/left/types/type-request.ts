/** Which track's type field is open, at most one. Opened by a click or by Shift+Enter. */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { TrackId } from "#core/types";
import { flushSync } from "react-dom";
import { keepKeysForField } from "./early-keys.ts";

export interface TypeRequest {
  readonly track: ReadonlySignal<TrackId | undefined>;
  open(id: TrackId): void;
  /** Closes this track's field, if it is the open one. */
  close(id: TrackId): void;
}

/** @param isListed whether the track has a row in the list, or gets one */
export function createTypeRequest(isListed: (id: TrackId) => boolean): TypeRequest {
  const track = signal<TrackId | undefined>(undefined);
  return {
    track,
    open(id) {
      // Render and focus synchronously, so that the next key typed goes into the field.
      flushSync(() => (track.value = id));
      // A new track has no row yet.
      if (!(document.activeElement instanceof HTMLInputElement))
        keepKeysForField(() => track.peek() === id && isListed(id));
    },
    close(id) {
      if (track.peek() === id) track.value = undefined;
    },
  };
}
