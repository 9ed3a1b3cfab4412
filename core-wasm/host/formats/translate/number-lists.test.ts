/** Tools whose files have numbers of classes, or no types: VisDrone, UAVDT, Keras YOLO, sets for trackers of one object. */
import { expect, test } from "vitest";
import { bytesOf, leftOut, read } from "../../testing/read-foreign.ts";
import { translate } from "./translate.ts";

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
  const results = new Map([["uav0000013_00000_v.txt", "1,7,10,43,17,19,0.5,4,-1,-1\n2,7,12,43,17,19,0.25,4,-1,-1\n"]]);
  expect((await read(results)).lines).toEqual(["0 car 0.25 [10,43,27,62]", "1 car 0.25 [12,43,29,62]"]);
});

test("rows of other trackers, which look like those of VisDrone, keep the numbers of their classes", async () => {
  const rows = "1,7,10,43,17,19,0.5,0,-1,-1\n1,8,12,43,17,19,0.25,2,-1,-1\n2,9,12,43,17,19,0.25,56,-1,-1\n";
  const { lines, said } = await read(new Map([["results.txt", rows]]));
  expect(lines).toEqual(["0 0 0.5 [10,43,27,62]", "0 2 0.25 [12,43,29,62]", "1 56 0.25 [12,43,29,62]"]);
  expect(leftOut(said)).toEqual([]);
});

test("VisDrone and UAVDT: rows that are cut off or lack a cell are left out, and change no others", async () => {
  const frames = Array.from({ length: 20 }, (_, frame) => frame);
  const whole = frames.map((frame) => `${frame + 1},1,12,43,17,19,0,4,0,1\n`).join("");
  const { lines, said } = await read(`${whole}26,1,,43,17,19,1,4,0,1\n27,1,12,43,17,19,1,,0,1\n2,1,12,43,17,19\n`);
  expect(lines).toEqual(
    frames.map((frame) => `${frame} car 1 [12,43,29,62] {"ignored":true,"truncation":0,"occlusion":1}`),
  );
  expect(leftOut(said)).toEqual([expect.stringContaining("3 × row without a frame, a box or a category")]);
  // After the part that is looked at.
  const rows = Array.from({ length: 4000 }, (_, n) => `${n + 1},1,10,20,30,40,1,2,2\n`).join("");
  const cut = await read(new Map([["M1_gt_whole.txt", `${rows}4001,1,10,20,30,40\n`]]));
  expect(leftOut(cut.said)).toEqual([expect.stringContaining("1 × row without a frame, a box or a category")]);
  expect(new Set(cut.lines.map((line) => line.split(" ")[1]))).toEqual(new Set(["truck"]));
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
  // Just cars, whose rows alone could be those of MOT.
  const cars = await read(new Map([["GT/M0101_gt_whole.txt", "1,1,10,20,30,40,1,1,1\n2,1,11,20,30,40,1,1,1\n"]]));
  expect(cars.lines[0]).toBe('0 car 1 [10,20,40,60] {"out_of_view":1,"occlusion":1}');
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
  const flags = `${"0,1,".repeat(10)}0\n`;
  const lasot = new Map([
    ["airplane-1/full_occlusion.txt", flags],
    ["airplane-1/groundtruth.txt", "367,101,41,16\nnan,nan,nan,nan\n0,0,0,0\n364,108,45,16\n"],
    ["airplane-1/nlp.txt", "white airplane landing on the ground\n"],
    ["airplane-1/out_of_view.txt", flags],
  ]);
  const { lines, trackCount, said } = await read(lasot);
  // Pixels count from 1 in these files.
  expect(lines).toEqual(["0 unknown 1 [366,100,407,116]", "3 unknown 1 [363,107,408,123]"]);
  expect(trackCount).toBe(1);
  expect(leftOut(said)).toEqual([expect.stringContaining("2 × line without a box")]);
  const vot = new Map([["bag/groundtruth.txt", "10.5,10,30,10,30,20,10.5,20\n11,10,31,10,31,20,11,20\n"]]);
  expect((await read(vot)).lines[0]).toBe("0 unknown 1 [10,10,30,20] [[[10.5,10],[30,10],[30,20],[10.5,20]]]");
  // Whole numbers, which could be corners of texts.
  const whole = await read(
    new Map([["bag/groundtruth.txt", "210,10,230,10,230,20,210,20\n211,10,231,10,231,20,211,20\n"]]),
  );
  expect([whole.trackCount, whole.lines.length]).toEqual([1, 2]);
});

test("poses of a camera, as TUM RGB-D has them, are not taken for corners", async () => {
  const poses = "1305031102.1758 1.3405 0.6266 1.6575 0.6574 0.6126 -0.2949 -0.3248\n";
  for (const text of [poses.repeat(3), `# ground truth trajectory\n${poses}${poses.replace("0.6574", "0.7574")}`]) {
    await expect(read(new Map([["freiburg1/groundtruth.txt", text]]))).rejects.toThrow("annotations");
  }
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
  const listed = await read(line("a.jpg", [{ bbox: [1, 2, 3, 4], category: 0 }]), ["a.jpg"]);
  expect(listed.lines).toEqual([]);
  expect(leftOut(listed.said)).toEqual([expect.stringContaining("1 × object of a list")]);
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

test("FiftyOne samples: labels of other kinds are counted, absent points keep their numbers", async () => {
  const box = { _cls: "Detection", label: "fish", bounding_box: [0.1, 0.125, 0.2, 0.25], iscrowd: 0, sex: "f" };
  const points = (...all: (readonly (number | null)[])[]) => ({ _cls: "Keypoint", label: "ray", points: all });
  const absent = [null, null];
  const first = {
    filepath: "data/a.jpg",
    metadata: { _cls: "ImageMetadata", width: 100, height: 80 },
    ground_truth: {
      _cls: "Detections",
      detections: [
        { ...box, mask_path: "m.png" },
        { ...box, attributes: { old: { _cls: "NumericAttribute", value: 3 } } },
      ],
      keypoints: [points(absent, [0.5, 0.5], absent, [0.25, 0.5]), points(absent)],
    },
    weather: { _cls: "Classification", label: "rain" },
    parts: { _cls: "Segmentation", mask_path: "parts.png" },
    best: box,
  };
  const { lines, said } = await read({ samples: [first, { ...first, filepath: "data/b.jpg", ground_truth: null }] }, [
    "a.jpg",
    "b.jpg",
  ]);
  expect(lines.slice(0, 2)).toEqual([
    '0 fish 1 [10,10,30,30] {"iscrowd":0,"sex":"f"}',
    '0 fish 1 [10,10,30,30] {"old":3,"iscrowd":0,"sex":"f"}',
  ]);
  expect(lines[2]).toContain("0 ray 1 [25,40,50,40]");
  const coco = new TextDecoder().decode((await translate(bytesOf({ samples: [first] }), "fiftyone-samples"))?.bytes);
  const { annotations } = JSON.parse(coco) as { annotations: { keypoints?: object }[] };
  expect(annotations[2]?.keypoints).toEqual([
    { keypoint_category: "2", xy: [50, 40] },
    { keypoint_category: "4", xy: [25, 40] },
  ]);
  expect(leftOut(said).map((one) => one.replace(/^Left out: |, which is not.*$/g, ""))).toEqual([
    "2 × `Classification` in the field `weather`",
    "2 × `Segmentation` in the field `parts`",
    "2 × `Detection` in the field `best`",
    "1 × mask, whose box is read",
    "1 × label without a box, polygon or points",
  ]);
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
