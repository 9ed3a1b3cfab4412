/** Which change is announced when several come at once. */
import { expect, test } from "vitest";
import type { TrackId } from "#core/types";
import { announcementsOf, tracksOf, type AnnouncedState } from "./announcements.ts";

const sight: AnnouncedState = {
  move: undefined,
  tracks: new Set(),
  primary: undefined,
  frame: 3,
  isPlaying: false,
  saved: "saved",
};
const move = { number: 1, kind: "done", action: { kind: "track", change: "add" } } as const;
const four = 4 as TrackId;
const five = 5 as TrackId;
const one = { tracks: new Set([four]), primary: four };

test.each([
  ["a step before the selection that it makes", { ...one, move, frame: 4 }, { kind: "step", move }],
  ["a track", { ...one, frame: 4 }, { kind: "selected", id: 4 }],
  ["several tracks by their number", { tracks: new Set([four, five]), primary: four }, { kind: "several", count: 2 }],
  ["playing", { isPlaying: true, frame: 4 }, { kind: "playing" }],
  ["a frame", { frame: 4 }, { kind: "frame", frame: 4 }],
  ["nothing of what is the same", {}, undefined],
] as const)("is %s", (_, now, news) => {
  expect(announcementsOf(sight, { ...sight, ...now })).toEqual(news);
});

test("is nothing of frames that pass while it plays, and where it stopped", () => {
  const playing = { ...sight, isPlaying: true };
  expect(announcementsOf(playing, { ...playing, frame: 9 })).toBeUndefined();
  expect(announcementsOf(playing, { ...sight, frame: 9 })).toEqual({ kind: "paused", frame: 9 });
});

test("is nothing of a selection that is dropped or made again of the same tracks", () => {
  const selected = { ...sight, ...one };
  expect(announcementsOf(selected, sight)).toBeUndefined();
  expect(announcementsOf(selected, { ...selected, tracks: new Set([four]) })).toBeUndefined();
});

test("is that all is saved, once", () => {
  const saving = { ...sight, saved: "saving" } as const;
  expect(announcementsOf(saving, sight)).toEqual({ kind: "saved" });
  expect(announcementsOf({ ...sight, saved: "dirty" }, sight)).toBeUndefined();
});

test("a step that is taken back names its own tracks, one that is done what is selected", () => {
  const undone = { number: 2, kind: "undone", action: { kind: "track", change: "add" }, tracks: [five] } as const;
  expect(tracksOf(undone, one)).toEqual({ tracks: new Set([five]), primary: five });
  expect(tracksOf({ ...undone, tracks: [] }, one)).toEqual({ tracks: new Set(), primary: undefined });
  expect(tracksOf(move, one)).toEqual(one);
});
