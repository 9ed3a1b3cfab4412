import { expect, test } from "vitest";
import type { TrackId } from "#core/types";
import type { BoxBounds } from "../../../base/shape.ts";
import { pathOf, reduceFollow, type Followee, type FollowEvent } from "./follow-state.ts";

const bounds: BoxBounds = [10, 10, 20, 20];
const box = (isGuess = false) => ({ bounds, score: 1, isGuess });
const searched = (frame: number, boxes: Record<number, ReturnType<typeof box>>): FollowEvent => ({
  type: "searched",
  frame,
  boxes: new Map(Object.entries(boxes).map(([index, each]) => [Number(index), each])),
});
const edited = (trackIds: readonly number[], newIds?: readonly (readonly [number, number])[]): FollowEvent => ({
  type: "edited",
  trackIds: trackIds as TrackId[],
  newIds: newIds && new Map(newIds),
});

/** Track 1 can be followed to frame 3, which a person has drawn; track 2 to the last frame, 5. */
const two: readonly Followee[] = [
  { track: 1 as TrackId, start: bounds, shapes: [], drawn: 3, until: 3, found: [], guesses: 0, end: undefined },
  { track: 2 as TrackId, start: bounds, shapes: [], drawn: undefined, until: 5, found: [], guesses: 0, end: undefined },
];

const after = (events: readonly FollowEvent[], hasLeft = false) =>
  events.reduce((followees, event) => reduceFollow(followees, event, () => hasLeft), two);
const endsAfter = (events: readonly FollowEvent[], hasLeft = false) => after(events, hasLeft).map(({ end }) => end);

test("a track goes on until its last frame, or until no box is found", () => {
  expect(endsAfter([searched(2, { 0: box(), 1: box() })])).toEqual([undefined, undefined]);
  expect(endsAfter([searched(3, { 0: box(), 1: box() })])).toEqual(["keyframe", undefined]);
  expect(endsAfter([searched(3, { 0: box(), 1: box() }), searched(5, { 1: box() })])).toEqual(["keyframe", "end"]);
  expect(endsAfter([searched(2, { 1: box() })])).toEqual(["lost", undefined]);
  expect(endsAfter([searched(2, { 1: box() })], true)).toEqual(["outside", undefined]);
});

test.for([
  [{ type: "searchEnded" }, "lost"],
  [{ type: "searchFailed" }, "failed"],
  [{ type: "stopped" }, "stopped"],
] as const)("%o ends the tracks that are left, and no others", ([event, end]) => {
  expect(endsAfter([searched(3, { 0: box(), 1: box() }), event])).toEqual(["keyframe", end]);
});

test("an edited track ends, one that a save renames goes on under its new id, even after its end", () => {
  expect(endsAfter([edited([2])])).toEqual([undefined, "edited"]);
  const renamed = after([{ type: "stopped" }, edited([1, 2], [[1, 7]])]);
  expect(renamed.map(({ track, end }) => [track, end])).toEqual([
    [7, "stopped"],
    [2, "stopped"],
  ]);
  expect(endsAfter([edited([1], [[1, 7]])])).toEqual([undefined, undefined]);
});

test("guesses before an end are left out, and then the drawn keyframe was not reached", () => {
  const isSure = [searched(2, { 0: box(true) }), searched(3, { 0: box() })];
  expect(pathOf(after(isSure)[0]!)).toMatchObject({ drawn: 3, found: [{ frame: 2 }, { frame: 3 }] });
  const isGuess = [searched(2, { 0: box() }), searched(3, { 0: box(true) })];
  expect(pathOf(after(isGuess)[0]!)).toEqual({
    track: 1,
    start: bounds,
    shapes: [],
    drawn: undefined,
    found: [{ frame: 2, bounds }],
  });
});
