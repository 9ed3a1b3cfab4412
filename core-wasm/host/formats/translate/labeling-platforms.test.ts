/** Exports of Encord, Kili, Sama and Segments.ai, as their programs write them: pictures, and videos with tracks. */
import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

const size = { width: 1000, height: 500 };

const encordBox = (hash: string, x: number) => ({
  name: "Fish",
  shape: "bounding_box",
  value: "fish",
  objectHash: hash,
  confidence: 1,
  boundingBox: { h: 0.4, w: 0.3, x, y: 0.2 },
});

test("Encord: boxes, turned boxes and outlines of a picture, in pixels of the size that it names", async () => {
  const objects = [
    encordBox("a", 0.1),
    {
      ...encordBox("b", 0.1),
      boundingBox: undefined,
      rotatableBoundingBox: { x: 0.1, y: 0.2, w: 0.2, h: 0.4, theta: 90 },
    },
    {
      name: "Crab",
      shape: "polygon",
      polygon: { 0: { x: 0.1, y: 0.1 }, 1: { x: 0.2, y: 0.1 }, 2: { x: 0.2, y: 0.3 } },
    },
    { name: "Path", shape: "polyline", polyline: { 0: { x: 0, y: 0 } } },
  ];
  const unit = { data_title: "a.jpg", ...size, labels: { objects, classifications: [{ name: "night" }] } };
  const { lines, said } = await read([{ label_hash: "l", data_units: { h: unit } }], ["b.jpg", "a.jpg"]);
  expect(lines[0]).toBe("1 Fish 1 [100,100,400,300]");
  expect(lines[1]).toContain("1 Fish 1 [100,100,300,300]");
  expect(lines[2]).toContain("1 Crab 1 [100,50,200,150]");
  expect(lines.length).toBe(3);
  expect(leftOut(said)).toEqual([
    expect.stringContaining("1 × class of a whole picture"),
    expect.stringContaining('1 × object of the kind "polyline"'),
  ]);
});

test("Encord: an object of a video is a track by its hash; without a size its boxes are left out", async () => {
  const labels = { 0: { objects: [encordBox("a", 0.1)] }, 3: { objects: [encordBox("a", 0.2), encordBox("b", 0)] } };
  const video = { label_hash: "l", data_units: { h: { data_title: "c.mp4", ...size, labels } } };
  const { lines, trackCount } = await read(video);
  expect(trackCount).toBe(2);
  expect(lines).toEqual(["0 Fish 1 [100,100,400,300]", "3 Fish 1 [200,100,500,300]", "3 Fish 1 [0,100,300,300]"]);
  const first = { label_hash: "l", data_hash: "d", labels };
  await expect(read(first)).rejects.toMatchObject({ code: "translated-size-unknown" });
  expect((await read(first, undefined, undefined, { imageSize: size })).lines).toEqual(lines);
});

const ring = (x1: number, y1: number, x2: number, y2: number) => [
  {
    normalizedVertices: [
      { x: x1, y: y2 },
      { x: x1, y: y1 },
      { x: x2, y: y1 },
      { x: x2, y: y2 },
    ],
  },
];
const kiliBox = (mid: string, x: number) => ({
  boundingPoly: ring(x, 0.2, x + 0.3, 0.6),
  categories: [{ name: "FISH", confidence: 100 }],
  children: { SEX: { categories: [{ name: "FEMALE" }] }, NOTE: { text: "near" } },
  mid,
  type: "rectangle",
});

test("Kili: the latest label of a person, with answers about objects as attributes", async () => {
  const answer = (x: number) => ({ JOB: { annotations: [kiliBox("m", x)] }, CLASS: { categories: [{ name: "DAY" }] } });
  const labels = [
    { labelType: "PREDICTION", jsonResponse: answer(0.5) },
    { labelType: "DEFAULT", createdAt: "2023-01-01", jsonResponse: answer(0.4) },
    { labelType: "DEFAULT", createdAt: "2023-02-01", jsonResponse: answer(0.1) },
  ];
  const assets = [{ externalId: "a.jpg", resolution: size, labels }];
  const { lines, said } = await read(assets);
  expect(lines).toEqual(['0 FISH 1 [100,100,400,300] {"SEX":"FEMALE","NOTE":"near"}']);
  expect(leftOut(said)).toEqual([
    expect.stringContaining("2 × further label"),
    expect.stringContaining("1 × class of a whole picture"),
  ]);
});

test("Kili: answers by frames are tracks; the size of the dataset serves where none is given", async () => {
  const jsonResponse = {
    0: {},
    1: { JOB: { annotations: [kiliBox("m", 0.1)] } },
    2: { JOB: { annotations: [kiliBox("m", 0.2), kiliBox("n", 0)] } },
  };
  const assets = [{ externalId: "a.mp4", latestLabel: { jsonResponse } }];
  await expect(read(assets)).rejects.toMatchObject({ code: "translated-size-unknown" });
  const { lines, trackCount } = await read(assets, undefined, undefined, { imageSize: size });
  expect(trackCount).toBe(2);
  expect(lines.map((line) => line.split(" {")[0])).toEqual([
    "1 FISH 1 [100,100,400,300]",
    "2 FISH 1 [200,100,500,300]",
    "2 FISH 1 [0,100,300,300]",
  ]);
});

const samaTask = (url: string, shapes: readonly object[]) => ({
  id: "1",
  project_id: 1,
  data: { url },
  answers: { out: { layers: { raster_coding: [], vector_tagging: [{ shapes, group_type: null }] } } },
});

test("Sama: shapes of a picture, with their type from the answer that is called so", async () => {
  const shapes = [
    {
      tags: { occluded: "1", Label: "Fish" },
      type: "rectangle",
      points: [
        [10, 20],
        [30, 20],
        [10, 60],
        [30, 60],
      ],
    },
    {
      tags: { Label: "Crab" },
      type: "polygon",
      points: [
        [1, 2],
        [30, 2],
        [30, 60],
      ],
    },
    {
      tags: { Label: "Path" },
      type: "line",
      points: [
        [1, 2],
        [3, 4],
      ],
    },
  ];
  const { lines, said } = await read([samaTask("https://x.org/p/a.png?s=1", shapes)], ["a.png"]);
  expect(lines[0]).toBe('0 Fish 1 [10,20,30,60] {"occluded":"1"}');
  expect(lines[1]).toContain("0 Crab 1 [1,2,30,60]");
  expect(leftOut(said)).toEqual([expect.stringContaining('1 × shape of the kind "line"')]);
});

test("Sama: key locations of a video are tracks, with a gap where the shape is not visible", async () => {
  const at = (frame: number, x: number, visibility = 1) => ({
    frame_number: frame,
    visibility,
    points: [
      [x, 20],
      [x + 20, 20],
      [x, 60],
      [x + 20, 60],
    ],
  });
  const shape = {
    tags: { Label: "Fish" },
    type: "rectangle",
    key_locations: [at(0, 10), at(2, 20), at(3, 20, 0), at(5, 0)],
  };
  const { lines, trackCount } = await read([samaTask("https://x.org/a.mp4", [shape])]);
  expect(trackCount).toBe(1);
  expect(lines).toEqual([
    "0 Fish 1 [10,20,30,60]",
    "1 Fish 1 [15,20,35,60]",
    "2 Fish 1 [20,20,40,60]",
    "5 Fish 1 [0,20,20,60]",
  ]);
});

const release = (samples: readonly object[]) => ({
  name: "v1",
  dataset: {
    name: "d",
    task_attributes: {
      categories: [
        { id: 1, name: "fish" },
        { id: 2, name: "crab" },
      ],
    },
    samples,
  },
});
const vector = (id: number, category: number, x: number, more: object = {}) => ({
  id,
  category_id: category,
  type: "bbox",
  points: [
    [x, 20],
    [x + 20, 60],
  ],
  ...more,
});

test("Segments.ai: vectors of pictures in the names of their categories; masks in other files are counted", async () => {
  const annotations = [vector(1, 1, 10), vector(2, 2, 5, { type: "point", points: [[5, 6]] })];
  const bitmap = { annotations: [{ id: 1, category_id: 1 }], segmentation_bitmap: { url: "https://x/m.png" } };
  const { lines, said } = await read(
    release([
      {
        name: "b.png",
        labels: { "ground-truth": { attributes: { annotations } }, model: { attributes: { annotations } } },
      },
      { name: "a.png", labels: { "ground-truth": null } },
      { name: "c.png", labels: { "ground-truth": { attributes: bitmap } } },
    ]),
    ["a.png", "b.png", "c.png"],
  );
  expect(lines[0]).toBe("1 fish 1 [10,20,30,60]");
  expect(lines[1]).toContain("1 crab 1 [5,6,5,6]");
  expect(leftOut(said)).toEqual([
    expect.stringContaining("1 × label of the set `model`"),
    expect.stringContaining("1 × mask in another file"),
  ]);
});

test("Segments.ai: a sequence has tracks over its pictures", async () => {
  const frames = [10, 11].map((x) => ({ annotations: [vector(1, 1, x, { track_id: 6 }), vector(2, 2, 0)] }));
  const attributes = { frames: ["f0.png", "f1.png"].map((name) => ({ name, image: { url: `https://x/${name}` } })) };
  const sample = { name: "clip", attributes, labels: { "ground-truth": { attributes: { frames } } } };
  const { lines, trackCount } = await read(release([sample]));
  expect(trackCount).toBe(3);
  expect(lines.filter((line) => line.includes("fish"))).toEqual(["0 fish 1 [10,20,30,60]", "1 fish 1 [11,20,31,60]"]);
});

test("Segments.ai: pictures of all sequences are found by their names, unless sequences have the same", async () => {
  const sequence = (clip: string, names: readonly string[], x: number) => ({
    name: clip,
    attributes: { frames: names.map((name) => ({ name })) },
    labels: { "ground-truth": { attributes: { frames: names.map(() => ({ annotations: [vector(1, 1, x)] })) } } },
  });
  const plain = { name: "p.png", labels: { "ground-truth": { attributes: { annotations: [vector(1, 2, 0)] } } } };
  const samples = [sequence("one", ["a0.png", "a1.png"], 10), sequence("two", ["b0.png", "b1.png"], 30), plain];
  expect((await read(release(samples), ["b0.png", "b1.png"])).lines).toEqual([
    "0 fish 1 [30,20,50,60]",
    "1 fish 1 [30,20,50,60]",
  ]);
  expect((await read(release(samples), ["p.png", "a1.png"])).lines.toSorted()).toEqual([
    "0 crab 1 [0,20,20,60]",
    "1 fish 1 [10,20,30,60]",
  ]);
  const alike = await read(release([sequence("one", ["0.png"], 10), sequence("two", ["0.png"], 30)]), ["0.png"]);
  expect(alike.lines).toEqual(["0 fish 1 [10,20,30,60]"]);
  expect(alike.said.join("\n")).toContain("only the annotations of `one`, the first, were read. Left out: `two`.");
});
