/** What is known while tracks are followed. The work itself is loaded when it is first wanted (`with-tracker.ts`). */

import type { TrackId } from "#core/types";

export interface Following {
  readonly tracks: readonly TrackId[];
  /** How many of them have not ended yet. */
  readonly running: number;
  /** 1: forwards. */
  readonly step: 1 | -1;
  /** The last frame that was looked at. */
  readonly frame: number;
  /** Nothing will be written: it looks for the frame that needs a keyframe. */
  readonly isSearch?: boolean;
  stop(): void;
}

/** Why one has ended. */
export type FollowEnd =
  /** The object is covered, or looks like something else now. */
  | "lost"
  | "outside"
  /** A keyframe that a person has drawn. */
  | "keyframe"
  /** The first or the last frame. */
  | "end"
  | "stopped"
  /** The track was edited meanwhile. */
  | "edited"
  | "failed";

export interface FollowedTrack {
  readonly track: TrackId;
  /** Keyframes that were written. */
  readonly keyframes: number;
  /** The last frame that was written. */
  readonly to: number;
  readonly end: FollowEnd;
}

export interface FollowResult {
  readonly step: 1 | -1;
  /** Where it began. */
  readonly from: number;
  /** At least one. */
  readonly tracks: readonly FollowedTrack[];
  /** Selected tracks that have no box where it began. */
  readonly left: number;
  /** With `failed`: for people. */
  readonly message?: string | undefined;
  /** Continues with some of them, from where they ended. */
  goOn(tracks: readonly TrackId[], frame: number): void;
  /** Takes back what was written, where a person has not changed it since, as a step of its own. */
  goBack(): void;
}
