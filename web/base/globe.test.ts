/** Mapping pixels to the globe. */
import { expect, test } from "vitest";

import { imagePoint } from "./brand.ts";
import { globeGridOf, placeOnGlobe } from "./globe.ts";

const lonLat = [10, 50, 11, 50, 12, 50, 10, 49, 11, 49, 12, 49, 10, 47, 11, 47, 12, 47];
const grid = globeGridOf({ cells: 2, lonLat }, 200, 100);

test("a pixel is between the corners of its part of the image", () => {
  if (grid === undefined) throw new Error("no grid");
  const at = (x: number, y: number) => placeOnGlobe(grid, imagePoint(x, y));
  expect(at(0, 0)).toEqual({ longitude: 10, latitude: 50 });
  expect(at(200, 100)).toEqual({ longitude: 12, latitude: 47 });
  expect(at(150, 25)).toEqual({ longitude: 11.5, latitude: 49.5 });
  expect(at(50, 75)).toEqual({ longitude: 10.5, latitude: 48 });
  expect([at(-1, 0), at(0, 101)]).toEqual([undefined, undefined]);
});

test.for([undefined, null, {}, { cells: 2, lonLat: [1] }, { cells: 1.5, lonLat: [] }, { cells: 0, lonLat: ["a", 1] }])(
  "what is not a grid is none: %j",
  (given) => expect(globeGridOf(given, 10, 10)).toBeUndefined(),
);
