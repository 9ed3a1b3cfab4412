/** COCO as other tools write it, with members of every kind in any order of frames, read like a naive reader. */
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createCore } from "#core";
import { readNaively, type CocoDocument } from "./coco-reader.ts";

const runs = Number(process.env["WAKELINE_PROPERTY_RUNS"] ?? 150) * 2;

const number = fc.oneof(
  fc.integer({ min: -5, max: 50 }),
  fc.double({ noNaN: true, min: -100, max: 100 }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.constantFrom(0.5, 1e-7, 1e21),
);
const odd = <T>(arbitrary: fc.Arbitrary<T>, ...values: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const points = fc.array(fc.tuple(number, number), { maxLength: 5 });
const polygon = fc.oneof(
  { weight: 4, arbitrary: fc.array(number, { maxLength: 9 }) },
  {
    weight: 2,
    arbitrary: fc.record(
      { exterior: points, interiors: fc.array(points, { maxLength: 2 }) },
      { requiredKeys: ["exterior"] },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("x", 3, [["a"]], { a: 1 }, [1, "2", 3, 4, 5, 6]) },
);
const id = odd(fc.nat({ max: 9 }), "a", "7", -1, 2 ** 33, null, 4294967294);
const value = odd(number, true, "t", null, [1], { x: 1 });
const attributes = fc.dictionary(fc.constantFrom("a", "b"), value, { maxKeys: 2, noNullPrototype: true });
const annotation = fc.record(
  {
    id,
    image_id: fc.constantFrom(1, 2, 3, "2"),
    category_id: fc.constantFrom(0, 1, 1, 2, 2),
    bbox: odd(fc.tuple(number, number, number, number), [1, 2, 3], "x", [1, 2, 3, 4, 5], []),
    segmentation: fc.oneof(fc.array(polygon, { maxLength: 3 }), polygon),
    keypoints: odd(
      fc
        .array(fc.tuple(number, number, fc.constantFrom(0, 1, 2)), { maxLength: 3 })
        .map((list): readonly number[] => list.flat()),
      "k",
      [1, 2, "2"],
    ),
    num_keypoints: fc.nat({ max: 3 }),
    iscrowd: fc.constantFrom<unknown>(0, 1, true),
    area: number,
    track_id: id,
    score: fc.constantFrom<unknown>(0.5, 1, "x", 0),
    prob: fc.array(fc.constantFrom(0, 0.0005, 0.5, 1.5, 0.25), { maxLength: 4 }),
    dive_confidence_pairs: odd(
      fc.array(fc.tuple(fc.constantFrom("fish", "ray"), fc.constantFrom(0.5, 0.75)), { maxLength: 3 }),
      [["a"]],
      "x",
      [[1, 2]],
    ),
    attributes,
    dive_detection_attributes: attributes,
    dive_track_attributes: attributes,
    track_attributes: attributes,
    notes: fc.constantFrom<unknown>(["n"], [], "x"),
    dive_notes: fc.constantFrom<unknown>(["d"], [], "x"),
    caption: fc.constantFrom<unknown>("c", 1, null, [1]),
  },
  { requiredKeys: ["image_id"], noNullPrototype: true },
);
const [one, two, three] = [
  { id: 1, file_name: "b.jpg" },
  { id: 2, file_name: "a.jpg" },
  { id: 3, file_name: "c.jpg" },
];
const documents = fc.record({
  categories: fc.constant([
    { id: 1, name: "fish", keypoints: ["head", "eye"] },
    { id: 2, name: "crab" },
    { id: 0, name: "ray", keypoints: ["head", "tail", "x"] },
  ]),
  images: fc.constantFrom(
    [one, two, three],
    [
      { ...one, frame_index: 4 },
      { ...two, frame_index: 2 },
      { ...three, frame_index: 0 },
    ],
  ),
  videos: fc.constant([{ id: 1, name: "v" }]),
  annotations: fc.array(annotation, { maxLength: 6 }),
});

test("documents are read as a naive reader reads them, with white space and without", async () => {
  const core = await createCore();
  let trackCount = 0;
  const check = fc.property(documents, fc.constantFrom(0, 1, "\t"), (document, space) => {
    const report = core.reader.readCoco(new TextEncoder().encode(JSON.stringify(document, undefined, space)));
    core.assertIntegrity();
    const { tracks, skipped } = readNaively(document as CocoDocument);
    const read = [...core.writer.trackRows({ bounds: "exact" })].map(({ json }) => JSON.parse(json) as unknown);
    if (!isDeepStrictEqual(read, JSON.parse(JSON.stringify(tracks)))) expect(read).toEqual(tracks);
    expect(report.skippedCount).toBe(skipped);
    trackCount += tracks.length;
  });
  fc.assert(check, { seed: 20_261, numRuns: runs });
  expect(trackCount).toBeGreaterThan(runs);
});
