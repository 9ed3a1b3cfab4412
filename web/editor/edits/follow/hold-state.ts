/**
 * Following with the pointer as a state machine: the button is held on an object, is released, and the tracker searches
 * the frames that are left. Pure; `hold-pointer.ts` sends the events and carries out the effects.
 */

import type { FollowEnd } from "./following.ts";

/** The tracker's progress, as frames. */
export interface HoldProgress {
  readonly searchedTo: number;
  /** The last frame on which it saw the object. */
  readonly seenTo: number;
}

export type HoldState = HoldProgress &
  (
    | { readonly kind: "held" }
    /** The gesture is over: the tracker searches the remaining frames, or (`stopping`) is about to stop. */
    | { readonly kind: "released" | "stopping"; readonly releasedMs: number; readonly end: FollowEnd }
    | {
        readonly kind: "ended";
        readonly releasedMs: number;
        readonly end: FollowEnd;
        /** Only with `failed`. */
        readonly message?: string;
      }
  );

export type HoldEvent =
  | { readonly type: "frameShown"; readonly frame: number; readonly ms: number }
  /** The button came up, or playback stopped. */
  | { readonly type: "released"; readonly ms: number }
  /** By the user, immediately: the boxes found stay. */
  | { readonly type: "stopped"; readonly ms: number }
  /** The track was edited. */
  | { readonly type: "edited"; readonly ms: number }
  | { readonly type: "searched"; readonly frame: number; readonly isSeen: boolean }
  | { readonly type: "searchEnded"; readonly ms: number }
  | { readonly type: "searchFailed"; readonly ms: number; readonly message: string };

export type HoldEffect =
  /** Shows the user how far it has come. */
  | "showProgress"
  /** Suggests the object at the pointer, on the shown frame. */
  | "offer"
  /** The tracker may be waiting for a hint. */
  | "wakeTracker"
  | "stopTracker"
  /** Frees the pointer, and restores playback. */
  | "endGesture";

/** The last frame to follow to. */
export interface HoldLimit {
  readonly until: number;
  /** `keyframe`: a person has drawn one there. */
  readonly reason: "keyframe" | "end";
}

export interface HoldTransition {
  readonly state: HoldState;
  /** In the order in which they are carried out. */
  readonly effects: readonly HoldEffect[];
}

export const heldFrom = (frame: number): HoldState => ({ kind: "held", searchedTo: frame, seenTo: frame });

export function reduceHold(state: HoldState, event: HoldEvent, limit: HoldLimit): HoldTransition {
  if (state.kind === "ended") return { state, effects: [] };
  if (event.type === "searched") return afterSearched(state, event);
  return state.kind === "held" ? whileHeld(state, event, limit) : afterRelease(state, event);
}

type Searched = Extract<HoldEvent, { type: "searched" }>;
type OtherEvent = Exclude<HoldEvent, Searched>;
type Held = Extract<HoldState, { kind: "held" }>;
type Released = Extract<HoldState, { kind: "released" | "stopping" }>;

function afterSearched(state: Held | Released, { frame, isSeen }: Searched): HoldTransition {
  const progress = { searchedTo: frame, seenTo: isSeen ? frame : state.seenTo };
  // While it is held, each shown frame shows the progress.
  return { state: { ...state, ...progress }, effects: state.kind === "held" ? [] : ["showProgress"] };
}

function whileHeld(state: Held, event: OtherEvent, { until, reason }: HoldLimit): HoldTransition {
  const release = (kind: Released["kind"], end: FollowEnd): HoldTransition => ({
    state: { ...state, kind, end, releasedMs: event.ms },
    effects: ["endGesture", "showProgress", kind === "stopping" ? "stopTracker" : "wakeTracker"],
  });
  switch (event.type) {
    case "frameShown": {
      const shown: readonly HoldEffect[] = ["showProgress", "offer", "wakeTracker"];
      if (event.frame < until) return { state, effects: shown };
      const last = release("released", reason);
      return { state: last.state, effects: [...shown, ...last.effects] };
    }
    case "released":
      return release("released", "released");
    case "stopped":
      return release("stopping", "stopped");
    case "edited":
      return release("stopping", "edited");
    case "searchEnded":
    case "searchFailed":
      return {
        state: { ...state, kind: "ended", end: "failed", releasedMs: event.ms, ...messageOf(event) },
        effects: ["endGesture"],
      };
  }
}

function afterRelease(state: Released, event: OtherEvent): HoldTransition {
  switch (event.type) {
    case "stopped":
      return { state: { ...state, kind: "stopping" }, effects: ["stopTracker"] };
    case "searchEnded":
      return { state: { ...state, kind: "ended" }, effects: [] };
    case "searchFailed": {
      // A stopped tracker fails by that.
      if (state.kind === "stopping") return { state: { ...state, kind: "ended" }, effects: [] };
      return { state: { ...state, kind: "ended", end: "failed", ...messageOf(event) }, effects: [] };
    }
    case "frameShown":
    case "released":
    case "edited":
      return { state, effects: [] };
  }
}

function messageOf(event: OtherEvent): { readonly message?: string } {
  return event.type === "searchFailed" ? { message: event.message } : {};
}
