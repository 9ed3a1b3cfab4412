import { expect, test } from "vitest";
import type { GroupId, TrackId } from "#core/types";
import { keepExisting, nothingSelected, selectOne, selectTracks } from "./selection.ts";

const id = (value: number): TrackId => value as TrackId;
const group = (value: number): GroupId => value as GroupId;
const none = (): boolean => false;

test("of several tracks one is primary, the first when none is named", () => {
  expect(selectTracks([id(3), id(5)]).primary).toBe(3);
  expect(selectTracks([id(3), id(5)], id(5)).primary).toBe(5);
  expect(selectTracks([id(3)], id(9)).primary).toBe(3);
  expect(selectTracks([])).toEqual(nothingSelected);
  expect(selectOne(undefined)).toBe(nothingSelected);
});

test("what no longer exists leaves the selection, and another track becomes primary", () => {
  const selection = selectTracks([id(3), id(5)], id(3), group(1));
  expect(keepExisting(selection, (track) => track === 5, none)).toEqual(selectTracks([id(5)]));
  const same = keepExisting(
    selection,
    () => true,
    () => true,
  );
  expect(same).toBe(selection);
  expect(keepExisting(selection, none, (known) => known === 1)).toEqual({ ...nothingSelected, group: 1 });
});
