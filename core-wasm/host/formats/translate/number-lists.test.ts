/** Tools whose files have numbers of classes, or no types: VisDrone, UAVDT, Keras YOLO, sets for trackers of one object. */
import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

test("VisDrone: a file for each picture, with the names of its classes and without ignored regions", async () => {
  const set = new Map([
    ["annotations/0000001_d_1.txt", "684,8,273,116,0,0,0,0\n708,471,74,33,1,4,0,1\n10,20,5,6,0,11,1,2\n"],
    ["annotations/0000002_d_2.txt", "208,1,10,20,1,1,0,0,\n"],
  ]);
  const { lines, said } = await read(set, ["0000001_d_1.jpg", "0000002_d_2.jpg"]);
  expect(lines).toEqual([
    '0 car 1 [708,471,782,504] {"truncation":0,"occlusion":1}',
    '0 others 1 [10,20,15,26] {"ignored":true,"truncation":1,"occlusion":2}',
    '1 pedestrian 1 [208,1,218,21] {"truncation":0,"occlusion":0}',
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × ignored region")]);
  const results = await read("1,7,10,43,17,19,0.5,4,-1,-1\n2,7,12,43,17,19,0.25,4,-1,-1\n");
  expect(results.lines).toEqual(["0 car 0.25 [10,43,27,62]", "1 car 0.25 [12,43,29,62]"]);
});

test("VisDrone videos and UAVDT: tracks with the names of their classes, frames from 1", async () => {
  const rows = "1,0,593,43,174,190,0,0,0,0\n1,1,10,43,17,19,1,4,0,0\n2,1,12,43,17,19,1,4,0,1\n";
  const { lines, trackCount, said } = await read(rows);
  expect(lines).toEqual([
    '0 car 1 [10,43,27,62] {"truncation":0,"occlusion":0}',
    '1 car 1 [12,43,29,62] {"truncation":0,"occlusion":1}',
  ]);
  expect(trackCount).toBe(1);
  expect(leftOut(said)).toHaveLength(1);
  const uavdt = new Map([
    ["GT/M0101_gt_whole.txt", "1,1,10,20,30,40,1,2,1\n2,1,11,20,30,40,1,1,1\n1,2,9,2,3,4,2,1,3\n"],
  ]);
  const found = await read(uavdt);
  expect(found.lines.toSorted()).toEqual([
    '0 bus 1 [9,2,12,6] {"out_of_view":2,"occlusion":1}',
    '0 car 1 [10,20,40,60] {"out_of_view":1,"occlusion":2}',
    '1 car 1 [11,20,41,60] {"out_of_view":1,"occlusion":1}',
  ]);
});

test("Keras YOLO: names of classes are in a list next to it, and a picture may have no boxes", async () => {
  const set = new Map([
    ["train/_annotations.txt", "a.jpg 10,10,30,30,0 40,10,60,30,1\nb 2.jpg\n"],
    ["train/_classes.txt", "fish\ncrab\n"],
    ["valid/_annotations.txt", "c.jpg 10,10,30,30,1\n"],
    ["valid/_classes.txt", "fish\ncrab\n"],
  ]);
  const { lines } = await read(set, ["a.jpg", "b 2.jpg", "c.jpg"]);
  expect(lines).toEqual(["0 fish 1 [10,10,30,30]", "0 crab 1 [40,10,60,30]", "2 crab 1 [10,10,30,30]"]);
  const alone = await read("a.jpg 10,10,30,30,7\n", ["a.jpg"]);
  expect(alone.lines).toEqual(["0 7 1 [10,10,30,30]"]);
  expect(alone.said).toContainEqual(expect.stringContaining("called by their numbers (7)"));
});

test("ground truth of one object is one track, and lines without it are counted", async () => {
  const lasot = new Map([["airplane-1/groundtruth.txt", "367,101,41,16\nnan,nan,nan,nan\n0,0,0,0\n364,108,45,16\n"]]);
  const { lines, trackCount, said } = await read(lasot);
  expect(lines).toEqual(["0 unknown 1 [367,101,408,117]", "3 unknown 1 [364,108,409,124]"]);
  expect(trackCount).toBe(1);
  expect(leftOut(said)).toEqual([expect.stringContaining("2 × line without a box")]);
  const vot = new Map([["bag/groundtruth.txt", "10.5,10,30,10,30,20,10.5,20\n11,10,31,10,31,20,11,20\n"]]);
  expect((await read(vot)).lines[0]).toBe("0 unknown 1 [10,10,30,20] [[[10.5,10],[30,10],[30,20],[10.5,20]]]");
});

test("Hugging Face: boxes of each line, with a word that their form and their types are not in the file", async () => {
  const line = (name: string, objects: object) => JSON.stringify({ file_name: name, objects });
  const text = [
    line("a.jpg", {
      bbox: [
        [10, 10, 20, 20],
        [1, 2],
      ],
      categories: [0, 1],
    }),
    line("b.jpg", { bbox: [], categories: [] }),
    line("c.jpg", { bbox: [[1, 2, 3, 4]], category: ["fish"] }),
  ].join("\n");
  const { lines, said } = await read(text, ["a.jpg", "b.jpg", "c.jpg"]);
  expect(lines).toEqual(["0 0 1 [10,10,30,30]", "2 fish 1 [1,2,4,6]"]);
  expect(said).toContainEqual(expect.stringContaining("[x, y, width, height]"));
  expect(said).toContainEqual(expect.stringContaining("numbers (0)"));
  expect(leftOut(said)).toHaveLength(1);
});

test("FiftyOne samples: the ground truth in pixels of each sample, other fields are named", async () => {
  const sample = (name: string, ground_truth: object | null, more: object = {}) => ({
    filepath: `data/${name}`,
    metadata: { width: 100, height: 80 },
    ground_truth,
    ...more,
  });
  const box = { label: "fish", bounding_box: [0.1, 0.125, 0.2, 0.25], confidence: 0.5, attributes: {} };
  const ring = {
    label: "crab",
    closed: true,
    points: [
      [
        [0, 0],
        [0.5, 0],
        [0.5, 0.5],
      ],
    ],
  };
  const samples = [
    sample("a.jpg", { detections: [box], polylines: [ring] }, { predictions: { detections: [box] } }),
    sample("b.jpg", null),
    { _media_type: "video", filepath: "data/v.mp4", frames: {} },
  ];
  const { lines, said } = await read({ samples }, ["a.jpg", "b.jpg"]);
  expect(lines).toEqual(["0 fish 0.5 [10,10,30,30]", "0 crab 1 [0,0,50,40] [[[0,0],[50,0],[50,40]]]"]);
  expect(leftOut(said).join("\n")).toMatch(/frames\.json[^]*`predictions`/);
});

test("SageMaker: objects of a video are tracks, and a manifest without their labels says where those are", async () => {
  const frame = (n: number, ...annotations: object[]) => ({ "frame-no": `${n}`, frame: `f${n}.jpeg`, annotations });
  const one = (left: number) => ({
    left,
    top: 2,
    width: 30,
    height: 40,
    "class-id": "0",
    "object-id": "x",
    "object-name": "fish:1",
  });
  const file = { "tracking-annotations": [frame(0, one(1)), frame(1), frame(2, one(3))] };
  const { lines, trackCount } = await read(file, ["f0.jpeg", "f1.jpeg", "f2.jpeg"]);
  expect(lines).toEqual(["0 fish 1 [1,2,31,42]", "2 fish 1 [3,2,33,42]"]);
  expect(trackCount).toBe(1);
  const manifest = `${JSON.stringify({ "source-ref": "s3://b/seq.json", "job-ref": "s3://b/SeqLabel.json" })}\n`;
  expect((await read(manifest)).said.join(" ")).toContain("`SeqLabel.json`");
});
