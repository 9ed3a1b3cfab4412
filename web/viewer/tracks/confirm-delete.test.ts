import { expect, test } from "vitest";
import type { TrackId } from "#core/types";
import { deleteLines } from "./confirm-delete.ts";

const ids = (count: number) => Array.from({ length: count }, (_, id) => id as TrackId);

test("deleting names at most 20 tracks and counts the rest", () => {
  expect(deleteLines(ids(2))).toEqual(["Do you want to delete the following tracks:", "0", "1"]);
  expect(deleteLines(ids(20))).toHaveLength(21);
  expect(deleteLines(ids(23)).at(-1)).toBe("And 3 more tracks...");
  expect(deleteLines(ids(23))).toHaveLength(22);
});
