import { expect, test } from "vitest";
import { describeGesture, drawingGestures, editingGestures, geometries, printToolTable } from "./tool-table.ts";

/** gesture -> expected cell for: rectangle, polygon, head and tail, line. */
type Rows = Readonly<Record<string, readonly [string, string, string, string]>>;

const drawing: Rows = {
  "a click": ["selects what is under it", "1 point so far", "1 point so far", "1 point so far"],
  "a drag": ["a shape", "2 points so far", "a shape of 2 points", "2 points so far"],
  "a drag with another button": ["pans", "pans", "pans", "pans"],
};

const pathsOnly: Readonly<Record<string, readonly [polygon: string, line: string]>> = {
  "three clicks": ["3 points so far", "3 points so far"],
  "three clicks, and one on the first point": ["a shape of 3 points", "4 points so far"],
  "three clicks, and Enter": ["a shape of 3 points", "a shape of 3 points"],
  "three clicks, and a right click": ["a shape of 3 points", "a shape of 3 points"],
  "three clicks, and the key that deletes a point": ["2 points so far", "2 points so far"],
};

const selected = "the point is selected";

const editing: Rows = {
  "a click on a point or corner": ["nothing", selected, selected, selected],
  "another click on it": ["nothing", "nothing", "nothing", "nothing"],
  "a click on it, and the key that deletes a point": [
    "refused: noPoint",
    "a point less",
    `refused: fewestPoints; ${selected}`,
    "a point less",
  ],
  "a drag of a point or corner": [
    "changes the shape",
    ...Array<string>(3).fill(`changes the shape; ${selected}`),
  ] as never,
  "a click next to it": Array<string>(4).fill("selects what is under it") as never,
  "a drag next to it": ["pans", "pans", "pans", "pans"],
  "a right click next to it": Array<string>(4).fill("edits what is under it, or stops") as never,
};

test("every gesture does with every tool what the table says", () => {
  for (const [name, cells] of Object.entries(drawing)) {
    expect(
      geometries.map((each) => describeGesture(each, drawingGestures[name]!, false)),
      name,
    ).toEqual(cells);
  }
  for (const [name, cells] of Object.entries(pathsOnly)) {
    const actual = (["polygon", "line"] as const).map((each) => describeGesture(each, drawingGestures[name]!, false));
    expect(actual, name).toEqual(cells);
  }
  for (const [name, cells] of Object.entries(editing)) {
    expect(
      geometries.map((each) => describeGesture(each, editingGestures[name]!, true)),
      name,
    ).toEqual(cells);
  }
});

test("the print-out has every gesture", () => {
  const text = printToolTable();
  for (const name of [...Object.keys(drawingGestures), ...Object.keys(editingGestures)]) {
    expect(text).toContain(`| ${name} |`);
  }
});
