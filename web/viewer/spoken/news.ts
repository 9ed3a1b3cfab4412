/** What a person who does not see the viewer must hear when it changes: the most important part of it. */
import type { TrackId } from "#core/types";
import type { HistoryMove } from "../../session/undo/history.ts";
import type { SaveState } from "../../session/saving/saver.ts";

/** What can change. */
export interface Sight {
  readonly move: HistoryMove | undefined;
  readonly tracks: ReadonlySet<TrackId>;
  readonly primary: TrackId | undefined;
  readonly frame: number;
  readonly isPlaying: boolean;
  readonly saved: SaveState["kind"];
}

export type News =
  | { readonly kind: "step"; readonly move: HistoryMove }
  | { readonly kind: "selected"; readonly id: TrackId }
  | { readonly kind: "several"; readonly count: number }
  | { readonly kind: "playing" }
  | { readonly kind: "paused"; readonly frame: number }
  | { readonly kind: "frame"; readonly frame: number }
  | { readonly kind: "saved" };

/**
 * Of several changes at once a step comes first: it names its tracks. Frames that pass during playback are not
 * announced, and neither is a dropped selection: the mode that ends with it announces that.
 */
export function newsOf(before: Sight, now: Sight): News | undefined {
  if (now.move !== undefined && now.move.number !== before.move?.number) return { kind: "step", move: now.move };
  if (!isSameSelection(before, now) && now.primary !== undefined) {
    const count = now.tracks.size;
    return count === 1 ? { kind: "selected", id: now.primary } : { kind: "several", count };
  }
  if (now.isPlaying !== before.isPlaying) {
    return now.isPlaying ? { kind: "playing" } : { kind: "paused", frame: now.frame };
  }
  if (now.frame !== before.frame && !now.isPlaying) return { kind: "frame", frame: now.frame };
  if (now.saved === "saved" && before.saved === "saving") return { kind: "saved" };
  return undefined;
}

function isSameSelection(a: Sight, b: Sight): boolean {
  if (a.tracks === b.tracks) return true;
  return a.primary === b.primary && a.tracks.size === b.tracks.size && [...a.tracks].every((id) => b.tracks.has(id));
}

/**
 * The tracks that a step is said to be of: what was taken back or done again are its own, whatever is selected
 * meanwhile; what was done just now is of what is selected.
 */
export function tracksOf(
  { tracks }: HistoryMove,
  selected: Pick<Sight, "tracks" | "primary">,
): Pick<Sight, "tracks" | "primary"> {
  return tracks === undefined ? selected : { tracks: new Set(tracks), primary: tracks[0] };
}
