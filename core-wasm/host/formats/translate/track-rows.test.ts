import { expect, test } from "vitest";
import { ShapesBetween } from "./video-frames.ts";
import { leftOut, read } from "../../testing/read-foreign.ts";

test("UA-DETRAC and CVML: boxes of targets by frame", async () => {
  const target = (id: number, left: number): string =>
    `<target id="${id}"><box left="${left}" top="2" width="30" height="40"/><attribute speed="6.5" vehicle_type='van'/>
     <occlusion><region_overlap left="0" top="0" width="1" height="1"/></occlusion></target>`;
  const detrac = await read(`<?xml version="1.0"?><sequence name="MVI">
    <ignored_region><box left="1" top="2" width="3" height="4"/></ignored_region>
    <frame density="1" num="1"><target_list>${target(7, 1)}</target_list></frame>
    <frame density="2" num="2"><target_list>${target(7, 2)}${target(8, 9)}</target_list></frame></sequence>`);
  expect(detrac.lines).toEqual([
    '0 van 1 [1,2,31,42] {"speed":6.5}',
    '1 van 1 [2,2,32,42] {"speed":6.5}',
    '1 van 1 [9,2,39,42] {"speed":6.5}',
  ]);
  expect(detrac.trackCount).toBe(2);
  expect(leftOut(detrac.said)).toEqual([
    expect.stringContaining("1 × region that is to be ignored"),
    expect.stringContaining("3 × hidden part of a target"),
  ]);
  const cvml = await read(
    '<dataset name="P"><frame number="4"><objectlist><object id="0"><box h="40" w="20" xc="30" yc="50"/></object></objectlist></frame></dataset>',
  );
  expect(cvml.lines).toEqual(["4 unknown 1 [20,30,40,70]"]);
  const box = '<box h="40" w="20" xc="30" yc="50"/>';
  const grouped = await read(
    `<dataset><frame number="1"><objectlist><object id="0"/></objectlist><grouplist><group id="0">${box}</group></grouplist></frame>
     <frame number="2"><objectlist><object id="0">${box}</object></objectlist></frame></dataset>`,
  );
  expect(grouped.lines).toEqual(["2 unknown 1 [20,30,40,70]"]);
  expect(leftOut(grouped.said)).toEqual([
    expect.stringContaining("1 × group of objects"),
    expect.stringContaining("1 × target without a frame and a box"),
  ]);
});

test("boxes between keyframes: held where the file says so, and refused where they are too many", async () => {
  const at = (x: number) => ({ bounding_box: { x, y: 1, w: 4, h: 4 } });
  const track = (interpolated: boolean) => ({
    name: "fish",
    frames: { "0": at(1), "2": at(3) },
    ranges: [[0, 4]],
    interpolated,
  });
  const darwin = { version: "2.0", item: { name: "v.mp4", slots: [{ width: 640, height: 480 }] } };
  const boundsOf = async (interpolated: boolean) =>
    (await read({ ...darwin, annotations: [track(interpolated)] })).lines.map((line) => line.split(" ").at(-1));
  expect(await boundsOf(true)).toEqual(["[1,1,5,5]", "[2,1,6,5]", "[3,1,7,5]", "[3,1,7,5]"]);
  expect(await boundsOf(false)).toEqual(["[1,1,5,5]", "[1,1,5,5]", "[3,1,7,5]", "[3,1,7,5]"]);

  const rows = (last: number) =>
    [0, last].map((frame) => ({ frame, object: { type: "fish", box: [0, 0, 1, 1] as const } }));
  const between = new ShapesBetween();
  expect(between.addTo(rows(10))).toHaveLength(11);
  expect(() => between.addTo(rows(999_999))).toThrow("so far apart");
});

test("KITTI tracking and MOTS: frames are numbers, rows of one number are a track, ignored regions are named", async () => {
  const space = "2.0 1.8 4.4 -4.5 1.8 13.4 -2.1";
  const kitti = [
    `0 4 Car 0 2 -1.79 10 20 40 60 ${space}`,
    `3 4 Car 0 0 -1.79 12 20 42 60 ${space}`,
    `0 -1 DontCare -1 -1 -10 1 2 3 4 -1000 -1000 -1000 -10 -1 -1 -1`,
  ].join("\n");
  const tracked = await read(kitti);
  expect(tracked.lines).toEqual([
    '0 Car 1 [10,20,40,60] {"truncated":0,"occluded":2}',
    '3 Car 1 [12,20,42,60] {"truncated":0,"occluded":0}',
  ]);
  expect(tracked.trackCount).toBe(1);
  expect(leftOut(tracked.said)).toEqual([expect.stringContaining("DontCare")]);

  // Two of four columns of ten pixels, packed as in COCO's runs: 0, 20, 20.
  const masks = await read("1 2001 2 10 4 0d0d0\n1 10000 10 10 4 0d0d0\n2 2001 2 10 4 0d0d0\n");
  expect(masks.lines.map((line) => line.split(" [[")[0])).toEqual([
    "1 pedestrian 1 [0,0,2,10]",
    "2 pedestrian 1 [0,0,2,10]",
  ]);
  expect(leftOut(masks.said)).toEqual([expect.stringContaining("ignored")]);
});

test("masks between keyframes are held", () => {
  const segmentation = { counts: "b11a1", size: [10, 10] };
  const rows = [0, 3].map((frame) => ({ frame, object: { type: "fish", segmentation } }));
  const all = new ShapesBetween().addTo(rows);
  expect(all.map(({ object }) => object.segmentation)).toEqual([0, 1, 2, 3].map(() => segmentation));
});

test("VATIC: tracks, without the rows on which the object is outside of the picture", async () => {
  const { lines, trackCount, said } = await read(
    '3 10 20 30 40 0 0 0 0 "fish"\n3 12 20 32 40 1 0 1 1 "fish" "fast"\n3 12 20 32 40 2 1 0 1 "fish"\n7 1 2 3 4 1 0 0 0 "sea star"\n',
  );
  expect(trackCount).toBe(2);
  expect(lines).toEqual([
    '0 fish 1 [10,20,30,40] {"occluded":false,"generated":false}',
    '1 fish 1 [12,20,32,40] {"occluded":true,"generated":true,"fast":true}',
    '1 sea star 1 [1,2,3,4] {"occluded":false,"generated":false}',
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × row of an object that is outside of the picture")]);
});

test("Darknet: results on pictures, and on frames of a video", async () => {
  const objects = [
    {
      class_id: 0,
      name: "fish",
      confidence: 0.9,
      relative_coordinates: { center_x: 0.5, center_y: 0.5, width: 0.2, height: 0.4 },
    },
  ];
  const imageSize = { width: 100, height: 50 };
  const results = [
    { frame_id: 1, filename: "data/b.jpg", objects },
    { frame_id: 2, filename: "data/a.jpg", objects: [] },
  ];
  expect((await read(results, ["a.jpg", "b.jpg"], undefined, { imageSize })).lines).toEqual([
    "1 fish 0.9 [40,15,60,35]",
  ]);
  expect((await read([{ frame_id: 4, objects }], undefined, undefined, { imageSize })).lines).toEqual([
    "3 fish 0.9 [40,15,60,35]",
  ]);
});
