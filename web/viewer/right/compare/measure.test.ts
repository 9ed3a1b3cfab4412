import { expect, test } from "vitest";
import type { TrackBoxes, TrackId } from "#core/types";
import { createMeasurer } from "./measure.ts";

const track = (id: number, frames: readonly number[]): TrackBoxes => ({
  id: id as TrackId,
  type: "fish",
  confidence: 1,
  frames: Uint32Array.from(frames),
  bounds: Float64Array.from(frames.flatMap(() => [0, 0, 10, 10])),
});

test("measures report how far they are, and at another IoU nothing is compared again", () => {
  const shares: number[] = [];
  const measure = createMeasurer();
  const ask = (call: Parameters<typeof measure>[0]) => measure(call, (share) => shares.push(share));
  expect(() => ask({ kind: "atIou", minIou: 0.5 })).toThrow("nothing to measure");
  const truth = [track(0, [0, 1])];
  const found = [track(4, [0]), track(5, [1])];
  expect(ask({ kind: "whole", truth, found, sameTypes: true })).toMatchObject({
    clear: { mota: 0.5, switches: [{ from: 4, to: 5 }] },
  });
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  const count = shares.length;
  expect(ask({ kind: "atIou", minIou: 0.5 })).toMatchObject({ detections: { recall: 1 } });
  expect(ask({ kind: "atIou", minIou: 0.9 })).toMatchObject({ detections: { recall: 1 } });
  expect(shares).toHaveLength(count);
});
