import { expect, test } from "vitest";
import type { TrackSpans } from "#core/types";
import { findPastLastFrame } from "./past-last-frame.ts";

const spans = (...ends: number[]): TrackSpans => ({
  trackIds: Uint32Array.from(ends, (_, index) => index + 10),
  typeIndices: new Uint32Array(ends.length),
  begins: new Uint32Array(ends.length),
  ends: Uint32Array.from(ends),
});

test("tracks that end on the last frame can be reached, those beyond cannot", () => {
  expect(findPastLastFrame(spans(), 4)).toBeUndefined();
  expect(findPastLastFrame(spans(0, 4), 4)).toBeUndefined();
  expect(findPastLastFrame(spans(0, 5, 4, 900), 4)).toEqual({ count: 2, first: 11 });
});
