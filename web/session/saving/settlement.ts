/** How a save goes on that the server refused because others have saved the same. */
import type { Contested } from "../document/document-sync.ts";

/** In which the others have saved: after `base`, up to `head`. */
export interface Revisions {
  readonly base: number;
  readonly head: number;
}

/** What is sent over what the others have saved, and what is as they have it. */
export interface Settlement {
  readonly mine: Contested;
  readonly theirs: Contested;
}
