import { expect, test } from "vitest";
import { createCore } from "../create-core.ts";
import { utf8 } from "../testing/cores.ts";
import type { IssueRule } from "../types/issues.ts";
import { type AttributeMatch, matchingTracks } from "./matching-tracks.ts";

type Values = Readonly<Record<string, unknown>>;

const trackOf = (id: number, attributes: Values, detections: readonly Values[], right = 9) => ({
  id,
  begin: 0,
  end: detections.length - 1,
  confidencePairs: [["fish", 0]],
  attributes,
  features: detections.map((values, frame) => ({
    frame,
    keyframe: true,
    bounds: [id * 100, 0, id * 100 + right, 9],
    attributes: values,
  })),
});

async function setUp(...tracks: readonly ReturnType<typeof trackOf>[]) {
  const core = await createCore();
  const file = { version: 2, tracks: Object.fromEntries(tracks.map((track) => [track.id, track])), groups: {} };
  core.reader.readDiveJson(utf8(JSON.stringify(file)));
  return (attribute: AttributeMatch | undefined, ...rules: IssueRule[]) =>
    matchingTracks(core, { attribute, rules }, { user: "ada", facts: {} });
}

test("an attribute and its value are found on tracks, on any of their detections, or on either", async () => {
  const find = await setUp(
    trackOf(1, { size: 2 }, [{}]),
    trackOf(2, { size: "2" }, [{ size: 3 }, { size: 4 }]),
    trackOf(3, {}, [{}, { size: 2 }]),
    trackOf(4, { seen: true, userAttributes: { ada: { size: 2 }, bob: { size: 7 } } }, [{}]),
    trackOf(5, {}, [{}]),
  );
  expect(find({ name: "size" })).toEqual([1, 2, 3, 4]);
  expect(find({ name: "size", value: "2" })).toEqual([1, 2, 3, 4]);
  expect(find({ name: "size", value: "2", belongs: "track" })).toEqual([1, 2, 4]);
  expect(find({ name: "size", value: "4", belongs: "detection" })).toEqual([2]);
  expect(find({ name: "seen", value: "true" })).toEqual([4]);
  expect([find({ name: "size", value: "7" }), find({ name: "color" })]).toEqual([[], []]);
});

test("tracks that break any of some rules are found, both tracks of a pair, and with an attribute those with both", async () => {
  const [one, two] = [trackOf(1, { a: 1 }, [{}, {}]), trackOf(2, {}, [{}, {}])];
  const twin = { ...two, id: 3 };
  const find = await setUp(one, two, twin, trackOf(4, { a: 1 }, [{}], 0));
  expect(find(undefined, "box-duplicate")).toEqual([2, 3]);
  expect(find(undefined, "box-empty", "box-duplicate")).toEqual([2, 3, 4]);
  expect(find({ name: "a" }, "box-empty", "box-duplicate")).toEqual([4]);
  expect(find(undefined)).toEqual([1, 2, 3, 4]);
});
