/** State of a run that follows tracks. The code that does the work is loaded on first use (`with-tracker.ts`). */

import type { TrackId } from "#core/types";

export interface Following {
  readonly tracks: readonly TrackId[];
  /** How many of them are still running. */
  readonly running: number;
  /** 1: forwards. */
  readonly step: 1 | -1;
  /** The last frame that was searched. */
  readonly frame: number;
  /** A search for the frame that needs a keyframe: nothing will be written. */
  readonly isSearch?: boolean;
  stop(): void;
}

/** Why a track ended. */
export type FollowEnd =
  /** The object is covered, or no longer looks the same. */
  | "lost"
  | "outside"
  /** A keyframe drawn by a person. */
  | "keyframe"
  /** The first or last frame of the media. */
  | "end"
  | "stopped"
  /** The track was edited meanwhile. */
  | "edited"
  | "failed";

export interface FollowedTrack {
  readonly track: TrackId;
  /** How many keyframes were written. */
  readonly keyframes: number;
  /** The last frame written. */
  readonly to: number;
  readonly end: FollowEnd;
}

export interface FollowResult {
  readonly step: 1 | -1;
  /** The frame where it started. */
  readonly from: number;
  /** At least one. */
  readonly tracks: readonly FollowedTrack[];
  /** How many selected tracks had no box on the first frame. */
  readonly left: number;
  /** For display; only with `failed`. */
  readonly message?: string | undefined;
  /** Continues some of them from where they ended. */
  goOn(tracks: readonly TrackId[], frame: number): void;
  /** Removes what was written, except what a person has changed since, as one undo step. */
  goBack(): void;
}
