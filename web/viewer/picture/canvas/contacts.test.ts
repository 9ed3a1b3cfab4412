import { expect, test } from "vitest";
import { screenPoint } from "../../../base/brand.ts";
import { noContacts, reduceContacts, type ContactEvent } from "./contacts.ts";

const event = (type: ContactEvent["type"], id: number, x = 0, y = 0, isPen = false): ContactEvent => {
  return { type, id, at: screenPoint(x, y), isPen };
};
const pen = 9;

/** The effects of the last of several events. */
function effectsOf(...events: readonly ContactEvent[]) {
  let transition = reduceContacts(noContacts, events[0]!);
  for (const each of events.slice(1)) transition = reduceContacts(transition.state, each);
  return transition.effects;
}
const typesOf = (...events: readonly ContactEvent[]) => effectsOf(...events).map(({ type }) => type);

test("one pointer presses, moves and releases; without a press it only moves", () => {
  expect(typesOf(event("down", 1))).toEqual(["press"]);
  expect(typesOf(event("down", 1), event("move", 1))).toEqual(["move"]);
  expect(typesOf(event("down", 1), event("up", 1))).toEqual(["release"]);
  expect(typesOf(event("down", 1), event("lost", 1))).toEqual(["cancel"]);
  expect(typesOf(event("move", 1))).toEqual(["move"]);
  expect(typesOf(event("up", 1))).toEqual([]);
  expect(typesOf(event("lost", 1))).toEqual([]);
});

test("a second finger cancels what the first began, and then both pinch around their middle", () => {
  const two = [event("down", 1, 0, 0), event("down", 2, 10, 0)];
  expect(typesOf(...two)).toEqual(["cancel"]);
  expect(effectsOf(...two, event("move", 2, 20, 4))).toEqual([
    { type: "pinch", dxPx: 5, dyPx: 2, factor: Math.hypot(20, 4) / 10, middle: { x: 10, y: 2 } },
  ]);
  expect(typesOf(...two, event("down", 3))).toEqual([]);
  // A mouse over the canvas meanwhile.
  expect(typesOf(...two, event("move", 7))).toEqual([]);
});

test("the finger that remains after a pinch does nothing until it is lifted", () => {
  const one = [event("down", 1), event("down", 2), event("up", 1)];
  expect(typesOf(...one)).toEqual([]);
  expect(typesOf(...one, event("move", 2))).toEqual([]);
  expect(typesOf(...one, event("up", 2))).toEqual([]);
  expect(typesOf(...one, event("up", 2), event("down", 3))).toEqual(["press"]);
});

test("a pen cancels what the hand began, and while it is down the hand does nothing", () => {
  const penDown = [event("down", 1), event("down", pen, 0, 0, true)];
  expect(typesOf(...penDown)).toEqual(["cancel", "press"]);
  for (const type of ["down", "move", "up", "lost"] as const) {
    expect(typesOf(...penDown, event(type, 2))).toEqual([]);
  }
  expect(typesOf(...penDown, event("down", 2), event("move", pen, 0, 0, true))).toEqual(["move"]);
  expect(typesOf(...penDown, event("up", pen), event("down", 2))).toEqual(["press"]);
});
