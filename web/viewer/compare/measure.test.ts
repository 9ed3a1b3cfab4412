import { expect, test } from "vitest";
import type { TrackBoxes, TrackId } from "#core/types";
import { createMeasurer, type MeasureReply } from "./measure.ts";

const track = (id: number, frames: readonly number[]): TrackBoxes => ({
  id: id as TrackId,
  type: "fish",
  confidence: 1,
  frames: Uint32Array.from(frames),
  bounds: Float64Array.from(frames.flatMap(() => [0, 0, 10, 10])),
});

test("measures tell how far they are, and at another IoU nothing is compared again", () => {
  const replies: MeasureReply[] = [];
  const ask = createMeasurer((reply) => replies.push(reply));
  // Before there is anything to measure, nothing is reported.
  ask({ kind: "atIou", leastIou: 0.5 });
  expect(replies).toEqual([]);
  ask({
    kind: "measure",
    truth: [track(0, [0, 1])],
    found: [track(4, [0]), track(5, [1])],
    sameTypes: true,
    leastIou: 0.5,
  });
  const shares = replies.flatMap((reply) => (reply.kind === "progress" ? [reply.share] : []));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(replies.at(-2)).toMatchObject({
    kind: "whole",
    whole: { clear: { mota: 0.5, switches: [{ from: 4, to: 5 }] } },
  });
  expect(replies.at(-1)).toMatchObject({ kind: "atIou", leastIou: 0.5, measures: { detections: { recall: 1 } } });
  const before = replies.length;
  ask({ kind: "atIou", leastIou: 0.9 });
  expect(replies.slice(before).map(({ kind }) => kind)).toEqual(["atIou"]);
});

test("what cannot be measured is said, not thrown away", () => {
  const replies: MeasureReply[] = [];
  const broken = { ...track(0, [0]), bounds: undefined as unknown as Float64Array };
  createMeasurer((reply) => replies.push(reply))({
    kind: "measure",
    truth: [broken],
    found: [],
    sameTypes: true,
    leastIou: 0.5,
  });
  expect(replies.at(-1)).toMatchObject({ kind: "failed" });
});
