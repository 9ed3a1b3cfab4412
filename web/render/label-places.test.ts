import { expect, test } from "vitest";
import { placeLabels, ownPlace, type LabelToPlace, type Rect } from "./label-places.ts";

const canvas = { width: 400, height: 300 };
const height = 16;

const label = (left: number, top: number, right: number, bottom: number, isEmphasised = false): LabelToPlace => ({
  ...{ box: { left, top, right, bottom }, stroke: 3, width: 80, isEmphasised },
});

function placesOf(labels: readonly LabelToPlace[]): readonly (Rect | undefined)[] {
  return placeLabels(labels, height, 40, canvas).map((shift, index) => {
    if (shift === undefined) return undefined;
    const { left, top, right, bottom } = ownPlace(labels[index]!, height, canvas);
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

test("what is selected or pointed at has its place first, and always one", () => {
  const labels = [label(20, 50, 60, 90), label(24, 50, 64, 90, true), label(28, 50, 68, 90, true)];
  const [, second, third] = placesOf(labels);
  expect(second).toMatchObject({ left: 24, top: 34 });
  expect(third).toBeDefined();
});

test("what is out of view has none", () => {
  expect(placesOf([label(500, 50, 600, 90)])).toEqual([undefined]);
});
