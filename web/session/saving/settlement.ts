/** Settles a save that the server refused because others have saved the same tracks. */
import type { Contested } from "../document/document-sync.ts";

/** In which the others have saved: after `base`, up to `head`. */
export interface Revisions {
  readonly base: number;
  readonly head: number;
}

/** The changes to send on top of the others' saves, and the tracks that are equal on both sides. */
export interface Settlement {
  readonly mine: Contested;
  readonly theirs: Contested;
}
