import { expect, test } from "vitest";
import { slotsWithoutRoom } from "./bar-room.ts";

const slot = (name: string, priority: number, widthPx: number, insteadPx = 0) => ({
  name,
  priority,
  widthPx,
  insteadPx,
});
const slots = [slot("draw", 3, 100), slot("seek", 1, 60), slot("merge", 2, 80), slot("show", 0, 200, 30)];
const gone = (roomPx: number) => [...slotsWithoutRoom(slots, roomPx, 28)];

test("the least important parts of a bar go into its menu, as few as make room, whatever their order", () => {
  expect(gone(440)).toEqual([]);
  // The menu needs room too.
  expect(gone(439)).toEqual(["show"]);
  expect(gone(297)).toEqual(["show", "seek"]);
  expect(gone(230)).toEqual(["show", "merge"]);
  expect(gone(217)).toEqual(["show", "seek", "merge"]);
  expect(gone(0)).toEqual(["show", "seek", "merge", "draw"]);
});

test("what leaves for a wider part comes back where that leaves room", () => {
  const bar = [slot("words", 2, 210), slot("delete", 1, 60), slot("seek", 0, 120)];
  const goneOf = (roomPx: number) => [...slotsWithoutRoom(bar, roomPx, 30)];
  expect(goneOf(240).toSorted()).toEqual(["delete", "seek"]);
  expect(goneOf(239)).toEqual(["words"]);
});
