import { expect, test } from "vitest";

import type { AnnotationRecord } from "./annotation-save.ts";
import { mergeWithNewer, renumbered, withinFrames } from "./run-result.ts";

const track = (id: number, frames: readonly number[], type = "fish", value = 0): AnnotationRecord => {
  const [begin = 0, end = 0] = [frames[0], frames.at(-1)];
  const features = frames.map((frame) => ({ frame, bounds: [value, 0, 1, 1], keyframe: true }));
  const document = { id, begin, end, confidencePairs: [[type, 1]], attributes: { kept: true }, features };
  return { kind: "track", id, begin, end, label: type, payload: JSON.stringify(document) };
};
const read = (records: readonly AnnotationRecord[]) =>
  records.map(({ id, begin, end, payload }) => {
    const { features } = JSON.parse(payload as string) as { features: { frame: number; bounds: number[] }[] };
    return [id, begin, end, features.map(({ frame, bounds }) => `${frame}:${bounds[0]}`).join(" ")];
  });

const range = { first: 4, last: 6 };

test("of the range what was found, of all other frames what is there; what was found gets ids of its own", () => {
  const stored = [track(0, [0, 4, 5, 9]), track(1, [5]), track(2, [9])];
  const found = [track(0, [3, 4, 6, 8], "boat", 7), track(1, [9], "boat", 7)];
  const { change, kept } = withinFrames(stored, found, range, { areSame: false, touched: new Set() });
  const { write, end } = change;
  expect(kept).toBe(0);
  expect(end).toEqual([0, 1]);
  expect(read(write)).toEqual([
    [0, 0, 9, "0:0 9:0"],
    [3, 4, 6, "4:7 6:7"],
  ]);
  expect(write.map(({ label }) => label)).toEqual(["fish", "boat"]);
});

test("a pipeline that changes what is there changes the tracks of the same ids, on these frames alone", () => {
  const stored = [track(0, [0, 4, 5, 9]), track(1, [8, 9])];
  const found = [track(0, [0, 4, 9], "fish", 7), track(1, [5, 8], "fish", 7)];
  const { write, end } = withinFrames(stored, found, range, { areSame: true, touched: new Set() }).change;
  expect(end).toEqual([0, 1]);
  expect(read(write)).toEqual([
    [0, 0, 9, "0:0 4:7 9:0"],
    [1, 5, 9, "5:7 8:0 9:0"],
  ]);
});

test("on some frames, too, a track saved during the run stays as it is", () => {
  const stored = [track(0, [4, 5]), track(1, [5, 6]), track(3, [9])];
  const found = [track(0, [4, 5], "fish", 7), track(1, [5], "fish", 7), track(2, [6], "fish", 7)];
  // Track 2 was deleted meanwhile.
  const touched = new Set([1, 2, 3]);
  const changed = withinFrames(stored, found, range, { areSame: true, touched });
  expect(changed.kept).toBe(1);
  expect(changed.change.end).toEqual([0]);
  expect(read(changed.change.write)).toEqual([[0, 4, 5, "4:7 5:7"]]);
  const added = withinFrames(stored, found.slice(0, 1), range, { areSame: false, touched });
  expect(added.change.end).toEqual([0]);
  expect(read(added.change.write)).toEqual([[4, 4, 5, "4:7 5:7"]]);
});

test("added tracks get ids above the existing ones, and groups keep their members", () => {
  const group: AnnotationRecord = {
    kind: "group",
    id: 0,
    begin: 0,
    end: 5,
    label: "school",
    payload: JSON.stringify({ id: 0, begin: 0, end: 5, members: { 0: { ranges: [[0, 5]] }, 4: { ranges: [[1, 2]] } } }),
  };
  const added = renumbered([track(0, [0]), track(4, [1]), group], { track: 7, group: 2 });
  expect(added.map(({ kind, id }) => `${kind} ${id}`)).toEqual(["track 8", "track 9", "group 3"]);
  expect(JSON.parse(added[2]?.payload as string)).toMatchObject({
    id: 3,
    members: { 8: { ranges: [[0, 5]] }, 9: { ranges: [[1, 2]] } },
  });
});

test("changes saved during the run stay; a result for a changed track is dropped or gets a new id", () => {
  const given = new Map([1, 2].map((id) => [id, track(id, [0, 5]).payload as string]));
  // They have changed track 1, deleted track 2 and drawn track 4; the pipeline has changed 0 to 2 and found 4 and 5.
  const saved = {
    live: { track: [0, 1, 3, 4], group: [0, 1] },
    touched: { track: new Set([1, 2, 4]), group: new Set([1]) },
    before: given,
  };
  const found = [track(0, [0, 9], "boat"), track(1, [0, 9]), track(2, [5, 6]), track(4, [7]), track(5, [8])];
  const { write, end, endGroups } = mergeWithNewer(found, saved, { track: 4, group: 1 });
  expect(write.map(({ id, begin }) => [id, begin])).toEqual([
    [0, 0],
    [6, 7],
    [5, 8],
  ]);
  expect([end, endGroups]).toEqual([[0, 3], [0]]);
});

test("a result that only has the number of a track that people changed is another object", () => {
  const saved = {
    live: { track: [1], group: [] },
    touched: { track: new Set([1]), group: new Set<number>() },
    before: new Map([[1, track(1, [0]).payload as string]]),
  };
  const { write, end } = mergeWithNewer([track(1, [7], "boat", 9)], saved, { track: 1, group: -1 });
  expect([write.map(({ id }) => id), end]).toEqual([[2], []]);
});
