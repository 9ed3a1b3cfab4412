import { expect, test } from "vitest";
import { jsonLines, leftOut, read } from "../../testing/read-foreign.ts";

test("CreateML gives middles, BDD100K corners and tracks, Darwin boxes and paths", async () => {
  const createMl = [
    { image: "a.jpg", annotations: [{ label: "fish", coordinates: { x: 25, y: 40, width: 30, height: 40 } }] },
  ];
  expect((await read(createMl)).lines).toEqual(["0 fish 1 [10,20,40,60]"]);

  const label = (x: number) => ({
    id: "k",
    category: "car",
    box2d: { x1: x, y1: 2, x2: x + 3, y2: 6 },
    attributes: { wet: true },
  });
  const frames = ["v-1.jpg", "v-2.jpg"].map((name, at) => ({
    name,
    videoName: "v",
    frameIndex: at,
    labels: [label(at)],
  }));
  const bdd = await read(frames);
  expect(bdd.lines).toEqual(['0 car 1 [0,2,3,6] {"wet":true}', '1 car 1 [1,2,4,6] {"wet":true}']);
  expect(bdd.trackCount).toBe(1);
  // As it was until 2020.
  const former = frames.map(({ videoName, frameIndex, ...others }) => ({
    ...others,
    video_name: videoName,
    index: frameIndex,
  }));
  expect((await read(former)).trackCount).toBe(1);

  const path = [
    { x: 1, y: 1 },
    { x: 5, y: 1 },
    { x: 5, y: 5 },
  ];
  const darwin = {
    version: "2.0",
    item: { name: "a.jpg", slots: [{ width: 640, height: 480 }] },
    annotations: [
      { name: "fish", bounding_box: { x: 1, y: 1, w: 4, h: 4 }, polygon: { paths: [path] } },
      { name: "sea", tag: {} },
    ],
  };
  const { lines, said } = await read(darwin);
  expect(lines).toEqual(["0 fish 1 [1,1,5,5] [[[1,1],[5,1],[5,5]]]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining('annotation of the kind "tag"')]);
});

const sizesOfAB = {
  imageSizes: [
    { width: 400, height: 200 },
    { width: 1000, height: 100 },
  ],
};
test("FiftyOne, Vertex AI and Ultralytics: fractions become pixels of each picture", async () => {
  const labels = {
    b: [{ label: 1, bounding_box: [0.5, 0, 0.25, 1], confidence: 0.5, attributes: { sex: "f" } }, { label: 0 }],
    a: [{ label: "eel", bounding_box: [0, 0, 0.5, 0.5] }],
  };
  const fiftyOne = await read({ classes: ["fish", "crab"], labels }, ["a.jpg", "b.jpg"], undefined, sizesOfAB);
  expect(fiftyOne.lines).toEqual(['1 crab 0.5 [500,0,750,100] {"sex":"f"}', "0 eel 1 [0,0,200,100]"]);
  expect(leftOut(fiftyOne.said)).toEqual([expect.stringContaining("1 × label without a box")]);

  const box = { displayName: "fish", xMax: 0.5, yMax: 1 };
  const vertex = jsonLines(
    { imageGcsUri: "gs://bucket/x/b.jpg", boundingBoxAnnotations: [{ ...box, xMin: 0.25, yMin: 0.5 }, box] },
    { imageGcsUri: "gs://bucket/x/a.jpg", boundingBoxAnnotations: [{ displayName: "fish" }] },
  );
  const ofVertex = await read(vertex, ["a.jpg", "b.jpg"], undefined, sizesOfAB);
  expect(ofVertex.lines).toEqual(["1 fish 1 [250,50,500,100]", "1 fish 1 [0,0,500,100]"]);
  expect(leftOut(ofVertex.said)).toEqual([expect.stringContaining("1 × annotation without a box")]);
  await expect(read(vertex)).rejects.toThrow("Vertex AI stores positions as fractions of the picture");

  const image = { type: "image", file: "b.jpg", width: 200, height: 100, split: "train" };
  const ultralytics = jsonLines(
    { type: "dataset", task: "segment", class_names: { 0: "fish" } },
    {
      ...image,
      annotations: { boxes: [[0, 0.5, 0.5, 0.2, 0.4]], segments: [[1, 0, 0, 0.5, 0, 0.5, 1]], pose: [[0, 1]] },
    },
  );
  const { lines, said } = await read(ultralytics, ["a.jpg", "b.jpg"]);
  expect(lines.map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual([
    "1 fish 1 [80,30,120,70]",
    "1 1 1 [0,0,100,100]",
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining('1 × row of the kind "pose"')]);
});

test("CreateML with the names of Apple's first description, and further polygons of V7 Darwin 1", async () => {
  const coordinates = { x: 20, y: 30, width: 10, height: 20 };
  const apples = [{ imagefilename: "b.jpg", annotation: [{ label: "fish", coordinates }] }];
  expect((await read(apples, ["a.jpg", "b.jpg"])).lines).toEqual(["1 fish 1 [15,20,25,40]"]);
  const path = [
    { x: 1, y: 2 },
    { x: 5, y: 2 },
    { x: 5, y: 6 },
  ];
  const further = path.map(({ x, y }) => ({ x: x + 10, y }));
  const darwin = {
    dataset: "d",
    image: { filename: "b.jpg", width: 99, height: 99 },
    annotations: [{ name: "crab", polygon: { path, additional_paths: [further] } }],
  };
  expect((await read(darwin, ["a.jpg", "b.jpg"])).lines[0]).toContain("1 crab 1 [1,2,15,6]");
});
