import * as fc from "fast-check";
import { expect, test } from "vitest";

import { chunksOf, cutRecord, featuresOf } from "./feature-chunks.ts";
import { changeFeatures, cutTrack, joinTrack } from "./feature-texts.ts";

const notes = fc.array(fc.constantFrom('"frame":3,', "\\", '\\"', "}]", '"features":[', "é", "🐟", "\u0000", "{"), {
  maxLength: 4,
});
const features = fc
  .uniqueArray(fc.record({ frame: fc.nat({ max: 100_000 }), notes }), { selector: ({ frame }) => frame, maxLength: 60 })
  .map((list) =>
    list
      .toSorted((a, b) => a.frame - b.frame)
      .map((each) => ({
        attributes: { frame: 1, deep: [{ frame: 2 }] },
        ...each,
        notes: each.notes.join("").repeat(300),
      })),
  );

test("a track is cut into its features and joined again, whatever its texts hold", () => {
  fc.assert(
    fc.property(features, notes, (list, name) => {
      const track = JSON.stringify({ attributes: { features: [1], [name.join("")]: "x" }, features: list, id: 1 });
      const cut = cutTrack(track)!;
      expect(cut.features.map(({ json }) => JSON.parse(json) as unknown)).toEqual(list);
      expect(cut.features.map(({ frame }) => frame)).toEqual(list.map(({ frame }) => frame));
      expect(joinTrack(cut)).toBe(track);
    }),
  );
});

test("chunks hold what the track has, and the place where they belong is counted in code points", () => {
  fc.assert(
    fc.property(features, (list) => {
      const track = JSON.stringify({ attributes: { name: "🐟" }, features: list, filler: "x".repeat(70_000) });
      const cut = cutRecord(track);
      expect(cut === undefined).toBe(list.length === 0);
      if (cut === undefined) return;
      const points = [...cut.payload];
      const joined = cut.chunks.map(({ json }) => json).join("");
      expect(points.slice(0, cut.cutAt).join("") + joined + points.slice(cut.cutAt).join("")).toBe(track);
      for (const { json, firstFrame, lastFrame, count } of cut.chunks) {
        const inside = featuresOf(json);
        expect([inside[0]?.frame, inside.at(-1)?.frame, inside.length]).toEqual([firstFrame, lastFrame, count]);
      }
      expect((JSON.parse(cut.payload) as { features: unknown[] }).features).toHaveLength(1);
    }),
  );
});

test("chunks are about as long as each other, and as they should be", () => {
  const list = Array.from({ length: 5000 }, (_, frame) => ({ frame, json: `{"frame":${frame},"bounds":[1,2,3,4]}` }));
  const lengths = chunksOf(list).map(({ json }) => json.length);
  expect(Math.max(...lengths)).toBeLessThan(9000);
  expect(Math.min(...lengths)).toBeGreaterThan(7000);
  expect(chunksOf(list.slice(0, 300))).toHaveLength(1);
  expect(chunksOf([])).toEqual([]);
});

test.each([
  ["out of order", [{ frame: 2 }, { frame: 1 }]],
  ["twice on a frame", [{ frame: 1 }, { frame: 1 }]],
  ["without a frame", [{ bounds: [] }]],
])("features %s are not cut", (_, list) => {
  expect(cutTrack(JSON.stringify({ features: list }))).toBeUndefined();
});

test("a frame that is to go must be there", () => {
  expect(changeFeatures([{ frame: 1, json: "{}" }], { upsert: [], delete: [2] })).toBeUndefined();
});
