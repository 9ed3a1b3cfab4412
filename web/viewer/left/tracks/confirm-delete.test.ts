import { expect, test } from "vitest";
import type { TrackId } from "#core/types";
import { deleteLines } from "./confirm-delete.ts";

const ids = (count: number) => Array.from({ length: count }, (_, id) => id as TrackId);

const typeOf = (id: TrackId) => (id === 0 ? "fish" : undefined);

test("deleting names at most 20 tracks with their types and counts the rest", () => {
  expect(deleteLines(ids(2), typeOf)).toEqual(["Do you want to delete the following tracks:", "0 (fish)", "1"]);
  expect(deleteLines(ids(20), typeOf)).toHaveLength(21);
  expect(deleteLines(ids(23), typeOf).at(-1)).toBe("And 3 more tracks...");
  expect(deleteLines(ids(23), typeOf)).toHaveLength(22);
});
