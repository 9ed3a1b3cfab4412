/**
 * Following tracks as a state machine: each track is followed until it ends for a reason of its own. Pure;
 * `follow-tracks.ts` sends the events.
 */

import type { TrackId } from "#core/types";
import type { FollowedFrame } from "../../../base/prompt.ts";
import type { BoxBounds, Shape } from "../../../base/shape.ts";
import type { FollowEnd } from "./following.ts";
import type { Found, TrackedPath } from "./write-followed.ts";

export interface Followee {
  /** The id changes when the track is saved under another. */
  readonly track: TrackId;
  readonly start: BoxBounds;
  /** Its geometry there, which is carried along. */
  readonly shapes: readonly Shape[];
  /** The next keyframe drawn by a person. */
  readonly drawn: number | undefined;
  /** The last frame to follow to. */
  readonly until: number;
  readonly found: readonly Found[];
  /** How many of the last boxes may show something else. */
  readonly guesses: number;
  /** Not set while it continues. */
  readonly end: FollowEnd | undefined;
}

export type FollowEvent =
  | ({ readonly type: "searched" } & FollowedFrame)
  /** Either no picture after the first was needed, or none contained the objects that are left. */
  | { readonly type: "searchEnded" }
  | { readonly type: "searchFailed" }
  | { readonly type: "stopped" }
  | {
      readonly type: "edited";
      readonly trackIds: readonly TrackId[];
      /** Only after a save. */
      readonly newIds: ReadonlyMap<number, number> | undefined;
    };

/** Whether an object last seen here has left the picture. Image pixels. */
type HasLeft = (bounds: BoxBounds) => boolean;

export const isRunning = ({ end }: Followee): boolean => end === undefined;

/** @returns the same tracks in the same order */
export function reduceFollow(
  followees: readonly Followee[],
  event: FollowEvent,
  hasLeft: HasLeft,
): readonly Followee[] {
  return followees.map((each, index) => reduceOne(each, index, event, hasLeft));
}

function reduceOne(each: Followee, index: number, event: FollowEvent, hasLeft: HasLeft): Followee {
  if (event.type === "edited") {
    const newId = event.newIds?.get(each.track);
    if (newId !== undefined) return { ...each, track: newId as TrackId };
  }
  if (!isRunning(each)) return each;
  switch (event.type) {
    case "searched": {
      const { boxes, frame } = event;
      const box = boxes.get(index);
      if (box === undefined) return lose(each, hasLeft);
      const found = [...each.found, { frame, bounds: box.bounds, ...(box.motion && { motion: box.motion }) }];
      const guesses = box.isGuess ? each.guesses + 1 : 0;
      if (frame !== each.until) return { ...each, found, guesses };
      return { ...each, found, guesses, end: each.drawn === undefined ? "end" : "keyframe" };
    }
    case "searchEnded":
      return lose(each, hasLeft);
    case "searchFailed":
      return { ...each, end: "failed" };
    case "stopped":
      return { ...each, end: "stopped" };
    case "edited":
      return event.trackIds.includes(each.track) ? { ...each, end: "edited" } : each;
  }
}

function lose(each: Followee, hasLeft: HasLeft): Followee {
  return { ...each, end: hasLeft(each.found.at(-1)?.bounds ?? each.start) ? "outside" : "lost" };
}

/** The result to write. The last boxes before a loss were guesses. */
export function pathOf({ track, start, shapes, found, guesses, drawn, end }: Followee): TrackedPath {
  return {
    track,
    start,
    shapes,
    drawn: end === "keyframe" && guesses === 0 ? drawn : undefined,
    found: found.slice(0, found.length - guesses),
  };
}
