/** Layout of the frame label bars, and which of their ends can be dragged. */
import { expect, test } from "vitest";
import { frameScale } from "../../bottom/timeline/frame-scale.ts";
import { gripLanes, hitLanes, placeLanes } from "../../bottom/timeline/lane.ts";
import { labelRowPx, labelsLane, type LabelBar } from "./labels-lane.ts";

const taken: (readonly [LabelBar, string])[] = [];
const grip = (bar: LabelBar, end: "begin" | "end") => {
  taken.push([bar, end]);
  return { move: () => undefined, drop: () => undefined, cancel: () => undefined };
};
const [long, short] = [
  { begin: 10, end: 40 },
  { begin: 60, end: 60 },
];
const parts = {
  rows: [
    { name: "feeding", color: "#fff", bars: [long, short] },
    { name: "fleeing", color: "#fff", bars: [] },
  ],
  textOf: (row: { readonly name: string }, { begin, end }: LabelBar) => `${row.name} ${begin} ${end}`,
};
// 10 px per frame, after a margin of 20.
const scale = frameScale({ first: 0, last: 100 }, 1040);

test("ends are taken hold of within a few pixels, of one frame the last; elsewhere a drag seeks", () => {
  const boxes = placeLanes([labelsLane({ ...parts, grip })], 60);
  const at = (x: number, y = 5) => gripLanes(boxes, x, y, scale) !== undefined;
  expect([at(116), at(424), at(624), at(270), at(116, labelRowPx + 5)]).toEqual([true, true, true, false, false]);
  expect(taken).toEqual([
    [long, "begin"],
    [long, "end"],
    [short, "end"],
  ]);
  expect(hitLanes(boxes, 270, 5, scale)).toEqual({ frame: 25, text: "feeding 10 40" });
  expect(hitLanes(boxes, 270, labelRowPx + 5, scale)).toEqual({ frame: 25, text: "fleeing" });
});

test("nothing is taken hold of where nothing can be changed", () => {
  const boxes = placeLanes([labelsLane({ ...parts, grip: undefined })], 60);
  expect(gripLanes(boxes, 120, 5, scale)).toBeUndefined();
});
