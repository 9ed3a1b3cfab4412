/** What is known while a track is followed. The work itself is `follow-track.ts`, loaded when it is first wanted. */

import type { TrackId } from "#core/types";

export interface Following {
  readonly track: TrackId;
  /** 1: forwards. */
  readonly step: 1 | -1;
  /** The last frame on which the object was found. */
  readonly frame: number;
  stop(): void;
}

/** Why it has ended. */
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

export interface FollowResult {
  readonly track: TrackId;
  readonly step: 1 | -1;
  /** Keyframes that were written. */
  readonly keyframes: number;
  /** Where it began, and the last frame that was written. */
  readonly from: number;
  readonly to: number;
  readonly end: FollowEnd;
  /** With `failed`: for people. */
  readonly message?: string | undefined;
  /** Continues from the last frame. */
  goOn(): void;
}
