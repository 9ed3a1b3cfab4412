import { expect, test } from "vitest";
import { jsonLines, leftOut, read } from "../../testing/read-foreign.ts";

const labelboxRow = (name: string, annotations: object) => ({
  data_row: { id: "d", external_id: name, row_data: `https://storage/${name}?x=1` },
  media_attributes: { width: 200, height: 100 },
  projects: { p: { name: "reef", labels: [{ label_kind: "Default", annotations }] } },
});
const labelboxBox = (name: string, left: number) => ({
  name,
  annotation_kind: "ImageBoundingBox",
  bounding_box: { top: 20, left, height: 40, width: 30 },
});

test("Labelbox: objects of pictures, with the answers to questions as attributes", async () => {
  const classifications = [
    { name: "sex", radio_answer: { name: "female" } },
    { name: "damage", checklist_answers: [{ name: "fin" }, { name: "eye" }] },
    { name: "note", text_answer: { content: "near" } },
  ];
  const polygon = [
    [0, 0],
    [10, 0],
    [10, 10],
  ].map(([x, y]) => ({ x, y }));
  const text = jsonLines(
    labelboxRow("b.jpg", {
      objects: [
        { ...labelboxBox("fish", 10), classifications },
        { name: "crab", annotation_kind: "ImagePolygon", polygon },
        { name: "path", annotation_kind: "ImagePolyline", line: polygon },
      ],
    }),
    labelboxRow("a.jpg", { objects: [{ name: "eye", annotation_kind: "ImagePoint", point: { x: 5, y: 6 } }] }),
  );
  const { lines, said } = await read(text, ["a.jpg", "b.jpg"]);
  expect(lines[0]).toBe('1 fish 1 [10,20,40,60] {"sex":"female","damage":"fin, eye","note":"near"}');
  expect(lines.slice(1).map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual([
    "1 crab 1 [0,0,10,10]",
    "0 eye 1 [5,6,5,6]",
  ]);
  expect(leftOut(said)).toEqual([expect.stringContaining('1 × object of the kind "ImagePolyline"')]);
});

test("Labelbox: objects of a video are tracks, on frames that count from 1", async () => {
  const frames = {
    1: { objects: { f: labelboxBox("fish", 10) } },
    3: { objects: { f: labelboxBox("fish", 30), g: labelboxBox("eel", 0) } },
  };
  const text = jsonLines(labelboxRow("a.mp4", { frames }), labelboxRow("b.mp4", { frames: {} }));
  const { lines, trackCount, said } = await read(text);
  expect(trackCount).toBe(2);
  expect(lines).toEqual(["0 fish 1 [10,20,40,60]", "2 fish 1 [30,20,60,60]", "2 eel 1 [0,20,30,60]"]);
  expect(leftOut(said)).toEqual([expect.stringContaining("1 × label of another video")]);
});

test("Labelbox: lists of pictures as exported until 2023, and in the first version", async () => {
  const triangle = [
    { x: 1, y: 2 },
    { x: 5, y: 2 },
    { x: 5, y: 6 },
  ];
  const objects = [
    {
      title: "fish",
      bbox: { top: 20, left: 10, height: 40, width: 30 },
      classifications: [
        { title: "sex", answer: { title: "f" } },
        { title: "note", answer: "old" },
      ],
    },
    { title: "crab", polygon: triangle },
    { title: "rope", line: triangle },
    { title: "weed", instanceURI: "https://s/mask.png" },
  ];
  const rows = [
    { ID: "x", "Labeled Data": "https://s/b.jpg", "External ID": "b.jpg", Label: { objects, classifications: [] } },
    { ID: "y", "Labeled Data": "https://s/a.jpg?key=1", Label: "Skip" },
  ];
  const { lines, said } = await read(rows, ["a.jpg", "b.jpg"]);
  expect(lines).toEqual([
    '1 fish 1 [10,20,40,60] {"sex":"f","note":"old"}',
    "1 crab 1 [1,2,5,6] [[[1,2],[5,2],[5,6]]]",
  ]);
  expect(leftOut(said)).toEqual([
    'Left out: 1 × object of the kind "line", which is not read from such files.',
    'Left out: 1 × object of the kind "mask", which is not read from such files.',
  ]);
  const first = [{ ID: "x", "Labeled Data": "https://s/b.jpg", Label: { shoe: [triangle, { geometry: triangle }] } }];
  expect((await read(first, ["a.jpg", "b.jpg"])).lines).toHaveLength(2);
});
