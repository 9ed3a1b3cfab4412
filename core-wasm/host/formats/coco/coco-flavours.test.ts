/**
 * COCO as different programs write it: ids that are not unique, CVAT's attributes, LVIS, masks, panoptic segments.
 */
import { expect, test } from "vitest";
import { createCores, text, utf8 } from "../../testing/cores.ts";
import type { ReadOptions } from "../../types.ts";
import { readLoose } from "./coco-loose.ts";
import { looksLikeLooseCoco } from "./loose-signs.ts";

const cores = await createCores(1);
const categories = [
  { id: 1, name: "fish" },
  { id: 2, name: "crab" },
];
const images = ["a.jpg", "b.jpg", "c.jpg"].map((name, index) => ({ id: index + 1, file_name: name }));

interface Detection {
  readonly frame: number;
  readonly bounds: readonly number[];
  readonly geometry?: { readonly features: readonly { properties: object; geometry: { coordinates: unknown } }[] };
}

function read(annotations: readonly object[], others: object = {}, options: ReadOptions = {}) {
  const core = cores();
  const report = core.reader.readCoco(utf8(JSON.stringify({ images, categories, annotations, ...others })), options);
  core.assertIntegrity();
  const tracks = [...core.writer.trackRows({ bounds: "exact" })].map(
    ({ json }) => JSON.parse(json) as { id: number; features: readonly Detection[] },
  );
  return { core, report, tracks, codes: report.problems.map(({ code }) => code) };
}

const box = (id: number, image: number, more: object = {}) => ({
  id,
  image_id: image,
  category_id: 1,
  bbox: [10, 10, 20, 20],
  ...more,
});
const shortly = ({ tracks }: ReturnType<typeof read>) =>
  tracks.map(({ id, features }) => [id, ...features.map(({ frame }) => frame)]);

test("annotations with one id are objects of their own, and the id is named", () => {
  const found = read([box(1, 1), box(1, 1, { category_id: 2 }), box(1, 2), box(5, 3)]);
  expect(shortly(found)).toEqual([
    [1, 0],
    [5, 2],
    [6, 0],
    [7, 1],
  ]);
  expect(found.codes).toEqual(["coco-id-repeated"]);
  expect(found.report.problems[0]?.message).toContain("have the id 1");
});

test("ids that begin again in each image join nothing", () => {
  const found = read([box(0, 1), box(1, 1), box(0, 2), box(1, 2)]);
  expect(found.tracks.every(({ features }) => features.length === 1)).toBe(true);
  expect(found.tracks).toHaveLength(4);
});

test("track_id joins, and an id of its own never joins a named track", () => {
  const found = read([box(7, 1), box(8, 1, { track_id: 7 }), box(9, 2, { track_id: 7 }), box(7, 3)]);
  expect(shortly(found)).toEqual([
    [7, 0, 1],
    [8, 0],
    [9, 2],
  ]);
});

test("CVAT has the track among the attributes, and shapes of images without", () => {
  const cvat = (id: number, image: number, track?: number) =>
    box(id, image, {
      attributes: { occluded: false, ...(track !== undefined && { track_id: track }), keyframe: true },
    });
  const found = read([cvat(1, 1, 3), cvat(2, 2, 3), cvat(3, 3)]);
  expect(shortly(found)).toEqual([
    [3, 0, 1],
    [4, 2],
  ]);
  expect(found.codes).toEqual(["coco-id-repeated"]);
});

test.each([
  [90, [5, 0, 25, 60]],
  [-90, [5, 0, 25, 60]],
  [180, [-15, 20, 45, 40]],
])("CVAT turns a box by %d degrees", (rotation, bounds) => {
  const turned = { bbox: [-15, 20, 60, 20], attributes: { occluded: false, rotation } };
  const { tracks, core } = read([box(1, 1, turned)]);
  expect(tracks[0]?.features[0]?.bounds.map((value) => Math.round(value * 1e6) / 1e6)).toEqual(bounds);
  const [feature] = tracks[0]?.features[0]?.geometry?.features ?? [];
  expect(feature?.properties).toEqual({ key: "", rotation: (rotation * Math.PI) / 180 });
  // Written again it is a polygon, which is not rotated a second time.
  const written = core.writer.writeCoco({ format: "coco", mediaType: "image-sequence" }).bytes;
  const { bbox } = (JSON.parse(text(written)) as { annotations: { bbox: number[] }[] }).annotations[0] ?? { bbox: [] };
  expect(
    read([
      { ...box(1, 1), bbox, attributes: { occluded: false, rotation }, segmentation: [[5, 0, 25, 0, 25, 60]] },
    ]).tracks[0]?.features[0]?.bounds.slice(0, 2),
  ).toEqual(bbox.slice(0, 2));
});

test("rotation is an attribute like others where CVAT did not write it", () => {
  const { tracks } = read([box(1, 1, { attributes: { rotation: 30, track_id: 8 } })]);
  expect(tracks.map(({ id, features }) => [id, features[0]?.geometry])).toEqual([[1, undefined]]);
});

test("a box that is not turned has no shape", () => {
  const { tracks } = read([
    box(1, 1, { attributes: { occluded: false, rotation: 0 } }),
    box(2, 1, { attributes: { occluded: false, rotation: 360 } }),
  ]);
  expect(tracks.map(({ features }) => features[0]?.geometry)).toEqual([undefined, undefined]);
});

test.each([
  ["numbers", { size: [6, 8], counts: [14, 3, 3, 3, 25] }],
  ["a text", { size: [6, 8], counts: ">330f0" }],
])("a mask of %s is a polygon", (_, segmentation) => {
  const { tracks, codes } = read([{ id: 1, image_id: 1, category_id: 1, iscrowd: 1, segmentation }]);
  expect(codes).toEqual(["coco-masks-outlined"]);
  expect(tracks[0]?.features[0]?.bounds).toEqual([2, 2, 4, 5]);
  const [feature] = tracks[0]?.features[0]?.geometry?.features ?? [];
  expect(feature?.geometry.coordinates).toEqual([
    [
      [2, 2],
      [4, 2],
      [4, 5],
      [2, 5],
      [2, 2],
    ],
  ]);
});

test("a mask that is broken stays what it is", () => {
  const { codes } = read([box(1, 1, { segmentation: { size: [6, 8], counts: [100] } })]);
  expect(codes).toEqual(["coco-masks-skipped"]);
});

test("LVIS names pictures by their address, in any order", () => {
  const lvis = [2, 1].map((id) => ({ id, coco_url: `http://images.cocodataset.org/val/00${id}.jpg?x=1/2` }));
  const annotations = [box(1, 1), box(2, 2)];
  expect(shortly(read(annotations, { images: lvis }))).toEqual([
    [1, 0],
    [2, 1],
  ]);
  const imageNames = ["000.jpg", "001.jpg", "002.jpg"];
  expect(shortly(read(annotations, { images: lvis }, { imageNames }))).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test("pictures without any name are counted", () => {
  expect(read([box(1, 1)], { images: [{ id: 1 }, { id: 2 }] }).codes).toEqual(["coco-images-unnamed"]);
});

test("pictures are found by whole names, and those that could be two are named", () => {
  const named = (...names: string[]) => ({ images: names.map((name, index) => ({ id: index + 1, file_name: name })) });
  const both = [box(1, 1), box(2, 2)];
  const folders = read(both, named("val/1.jpg", "train/1.jpg"), { imageNames: ["train/1.jpg", "val/1.jpg"] });
  expect(shortly(folders)).toEqual([
    [1, 1],
    [2, 0],
  ]);
  const endings = read(both, named("i.gif", "i.jpg"), { imageNames: ["i.gif", "i.jpg"] });
  expect(shortly(endings)).toEqual([
    [1, 0],
    [2, 1],
  ]);
  const composed = read([box(1, 1)], named("M\u00fcller.jpg"), { imageNames: ["a.jpg", "Mu\u0308ller.jpg"] });
  expect(shortly(composed)).toEqual([[1, 1]]);
  const flat = read([...both, box(3, 3)], named("train/1.jpg", "val/1.jpg", "2.jpg"), {
    imageNames: ["1.jpg", "2.jpg"],
  });
  expect(shortly(flat)).toEqual([[3, 1]]);
  expect(flat.codes.toSorted()).toEqual([
    "coco-image-not-in-dataset",
    "coco-image-not-in-dataset",
    "picture-ambiguous",
    "picture-ambiguous",
  ]);
});

test("panoptic segments are boxes", () => {
  const segments_info = [
    { id: 3_226_956, category_id: 1, bbox: [10, 10, 20, 20], area: 400, iscrowd: 0 },
    { id: 3_226_956, category_id: 2, bbox: [1, 1, 5, 5], area: 25, iscrowd: 0 },
  ];
  const { tracks, codes } = read([{ image_id: 2, file_name: "b.png", segments_info }]);
  expect(tracks.map(({ features }) => [features[0]?.frame, features[0]?.bounds])).toEqual([
    [1, [10, 10, 30, 30]],
    [1, [1, 1, 6, 6]],
  ]);
  expect(codes).toContain("coco-panoptic");
});

test("plain COCO is not read again for other names, and large files are not at all", () => {
  const isReadTwice = (annotations: readonly object[], others: object = {}, minBytes = 0) => {
    const { core, report } = read(annotations, others, { imageNames: ["a.jpg"] });
    const bytes = utf8(JSON.stringify({ images, categories, annotations, ...others }).padEnd(minBytes));
    return looksLikeLooseCoco(core, report, bytes);
  };
  expect(isReadTwice([box(1, 1), box(2, 3)])).toBe(false);
  expect(isReadTwice([box(1, 1)], { categories: [{ id: 1, name: "unknown" }] })).toBe(false);
  const { category_id: _, ...named } = box(2, 1, { category_name: "fish" });
  expect(isReadTwice([box(1, 1), named])).toBe(true);
  expect(isReadTwice([box(1, 1), named], {}, (64 << 20) + 1)).toBe(false);
  const unnamed = [images[0], { id: 2, path: "b.jpg" }];
  expect(isReadTwice([box(1, 1), box(2, 2)], { images: unnamed })).toBe(true);
});

test("a box of two corners does not leave the other members of its annotation as they are", () => {
  const ring = [
    [1, 1],
    [5, 1],
    [5, 5],
  ];
  const annotation = { ...box(1, 1), bbox: [10, 10, 30, 40], bbox_mode: 0, segmentation: [ring] };
  const { bytes } = readLoose(utf8(JSON.stringify({ images, categories, annotations: [annotation] })), true)!;
  const { annotations } = JSON.parse(text(bytes)) as { readonly annotations: readonly unknown[] };
  expect(annotations).toEqual([{ ...box(1, 1), bbox: [10, 10, 20, 30], segmentation: [ring.flat()] }]);
});

test("annotations refer to images by name, as long as one image has it", () => {
  const of = (id: number, more: object) => ({ id, category_id: 1, bbox: [1, 1, 5, 5], ...more });
  const placed = [
    of(1, { image_id: "d/a.jpg" }),
    of(2, { image_id: "a.jpg" }),
    of(3, { image: "a" }),
    of(4, { image_id: 2 }),
  ];
  // Two images are called so, or none.
  const left = [of(5, { image_id: "b.jpg" }), of(6, { image_id: "z.jpg" })];
  const images = ["d/a.jpg", "d/b.jpg", "e/b.jpg"].map((name, at) => ({ id: at + 1, file_name: name }));
  const { bytes, problems } = readLoose(
    utf8(JSON.stringify({ images, categories, annotations: [...placed, ...left] })),
    true,
  )!;
  const { annotations } = JSON.parse(text(bytes)) as { readonly annotations: readonly { image_id: unknown }[] };
  expect(annotations.map(({ image_id }) => image_id)).toEqual([1, 1, 1, 2, "b.jpg", "z.jpg"]);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining("a name as `image_id` was read as the name of an image (2 times)"),
    expect.stringContaining("`image` was read as the name of an image (once)"),
  ]);
  // Where a name is the id of another image, it is that.
  const ids = ["a.jpg", "b.jpg"].map((name, at, all) => ({ id: all[1 - at], file_name: name }));
  const byId = { images: ids, categories, annotations: [of(1, { image_id: "a.jpg" })] };
  expect(readLoose(utf8(JSON.stringify(byId)), true)).toBeUndefined();
});

test("key points of KWCOCO, which have their own names, are not numbered", () => {
  const keypoints = [10, 20, 30].map((x) => ({ xy: [x, 5], keypoint_category: "eye" }));
  const plain = { images, categories, annotations: [box(1, 1, { keypoints })] };
  expect(readLoose(utf8(JSON.stringify(plain)))).toBeUndefined();
  const named = { ...plain, annotations: [...plain.annotations, box(2, 2, { track_id: "a" })] };
  expect(readLoose(utf8(JSON.stringify(named)), true)?.problems.map(({ code }) => code)).toEqual([
    "coco-tracks-numbered",
  ]);
});

test("what a tracker did not follow stays apart, whether -1 is a number or a text", () => {
  for (const track_id of [-1, "-1"]) {
    const annotations = [box(1, 1, { track_id: 7 }), box(2, 1, { track_id }), box(3, 1, { track_id })];
    const loose = readLoose(utf8(JSON.stringify({ images, categories, annotations })), true);
    expect(loose?.problems.map(({ code }) => code)).toEqual(["coco-member-taken"]);
    const core = cores();
    expect(core.reader.readCoco(loose!.bytes)).toMatchObject({ trackCount: 3, skippedCount: 0 });
  }
});

test("a loose file that is longer than a text can be is left to the core", () => {
  const { category_id: _, ...named } = box(2, 1, { category_name: "fish" });
  const start = utf8(JSON.stringify({ images, categories, annotations: [named] }).padEnd(10_000));
  // Reserved, but never written.
  const bytes = new Uint8Array(0x1fffffe9);
  bytes.set(start);
  expect(readLoose(bytes)).toBeUndefined();
});

test("annotations without boxes, as of camera traps, are one problem that names their ids", () => {
  const plain = (id: string) => ({ id, image_id: 1, category_id: 1, sequence_level_annotation: true });
  const many = Array.from({ length: 1500 }, (_, at) => plain(`a-${at}`));
  const { report, tracks } = read([box(1, 1), ...many]);
  expect(tracks).toHaveLength(1);
  const boundless = report.problems.filter(({ code }) => code === "coco-no-bounds");
  expect(boundless).toHaveLength(1);
  expect(boundless[0]?.message).toMatch(/^1500 COCO annotation\(s\) .*\(ids: a-0, a-1, .*a-9 \(and 1490 more\)\)/);
  expect(boundless[0]?.pointer).toBe("/annotations/1");
  expect(report.skippedCount).toBe(1500);
  expect(report.problemCount).toBe(2);
});

test("a box of five numbers is shown as it is, and not called missing", () => {
  const { report, tracks } = read([box(1, 1), box(7, 1, { bbox: [10, 10, 20, 20, 0.9] }), box(8, 1, { bbox: [1, 2] })]);
  expect(tracks).toHaveLength(1);
  expect(report.problems.map(({ code }) => code)).toEqual(["coco-bbox-malformed"]);
  expect(report.problems[0]?.message).toContain("2 annotations were left out");
  expect(report.problems[0]?.message).toContain("[10,10,20,20,0.9] in that with the id 7");
});
