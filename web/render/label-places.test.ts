import { expect, test } from "vitest";
import { placeLabels, defaultPlace, type LabelToPlace, type Rect } from "./label-places.ts";

const canvas = { width: 400, height: 300 };
const height = 16;

const label = (left: number, top: number, right: number, bottom: number, isEmphasised = false): LabelToPlace => ({
  box: { left, top, right, bottom },
  stroke: 3,
  width: 80,
  isEmphasised,
});

function placesOf(labels: readonly LabelToPlace[]): readonly (Rect | undefined)[] {
  return placeLabels(labels, height, 40, canvas).map((shift, index) => {
    if (shift === undefined) return undefined;
    const { left, top, right, bottom } = defaultPlace(labels[index]!, height, canvas);
    const { dx, dy } = shift;
    return { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy };
  });
}

const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

test("a label is above its box, and inside it at the upper edge of the canvas", () => {
  expect(placesOf([label(20, 50, 120, 100)])[0]).toMatchObject({ left: 20, top: 34 });
  expect(placesOf([label(20, 4, 120, 100)])[0]).toMatchObject({ left: 20, top: 7 });
});

test("a label keeps off the right edge of the canvas, where it would look cut off", () => {
  expect(placesOf([label(350, 50, 398, 100)])[0]).toMatchObject({ left: 316, right: 396 });
});

test("a label does not cover its own small box where there is room below it", () => {
  expect(placesOf([label(20, 4, 50, 34)])[0]).toMatchObject({ left: 20, top: 34 });
});

test("no label covers another one, nor a small box of another object", () => {
  const crowd = Array.from({ length: 24 }, (_, n) =>
    label((n * 37) % 380, (n * 53) % 280, ((n * 37) % 380) + 30, ((n * 53) % 280) + 30),
  );
  const places = placesOf(crowd);
  const shown = places.flatMap((place, index) => (place === undefined ? [] : [{ place, index }]));
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.length, "some have no room").toBeLessThan(24);
  for (const a of shown) {
    for (const b of shown) if (a !== b) expect(overlap(a.place, b.place)).toBe(false);
    for (const [index, { box }] of crowd.entries()) if (index !== a.index) expect(overlap(a.place, box)).toBe(false);
  }
});

test("a label covers no other object, unless that is large, where another place is free", () => {
  const [upper, lower] = [label(60, 40, 140, 110), label(20, 112, 90, 180)];
  expect(overlap(defaultPlace(lower, height, canvas), upper.box), "above it").toBe(true);
  expect(placesOf([upper, lower])[1], "below it").toMatchObject({ left: 20, top: 180 });
});

test("what is selected or pointed at has its place first, and always one", () => {
  const labels = [label(20, 50, 60, 90), label(24, 50, 64, 90, true), label(28, 50, 68, 90, true)];
  const [, second, third] = placesOf(labels);
  expect(second).toMatchObject({ left: 24, top: 34 });
  expect(third).toBeDefined();
});

test("what is out of view has none", () => {
  expect(placesOf([label(500, 50, 600, 90)])).toEqual([undefined]);
});

test("a handle is not covered: the label of a narrow box is below it while it can be turned", () => {
  const narrow = label(100, 100, 140, 160, true);
  const handle = { left: 112, top: 68, right: 128, bottom: 84.5 };
  const [shift] = placeLabels([narrow], height, 40, canvas, [handle]);
  const own = defaultPlace(narrow, height, canvas);
  expect(overlap(own, handle), "where it would be otherwise").toBe(true);
  expect(own.top + shift!.dy).toBe(160);
});

test("five hundred crowded labels do not cover each other", () => {
  const crowd = Array.from({ length: 500 }, (_, n) =>
    label((n * 97) % 1000, (n * 61) % 600, ((n * 97) % 1000) + 200, ((n * 61) % 600) + 200),
  );
  const large = { width: 1100, height: 700 };
  const shown = placeLabels(crowd, height, 40, large).flatMap((shift, index) => {
    const { left, top, right, bottom } = defaultPlace(crowd[index]!, height, large);
    if (shift === undefined) return [];
    return [{ left: left + shift.dx, top: top + shift.dy, right: right + shift.dx, bottom: bottom + shift.dy }];
  });
  expect(shown.length).toBeGreaterThan(100);
  for (const [index, place] of shown.entries())
    expect(shown.slice(index + 1).some((other) => overlap(place, other))).toBe(false);
});
