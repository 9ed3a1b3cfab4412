/**
 * The pointers that are down on the canvas, as a state machine: one draws, two pinch. While a pen is down, touches are
 * ignored, because the hand rests on the screen. Pure; `canvas-pointer.ts` sends the events and carries out the effects.
 */

import { screenPoint, type ScreenPoint } from "../../../base/brand.ts";

export interface Contacts {
  /** Where each pointer is, by its id. */
  readonly down: ReadonlyMap<number, ScreenPoint>;
  /** Stays true until the last finger is lifted: one that remains must not start to draw. */
  readonly isPinching: boolean;
  /** The pen that is down. */
  readonly pen: number | undefined;
}

export interface ContactEvent {
  readonly type: "down" | "move" | "up" | "lost";
  readonly id: number;
  readonly at: ScreenPoint;
  readonly isPen: boolean;
}

export type ContactEffect =
  | { readonly type: "press" | "move" | "release" }
  /** Drops what the pointer has begun. */
  | { readonly type: "cancel" }
  /** Moves the picture by `dxPx`, `dyPx` (CSS pixels), then zooms by `factor` around `middle`. */
  | {
      readonly type: "pinch";
      readonly dxPx: number;
      readonly dyPx: number;
      readonly factor: number;
      readonly middle: ScreenPoint;
    };

export interface ContactsTransition {
  readonly state: Contacts;
  readonly effects: readonly ContactEffect[];
}

export const noContacts: Contacts = { down: new Map(), isPinching: false, pen: undefined };

/** Whether the pointer is a hand that rests on the screen while its pen is down. */
export function isPalm({ pen }: Contacts, id: number): boolean {
  return pen !== undefined && pen !== id;
}

export function reduceContacts(state: Contacts, event: ContactEvent): ContactsTransition {
  const { id, type } = event;
  switch (type) {
    case "down":
      if (isPalm(state, id)) return to(state);
      return event.isPen ? afterPenDown(state, event) : afterDown(state, event);
    case "move":
      if (isPalm(state, id)) return to(state);
      if (!state.isPinching) return to(state, { type: "move" });
      return state.down.has(id) ? afterPinch(state, event) : to(state);
    case "up":
    case "lost": {
      const next = without(state, id);
      if (type === "up" && state.isPinching) return to(next);
      return state.down.has(id) ? to(next, { type: type === "up" ? "release" : "cancel" }) : to(next);
    }
  }
}

function afterDown(state: Contacts, { id, at }: ContactEvent): ContactsTransition {
  const down = new Map(state.down).set(id, at);
  const next = { ...state, down, isPinching: down.size > 1 };
  if (down.size === 1) return to(next, { type: "press" });
  return down.size === 2 ? to(next, { type: "cancel" }) : to(next);
}

/** Cancels what touches have begun: that was the hand coming to rest. */
function afterPenDown(state: Contacts, { id, at }: ContactEvent): ContactsTransition {
  const next: Contacts = { down: new Map([[id, at]]), isPinching: false, pen: id };
  return state.down.size === 0 ? to(next, { type: "press" }) : to(next, { type: "cancel" }, { type: "press" });
}

/** The image point between two fingers stays between them. */
function afterPinch(state: Contacts, { id, at }: ContactEvent): ContactsTransition {
  const before = state.down.get(id);
  const other = [...state.down].find(([otherId]) => otherId !== id)?.[1];
  const next = { ...state, down: new Map(state.down).set(id, at) };
  if (before === undefined || other === undefined) return to(next);
  const [from, middle] = [middleOf(before, other), middleOf(at, other)];
  const factor = distancePx(at, other) / Math.max(1, distancePx(before, other));
  return to(next, { type: "pinch", dxPx: middle.x - from.x, dyPx: middle.y - from.y, factor, middle });
}

function without({ down, isPinching, pen }: Contacts, id: number): Contacts {
  const rest = new Map(down);
  rest.delete(id);
  return { down: rest, isPinching: isPinching && rest.size > 0, pen: pen === id ? undefined : pen };
}

function middleOf(a: ScreenPoint, b: ScreenPoint): ScreenPoint {
  return screenPoint((a.x + b.x) / 2, (a.y + b.y) / 2);
}

function distancePx(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function to(state: Contacts, ...effects: ContactEffect[]): ContactsTransition {
  return { state, effects };
}
