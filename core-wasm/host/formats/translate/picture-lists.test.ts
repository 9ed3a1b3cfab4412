import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

test("VoTT: frames of a video by their seconds", async () => {
  const frame = (timestamp: number, video = "v.mp4") => ({
    asset: { name: `${video}#t=${timestamp}`, timestamp, parent: { name: video }, size: { width: 90, height: 80 } },
    regions: [{ type: "RECTANGLE", tags: ["crab"], boundingBox: { left: 1, top: 2, width: 30, height: 40 } }],
  });
  const assets = { v: { asset: { name: "v.mp4" }, regions: [] }, b: frame(1.5), a: frame(0.5), c: frame(1, "w.mp4") };
  const { lines, said } = await read({ tags: [], assets }, undefined, 10);
  expect(lines.toSorted()).toEqual(["15 crab 1 [1,2,31,42]", "5 crab 1 [1,2,31,42]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining("picture that is not of the video")]);
  expect(said.join("\n")).toContain("only the annotations of `v.mp4`, the first, were read. Left out: `w.mp4`.");
  const close = { a: frame(3), b: frame(3.02), c: frame(4) };
  const rounded = await read({ tags: [], assets: close }, undefined, 10);
  expect(rounded.lines.toSorted()).toEqual(["30 crab 1 [1,2,31,42]", "30 crab 1 [1,2,31,42]", "40 crab 1 [1,2,31,42]"]);
  const set = new Map(["a", "b"].map((name, at) => [`${name}-asset.json`, frame(at)]));
  expect((await read(set, undefined, 10)).lines).toEqual(["0 crab 1 [1,2,31,42]", "10 crab 1 [1,2,31,42]"]);
});

test("Datumaro: boxes, polygons and masks with labels, tracks and scores", async () => {
  const mask = { counts: [0, 2, 2], size: [2, 2] };
  const annotations = [
    { type: "bbox", label_id: 1, bbox: [1, 2, 3, 4], attributes: { track_id: 7, score: 0.5, occluded: true } },
    { type: "polygon", label_id: 0, points: [1, 1, 5, 1, 5, 5], attributes: {} },
    { type: "mask", label_id: 0, rle: mask, attributes: {} },
    { type: "caption", caption: "sea" },
  ];
  const { lines, said } = await read({
    infos: {},
    categories: { label: { labels: [{ name: "fish" }, { name: "crab" }] } },
    items: [{ id: "a", image: { path: "a.jpg", size: [480, 640] }, annotations }],
  });
  expect(lines[0]).toBe('0 crab 0.5 [1,2,4,6] {"occluded":true}');
  expect(lines[1]).toBe("0 fish 1 [1,1,5,5] [[[1,1],[5,1],[5,5],[1,1]]]");
  expect(lines[2]).toContain("0 fish 1 [0,0,1,2]");
  expect(leftOut(said)).toEqual([expect.stringContaining('annotation of the kind "caption"')]);
});

test("a file for each picture: Supervisely and DOTA are read as sets, by the names of their files", async () => {
  const page = (geometryType: string, exterior: number[][], interior: number[][][] = []) => ({
    description: "",
    tags: [],
    size: { height: 48, width: 64 },
    objects: [
      { classTitle: "fish", geometryType, tags: [{ name: "sex", value: "f" }], points: { exterior, interior } },
    ],
  });
  const hole = [
    [2, 2],
    [3, 2],
    [3, 3],
  ];
  const outline = [
    [1, 1],
    [9, 1],
    [9, 9],
  ];
  const corners = (x: number): number[][] => [
    [x, 20],
    [40, 60],
  ];
  const supervisely = new Map<string, unknown>([
    ["ds/ann/b.jpg.json", page("rectangle", corners(11))],
    ["ds/ann/a.jpg.json", page("rectangle", corners(10))],
    ["ds/ann/c.jpg.json", page("polygon", outline, [hole])],
    ["ds/ann/d.jpg.json", page("bitmap", [])],
    ["meta.json", { classes: [], tags: [], projectType: "images" }],
  ]);
  const set = await read(supervisely, ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]);
  expect(set.lines.toSorted()).toEqual([
    '0 fish 1 [10,20,40,60] {"sex":"f"}',
    '1 fish 1 [11,20,40,60] {"sex":"f"}',
    expect.stringContaining("2 fish 1 [1,1,9,9]"),
  ]);
  expect(set.lines.join(" ")).toContain("[[2,2],[3,2],[3,3]]");
  expect(leftOut(set.said)).toEqual([expect.stringContaining('figure of the kind "bitmap"')]);

  const header = "imagesource:GoogleEarth\ngsd:0.146\n";
  const dota = new Map([
    ["labelTxt/P1.txt", `${header}10 10 20 15 15 25 5 20 plane 0\n30 10 40 15 35 25 25 20 small-vehicle 1\n`],
    ["labelTxt/P2.txt", `${header}10 10 20 15 15 25 5 20 ship 0\n`],
  ]);
  const turned = await read(dota, ["P1.png", "P2.png"]);
  expect(turned.lines.map((line) => line.split(" [[")[0])).toEqual([
    '0 plane 1 [5,10,20,25] {"difficult":false}',
    '0 small-vehicle 1 [25,10,40,25] {"difficult":true}',
    '1 ship 1 [5,10,20,25] {"difficult":false}',
  ]);
});

test("WIDER FACE: boxes of each picture, with what is known about the face", async () => {
  const { lines, said } = await read(
    "0--Parade/b.jpg\n2\n10 20 30 40 1 0 0 0 2 0\n1 1 0 0 0 0 0 0 0 0\n0--Parade/a.jpg\n0\n0 0 0 0 0 0 0 0 0 0\n0--Parade/c.jpg\n1\n5 5 10 10 0.75\n",
    ["a.jpg", "b.jpg", "c.jpg"],
  );
  expect(lines).toEqual([
    '1 face 1 [10,20,40,60] {"blur":1,"expression":0,"illumination":0,"invalid":0,"occlusion":2,"pose":0}',
    "2 face 0.75 [5,5,15,15]",
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × box without an area")]);
});

test("SageMaker Ground Truth: a picture a line, with the names and scores of its job", async () => {
  const entry = (name: string, annotations: readonly object[]) => ({
    "source-ref": `s3://bucket/dive 1/${name}`,
    fishes: { annotations, image_size: [{ width: 200, height: 100, depth: 3 }] },
    "fishes-metadata": { objects: annotations.map(() => ({ confidence: 0.5 })), "class-map": { "0": "fish" } },
  });
  const box = { left: 10, top: 20, width: 30, height: 40 };
  const lines = [
    entry("b.jpg", [
      { class_id: 0, ...box },
      { class_id: 4, ...box },
    ]),
    entry("a.jpg", [{ class_id: 0 }]),
  ];
  const found = await read(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n{broken\n`, ["a.jpg", "b.jpg"]);
  expect(found.lines).toEqual(["1 fish 0.5 [10,20,40,60]", "1 4 0.5 [10,20,40,60]"]);
  expect(leftOut(found.said)).toEqual([
    expect.stringContaining("1 × line that is not a JSON object"),
    expect.stringContaining("1 × annotation without a box"),
  ]);
});

test("lists of pictures in parts, as for training and validation, are read together", async () => {
  const boxes = (label: string) => [{ label, coordinates: { x: 20, y: 30, width: 10, height: 20 } }];
  const part = (name: string, label: string) => [
    { image: name, annotations: boxes(label) },
    { image: `only-${label}.jpg`, annotations: [] },
  ];
  const splits = new Map([
    ["train/_annotations.createml.json", part("a.jpg", "cod")],
    ["valid/_annotations.createml.json", part("b.jpg", "eel")],
  ]);
  const { lines, said } = await read(splits, ["a.jpg", "b.jpg"]);
  expect(lines).toEqual(["0 cod 1 [15,20,25,40]", "1 eel 1 [15,20,25,40]"]);
  expect(said).toContain(
    "2 files of CreateML were read together, as parts of one dataset: train/_annotations.createml.json, valid/_annotations.createml.json.",
  );
  const twins = new Map([
    ["train/list.json", part("a.jpg", "cod")],
    ["valid/list.json", part("a.jpg", "eel")],
  ]);
  expect((await read(twins, ["train/a.jpg", "valid/a.jpg"])).lines).toEqual([
    "0 cod 1 [15,20,25,40]",
    "1 eel 1 [15,20,25,40]",
  ]);
  const copies = new Map([
    ["list.json", part("a.jpg", "cod")],
    ["list (1).json", part("a.jpg", "cod")],
  ]);
  await expect(read(copies, ["a.jpg"])).rejects.toThrow("there are several");
  const label = (id: number) => ({ id, category: "car", box2d: { x1: 1, y1: 2, x2: 5, y2: 6 } });
  const video = (name: string) => [{ name: `${name}-1.jpg`, videoName: name, labels: [label(4)] }];
  const videos = new Map([
    ["one.json", video("one")],
    ["two.json", video("two")],
  ]);
  expect((await read(videos, ["one-1.jpg", "two-1.jpg"])).trackCount).toBe(2);
});
