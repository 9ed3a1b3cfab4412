/** Which tiles a view needs at each zoom. */
import { expect, test } from "vitest";
import { levelAt, maxLevel, parentOf, tileArea, tilesIn } from "./tile-pyramid.ts";

const pyramid = { width: 100_000, height: 60_000, tileWidth: 256, tileHeight: 256, levels: 10 };

test("[V-LARGE-03] the tile layer goes to level levels + 3, also at the closest zoom", () => {
  expect(maxLevel(pyramid)).toBe(13);
  expect(levelAt(pyramid, 1)).toBe(9);
  expect(levelAt(pyramid, 16)).toBe(13);
  expect(levelAt(pyramid, 32)).toBe(13);
  expect(levelAt(pyramid, 1 / 3)).toBe(8);
  expect(levelAt(pyramid, 1 / 4)).toBe(7);
  expect(levelAt(pyramid, 1e-9)).toBe(0);
});

test("tiles cover what is seen without a gap, the middle first, and nothing outside of the image", () => {
  const seen = { left: 99_500, top: -300, right: 100_900, bottom: 500 };
  const tiles = tilesIn(pyramid, 9, seen);
  expect(tiles.map(({ x, y }) => [x, y]).toSorted()).toEqual([
    [388, 0],
    [388, 1],
    [389, 0],
    [389, 1],
    [390, 0],
    [390, 1],
  ]);
  expect(tiles[0]).toEqual({ level: 9, x: 390, y: 0 });
  expect(tileArea(pyramid, { level: 9, x: 390, y: 1 })).toEqual({
    left: 99_840,
    top: 256,
    right: 100_096,
    bottom: 512,
  });
  expect(tilesIn(pyramid, 9, { left: 100_001, top: 0, right: 100_200, bottom: 10 })).toEqual([]);
  expect(tilesIn(pyramid, 0, { left: 0, top: 0, right: 100_000, bottom: 60_000 })).toEqual([{ level: 0, x: 0, y: 0 }]);
});

test("every tile is within the one of the level before", () => {
  const tile = { level: 9, x: 301, y: 77 };
  const parent = parentOf(tile);
  const [inner, outer] = [tileArea(pyramid, tile), tileArea(pyramid, parent ?? tile)];
  expect(outer.left <= inner.left && outer.right >= inner.right).toBe(true);
  expect(outer.top <= inner.top && outer.bottom >= inner.bottom).toBe(true);
  expect(parentOf({ level: 0, x: 0, y: 0 })).toBeUndefined();
});
