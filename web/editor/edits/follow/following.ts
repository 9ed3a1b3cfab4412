/** State of a run that follows tracks. The code that does the work is loaded on first use (`with-tracker.ts`). */

import type { TrackId } from "#core/types";

/**
 * `tracking`: the selected tracks. `searching`: for the frame that needs a keyframe; nothing will be written. The
 * others are about the pointer: it is to be held on an object, is held there, or was released, and the remaining frames
 * are searched.
 */
export type FollowingPhase = "tracking" | "searching" | "awaitingPress" | "held" | "released";

export interface Following {
  readonly phase: FollowingPhase;
  readonly tracks: readonly TrackId[];
  /** How many of them are still running. */
  readonly running: number;
  /** 1: forwards. */
  readonly step: 1 | -1;
  /** The last frame that was searched. */
  readonly frame: number;
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
  /** The pointer that was held on it was released. */
  | "released"
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
  /** The number of frames on which the tracker did not see it: there it is where the pointer was. */
  readonly pointed?: number;
  /** For display; only with `failed`. */
  readonly message?: string | undefined;
  /** Continues some of them from where they ended. */
  resume(tracks: readonly TrackId[], frame: number): void;
  /** Removes the written keyframes, except those a person has changed since, as one undo step. */
  goBack(): void;
}
