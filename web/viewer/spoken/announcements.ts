/** Chooses what to announce to screen readers when the viewer changes: the most important part. */
import type { FrameNumber, PlainOr, TrackId } from "#core/types";
import type { StepMove } from "../../session/undo/undo-order.ts";
import type { SaveState } from "../../session/saving/saver.ts";

/** The state whose changes are announced. */
export interface AnnouncedState {
  readonly move: StepMove | undefined;
  readonly tracks: ReadonlySet<TrackId>;
  readonly primary: TrackId | undefined;
  readonly frame: PlainOr<FrameNumber>;
  readonly isPlaying: boolean;
  readonly saved: SaveState["kind"];
}

export type Announcement =
  | { readonly kind: "step"; readonly move: StepMove }
  | { readonly kind: "selected"; readonly id: TrackId }
  | { readonly kind: "several"; readonly count: number }
  | { readonly kind: "playing" }
  | { readonly kind: "paused"; readonly frame: number }
  | { readonly kind: "frame"; readonly frame: number }
  | { readonly kind: "saved" };

/**
 * If several change at once, a step comes first, since it names its tracks. Frames during playback are not announced,
 * and neither is a cleared selection: the mode that ends with it announces that.
 */
export function announcementsOf(before: AnnouncedState, now: AnnouncedState): Announcement | undefined {
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

function isSameSelection(a: AnnouncedState, b: AnnouncedState): boolean {
  if (a.tracks === b.tracks) return true;
  return a.primary === b.primary && a.tracks.size === b.tracks.size && [...a.tracks].every((id) => b.tracks.has(id));
}

/**
 * The tracks to name with a step: for undo and redo the step's own, whatever is selected meanwhile; for a new step the
 * selection.
 */
export function tracksOf(
  { tracks }: StepMove,
  selected: Pick<AnnouncedState, "tracks" | "primary">,
): Pick<AnnouncedState, "tracks" | "primary"> {
  return tracks === undefined ? selected : { tracks: new Set(tracks), primary: tracks[0] };
}
