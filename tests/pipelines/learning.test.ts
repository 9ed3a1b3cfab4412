/** The built-in trainer on synthetic clips: it learns what it is shown, and finds it in pictures it has not seen. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Bounds } from "#vision/bounds";
import { type LearningSet, readLearningData } from "../../server/adapters/builtin/learning/learning-data.ts";
import { readLabels } from "../../server/adapters/builtin/learning/labels.ts";
import { readModel } from "../../server/adapters/builtin/learning/read-model.ts";
import { averagePrecision } from "#vision/learning/precision";
import { documentOf } from "../../server/adapters/builtin/pipelines/builtin-pipeline.ts";
import { makeClip } from "./clips.ts";
import { kinds, learnFrom, movingOn, scoredOn, setOf } from "./measure-learning.ts";
import { shoal } from "./scenes.ts";

test("a trained detector finds what it was shown on pictures it has not seen, better than what moves; and can be trained further", async () => {
  const sets = [1, 2].map((seed) => setOf(makeClip(shoal(10, seed)), kinds, `clip ${seed}`));
  const { model, logged, steps } = await learnFrom(sets, { labels: "# what swims\nswimmer, fish\n" });
  expect(model.types.map(({ type }) => type)).toEqual(["swimmer"]);
  expect(logged[0]).toBe("Learning from 16 pictures, 4 held out: swimmer (48 boxes)");
  expect(logged[1]).toMatch(/^Stage 1 of 4: 32 trees, loss [\d.e-]+, average precision 0\.\d+ on 4 held-out pictures$/);
  expect(steps.at(-1)).toBe(1);

  const unseen = makeClip(shoal(12, 9));
  const asFish = { ...model, types: model.types.map((one) => ({ ...one, type: "fish" })) };
  const found = await scoredOn(unseen, asFish, "fish");
  const ours = averagePrecision(found) ?? 0;
  const moving = averagePrecision(await movingOn(unseen, found)) ?? 0;
  console.log(`average precision on unseen pictures: trained ${ours.toFixed(3)}, motion ${moving.toFixed(3)}`);
  expect(ours).toBeGreaterThan(0.75);
  expect(ours).toBeGreaterThan(moving);

  // The second training starts from the first: it keeps its types, and still knows what it is not shown.
  const further = await learnFrom(sets.slice(0, 1), { labels: "weed", earlier: asFish, annotatedFramesOnly: true });
  expect(further.model.types.map(({ type }) => type)).toEqual(["weed", "fish"]);
  expect(further.model.types[1]).toEqual(asFish.types[0]);
  expect(averagePrecision(await scoredOn(unseen, further.model, "weed"))).toBeGreaterThan(0.5);
});

test("trees are added to those of an earlier training of the same type", async () => {
  const set = setOf(makeClip(shoal(10, 3)), kinds, "clip");
  const few: LearningSet = {
    ...set,
    media: { kind: "images", files: set.media.kind === "images" ? set.media.files.slice(0, 3) : [] },
  };
  const { model } = await learnFrom([few], { labels: "fish", annotatedFramesOnly: true });
  const again = await learnFrom([few], { labels: "fish", earlier: model, annotatedFramesOnly: true });
  const [before, after] = [model.types[0]?.trees ?? [], again.model.types[0]?.trees ?? []];
  expect(before.length).toBeGreaterThan(0);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.length).toBeGreaterThan(before.length);
  expect(again.model.types[0]?.window).toEqual(model.types[0]?.window);
});

test("only annotated frames count where the user says so; types with too few boxes are named and left out", async () => {
  const clip = makeClip(shoal(12, 4));
  const set = setOf(
    {
      ...clip,
      truth: clip.truth.map((boxes, n) => boxes.filter(({ frame }) => (n === 3 ? frame < 2 : n !== 4 && frame < 4))),
    },
    kinds,
    "clip",
  );
  const given = { labelOf: readLabels(undefined), longestSide: undefined, progress: () => undefined };
  const logged: string[] = [];
  const log = (text: string): void => void logged.push(text);
  const all = await readLearningData([set], { ...given, annotatedFramesOnly: false, log });
  const annotated = await readLearningData([set], { ...given, annotatedFramesOnly: true, log });
  expect([all.pictures.length, annotated.pictures.length]).toEqual([6, 4]);
  expect(all.types).toEqual(["fish"]);
  // It is unknown whether what was left out is an object.
  expect(annotated.pictures[0]?.boxes.map(({ type }) => type)).toEqual(["fish", "fish", "fish", undefined]);
  expect(logged[0]).toBe("Left out, since there are fewer than 5 boxes: weed");
  const nothing = { ...set, annotations: documentOf([]) };
  await expect(readLearningData([nothing], { ...given, annotatedFramesOnly: true, log })).rejects.toThrow(
    "No annotations to learn from.",
  );
});

test("labels: a name and what is learned under it", () => {
  const labelOf = readLabels('# types\nfish "red fish" cod\n\nsea star, star fish , starfish # and so on\n');
  expect(["fish", "red fish", "cod", "sea star", "star fish", "starfish", "ray"].map(labelOf)).toEqual([
    ...["fish", "fish", "fish", "sea star", "sea star", "sea star"],
    undefined,
  ]);
  expect(readLabels("\n")("ray")).toBe("ray");
});

test("average precision: by hand", () => {
  const box = (x: number): Bounds => ({ x1: x, y1: 0, x2: x + 10, y2: 10 });
  const found = [0.9, 0.8, 0.7].map((score, n) => ({ ...box([0, 500, 100][n] as number), score }));
  // Right, wrong, right of three: precision 1 for the first third, 2/3 for the second.
  const truth = [box(1), box(99), box(300)];
  expect(averagePrecision([{ truth, found }])).toBeCloseTo((1 + 2 / 3) / 3);
  expect(averagePrecision([{ truth: [box(0)], found: [0.9, 0.8].map((score) => ({ ...box(0), score })) }])).toBe(1);
  expect(averagePrecision([{ truth: [], found }])).toBeUndefined();
});

test("a made-up model is refused in words", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-model-"));
  const tree = { features: [0, 1, 2], thresholds: [0, 0, 0], leaves: [0, 0, 0, 0] };
  const window = { columns: 4, rows: 4, objectWidth: 12, objectHeight: 12 };
  const type = { type: "fish", window, smallest: 8, largest: 30, trees: [tree], confidence: { a: -1, b: 0 } };
  const model = { kind: "channel-features", version: 1, longestSide: 640, types: [type] };
  const read = async (content: string): Promise<unknown> => {
    writeFileSync(join(folder, "channel-features.json"), content);
    return await readModel(folder);
  };
  try {
    expect(await read(JSON.stringify(model))).toEqual(model);
    await expect(read("{")).rejects.toThrow("channel-features.json of the trained pipeline is not JSON.");
    const changed = (change: object): string => JSON.stringify({ ...model, types: [{ ...type, ...change }] });
    const outside = [{ ...tree, features: [0, 1, 160] }];
    for (const change of [{ trees: outside }, { largest: 2 }, { window: { ...window, objectWidth: 99 } }]) {
      await expect(read(changed(change))).rejects.toThrow("contradicts itself about the type fish");
    }
    await expect(read(changed({ window: { ...window, rows: 1e9 } }))).rejects.toThrow("is not as it should be");
    await expect(read(JSON.stringify({ ...model, types: [] }))).rejects.toThrow("must have 1 to 50 types");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
