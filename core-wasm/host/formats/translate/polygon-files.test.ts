import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

test("Cityscapes, CityPersons, ADE20K and ISAT: the polygons and boxes of each picture", async () => {
  const street = {
    imgHeight: 100,
    imgWidth: 200,
    objects: [
      {
        label: "road",
        polygon: [
          [1, 2],
          [9, 2],
          [9, 8],
        ],
      },
      { label: "rider", instanceId: 25, bbox: [4, 5, 6, 7], bboxVis: [4, 5, 3, 7] },
      { label: "static" },
    ],
  };
  const cities = new Map([["aachen_1_gtFine_polygons.json", street]]);
  const city = await read(cities, ["a.png", "aachen_1_leftImg8bit.png"]);
  expect(city.lines).toEqual([
    "1 road 1 [1,2,9,8] [[[1,2],[9,2],[9,8]]]",
    '1 rider 1 [4,5,10,12] {"instance":25,"visible_box":"4, 5, 3, 7"}',
  ]);
  expect(leftOut(city.said)).toEqual([
    "Left out: 1 × object without a polygon or box, which is not read from such files.",
  ]);
  const door = { name: "door, portal", raw_name: "door", occluded: "no", polygon: { x: [1, 5, 5], y: [2, 2, 6] } };
  const scene = { annotation: { filename: "a.jpg", imsize: [100, 200, 3], object: door } };
  expect((await read(scene, ["a.jpg"])).lines).toEqual(['0 door 1 [1,2,5,6] {"occluded":false} [[[1,2],[5,2],[5,6]]]']);
  const isat = {
    info: { description: "ISAT", name: "a.jpg", width: 200, height: 100 },
    objects: [
      {
        category: "fish",
        group: 1,
        segmentation: [
          [1, 2],
          [5, 2],
          [5, 6],
        ],
        bbox: [1, 2, 5, 6],
        note: "half",
      },
      {
        category: "fish",
        group: 1,
        segmentation: [
          [10, 2],
          [15, 2],
          [15, 6],
        ],
        bbox: [10, 2, 15, 6],
      },
    ],
  };
  expect((await read(isat, ["a.jpg"])).lines).toEqual(['0 fish 1 [1,2,15,6] {"note":"half"} [[[1,2],[5,2],[5,6]]]']);
});

test("Hasty, Scale and Dataloop: boxes, polygons and points with attributes; lines are named", async () => {
  const labels = [
    { class_name: "bee", bbox: [10, 20, 50, 60], polygon: null, mask: null, attributes: { sex: "f" } },
    {
      class_name: "ant",
      bbox: [1, 2, 5, 6],
      polygon: [
        [1, 2],
        [5, 2],
        [5, 6],
      ],
    },
    { class_name: "wasp", bbox: [1, 2, 5, 6], polygon: null, mask: [1, 2] },
  ];
  const hasty = {
    project_name: "p",
    label_classes: [],
    images: [{ image_name: "b.jpg", width: 99, height: 99, labels }],
  };
  const bees = await read(hasty, ["a.jpg", "b.jpg"]);
  expect(bees.lines).toEqual([
    '1 bee 1 [10,20,50,60] {"sex":"f"}',
    "1 ant 1 [1,2,5,6] [[[1,2],[5,2],[5,6]]]",
    "1 wasp 1 [1,2,5,6]",
  ]);
  expect(leftOut(bees.said)).toEqual(["Left out: 1 × mask, whose box was read, which is not read from such files."]);
  const triangle = [
    { x: 1, y: 2 },
    { x: 5, y: 2 },
    { x: 5, y: 6 },
  ];
  const annotations = [
    { type: "box", label: "fish", left: 10, top: 20, width: 30, height: 40, attributes: { sex: "f" } },
    { type: "polygon", label: "crab", vertices: triangle },
    { type: "point", label: "eye", x: 7, y: 8 },
    { type: "line", label: "rope", vertices: triangle },
  ];
  const task = { task_id: "5", params: { attachment: "https://s/dir/b.jpg?key=1" }, response: { annotations } };
  const scale = await read([task], ["a.jpg", "b.jpg"]);
  expect(scale.lines).toEqual([
    '1 fish 1 [10,20,40,60] {"sex":"f"}',
    "1 crab 1 [1,2,5,6] [[[1,2],[5,2],[5,6]]]",
    "1 eye 1 [7,8,7,8] [7,8]",
  ]);
  expect(leftOut(scale.said)).toEqual([
    'Left out: 1 × annotation of the kind "line", which is not read from such files.',
  ]);
  const dataloop = {
    filename: "/dir/b.jpg",
    datasetId: "d",
    metadata: { system: { width: 99, height: 99 } },
    annotations: [
      {
        datasetId: "d",
        type: "box",
        label: "fish",
        coordinates: [
          { x: 30, y: 40 },
          { x: 10, y: 20 },
        ],
      },
      { type: "segment", label: "crab", coordinates: [triangle], metadata: { system: { attributes: { sex: "f" } } } },
      { type: "point", label: "eye", coordinates: { x: 7, y: 8 } },
      { type: "ellipse", label: "egg", coordinates: { center: { x: 50, y: 50 }, rx: 9, ry: 5, angle: 90 } },
      { type: "class", label: "blurred" },
    ],
  };
  const looped = await read(dataloop, ["a.jpg", "b.jpg"]);
  expect(looped.lines.map((line) => line.slice(0, 45))).toEqual([
    "1 fish 1 [10,20,30,40]",
    '1 crab 1 [1,2,5,6] {"sex":"f"} [[[1,2],[5,2],',
    "1 eye 1 [7,8,7,8] [7,8]",
    expect.stringContaining("1 egg 1 [45,41,55,59]"),
  ]);
  expect(leftOut(looped.said)).toEqual([
    'Left out: 1 × annotation of the kind "class", which is not read from such files.',
  ]);
});
