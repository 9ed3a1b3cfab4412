import { expect, test } from "vitest";
import { leftOut, read } from "../../testing/read-foreign.ts";

test("SuperAnnotate: shapes of one picture a file, with attributes; a folder is read as one set", async () => {
  const instance = (type: string, more: object) => ({
    type,
    className: "fish",
    probability: 100,
    attributes: [],
    ...more,
  });
  const file = (name: string, instances: readonly object[]) => ({
    metadata: { name, width: 200, height: 100 },
    instances,
  });
  const colored = [{ id: 1, groupId: 1, name: "red", groupName: "color" }];
  const b = file("b.jpg", [
    instance("bbox", { points: { x1: 40, y1: 20, x2: 10, y2: 60 }, attributes: colored, probability: 50 }),
    instance("rbbox", { points: { x1: 0, y1: 5, x2: 5, y2: 0, x3: 10, y3: 5, x4: 5, y4: 10 } }),
    instance("polygon", { points: [1, 1, 9, 1, 9, 9, 1, 9], exclude: [[3, 3, 5, 3, 5, 5]] }),
    instance("ellipse", { cx: 50, cy: 50, rx: 10, ry: 5, angle: 0 }),
    instance("point", { x: 7, y: 8 }),
    instance("polyline", { points: [1, 1, 9, 1] }),
  ]);
  const files = new Map([
    ["b.jpg.json", b],
    ["a.jpg.json", file("a.jpg", [instance("bbox", { points: { x1: 1, y1: 2, x2: 3, y2: 4 } })])],
  ]);
  const { lines, said } = await read(files, ["a.jpg", "b.jpg"]);
  expect(lines.map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual([
    "1 fish 0.5 [10,20,40,60]",
    "1 fish 1 [0,0,10,10]",
    "1 fish 1 [1,1,9,9]",
    "1 fish 1 [40,45,60,55]",
    "1 fish 1 [7,8,7,8]",
    "0 fish 1 [1,2,3,4]",
  ]);
  expect(lines[0]).toContain('{"color":"red"}');
  expect(leftOut(said)).toEqual([expect.stringContaining('1 × instance of the kind "polyline"')]);
});

test("SuperAnnotate: a project of the first version, with the instances of each picture by its name", async () => {
  const box = { type: "bbox", className: "fish", points: { x1: 10, y1: 20, x2: 30, y2: 40 }, attributes: [] };
  const { lines } = await read({ "b.jpg": [box], "a.jpg": [], ___sa_version___: "0" }, ["a.jpg", "b.jpg"]);
  expect(lines).toEqual(["1 fish 1 [10,20,30,40]"]);
});
