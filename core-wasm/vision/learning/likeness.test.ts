import { expect, test } from "vitest";
import type { Raster } from "./channels.ts";
import { differenceOf, lookOf, looksOf } from "./likeness.ts";

/** A picture of `side` pixels, colored by place: both from 0 to 1. */
function paint(side: number, color: (x: number, y: number) => readonly [r: number, g: number, b: number]): Raster {
  const rgb = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) rgb.set(color((x + 0.5) / side, (y + 0.5) / side), (y * side + x) * 3);
  return { width: side, height: side, rgb };
}

const sea = [20, 60, 120] as const;
/** Points to the left, at the upper edge. */
const fish =
  (color: readonly [number, number, number]) =>
  (x: number, y: number): readonly [number, number, number] =>
    Math.abs(y - 0.35) < (x - 0.1) * 0.4 && x < 0.8 ? color : sea;
const stripes = (x: number) => (Math.floor(x * 8) % 2 === 0 ? ([200, 200, 200] as const) : sea);

test("a mirror image is most alike, then the same at another size, then in another color, then another thing", () => {
  const orange = fish([230, 120, 30]);
  const looks = looksOf(paint(64, orange));
  const differences = [
    paint(64, orange),
    paint(64, (x, y) => orange(1 - x, y)),
    paint(96, orange),
    paint(64, fish([230, 60, 120])),
    paint(64, (x) => stripes(x)),
  ].map((picture) => differenceOf(looks, lookOf(picture)));
  expect(differences[0]).toBe(0);
  expect(differences).toEqual(differences.toSorted((a, b) => a - b));
  expect(differences[2]).toBeLessThan(differences[3]! / 4);
  expect(differences[4]).toBeGreaterThan(differences[3]! * 1.5);
});
