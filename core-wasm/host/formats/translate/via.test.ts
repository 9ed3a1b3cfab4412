import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

test("VIA: rectangles and polygons, with the type where people keep it; other shapes are named", async () => {
  const regions = [
    {
      shape_attributes: { name: "rect", x: 10, y: 20, width: 30, height: 40 },
      region_attributes: { Species: "cod", sex: "f" },
    },
    {
      shape_attributes: { name: "polygon", all_points_x: [1, 5, 9], all_points_y: [1, 7, 2] },
      region_attributes: { kind: { crab: true, fish: false } },
    },
    { shape_attributes: { name: "circle", cx: 50, cy: 50, r: 2 }, region_attributes: { name: "egg" } },
    { shape_attributes: { name: "point", cx: "5", cy: 6 }, region_attributes: { name: "eye" } },
    { shape_attributes: { name: "polyline", all_points_x: [1, 2], all_points_y: [1, 2] }, region_attributes: {} },
  ];
  const pictures = {
    "b.jpg-1": { filename: "b.jpg", size: 1, regions: [] },
    "a.jpg-1": { filename: "a.jpg", size: 1, regions },
  };
  for (const document of [pictures, { _via_settings: {}, _via_img_metadata: pictures, _via_attributes: {} }]) {
    const { lines, said } = await read(document, ["a.jpg", "b.jpg"]);
    expect(lines).toEqual([
      '0 cod 1 [10,20,40,60] {"sex":"f"}',
      "0 crab 1 [1,1,9,7] [[[1,1],[5,7],[9,2]]]",
      expect.stringMatching(/^0 egg 1 \[48,48,52,52\] \[\[\[52,50\]/),
      "0 eye 1 [5,6,5,6] [5,6]",
    ]);
    expect(leftOut(said)).toEqual(['Left out: 1 × shape "polyline", which is not read from such files.']);
  }
  const numbered = { "a.jpg-1": { filename: "a.jpg", regions: { "0": regions[0] } } };
  expect((await read(numbered)).lines).toHaveLength(1);
});

test("VIA 3: shapes of pictures; parts of videos in seconds are named", async () => {
  const { lines, said } = await read({
    project: {},
    config: {},
    attribute: { "1": { aname: "type" } },
    file: { "1": { fname: "a.jpg" } },
    metadata: {
      x: { vid: "1", z: [], xy: [2, 10, 20, 30, 40], av: { "1": "fish" } },
      y: { vid: "1", z: [1.5, 2], xy: [], av: {} },
    },
    view: { "1": { fid_list: ["1"] } },
  });
  expect(lines).toEqual(["0 fish 1 [10,20,40,60]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining("part of a video without a shape")]);
});

test("VIA 3: the video is the one with annotations, not the first of the list", async () => {
  const { lines, said } = await read(
    {
      project: {},
      config: {},
      attribute: { "1": { aname: "type" } },
      file: { "1": { fname: "a.mp4" }, "2": { fname: "b.mp4" } },
      metadata: { x: { vid: "2", z: [0.2], xy: [2, 10, 20, 30, 40], av: { "1": "fish" } } },
      view: { "1": { fid_list: ["1"] }, "2": { fid_list: ["2"] } },
    },
    undefined,
    10,
  );
  expect(lines).toEqual(["2 fish 1 [10,20,40,60]"]);
  expect(leftOut(said)).toEqual([]);
});

test("VIA as CSV: JSON in cells; pictures without regions have a row", async () => {
  const cell = (value: unknown): string => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  const row = (name: string, shape: object, said: object): string => `${name},1,"{}",1,0,${cell(shape)},${cell(said)}`;
  const { lines, said } = await read(
    [
      "filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes",
      row("b.jpg", {}, {}),
      row("a.jpg", { name: "rect", x: 10, y: 20, width: 30, height: 40 }, { type: 'a "cod", perhaps' }),
      row("a.jpg", { name: "line", cx: [1, 2] }, {}),
    ].join("\n"),
    ["a.jpg", "b.jpg"],
  );
  expect(lines).toEqual(['0 a "cod", perhaps 1 [10,20,40,60]']);
  expect(leftOut(said)).toEqual([expect.stringContaining('shape "line"')]);
});
