import { expect, test } from "vitest";
import { captureSeconds } from "./capture-time.ts";

const noon = Date.UTC(2024, 0, 31, 12, 5, 9) / 1000;

test("times in names of files are read, down to parts of a second", () => {
  const names: Readonly<Record<string, number>> = {
    "20240131T120509.250.png": noon + 0.25,
    "cam1_2024-01-31_12-05-09.jpg": noon,
    "EO_20240131_120509_125_0007.tif": noon + 0.125,
    "20240131.120509.500000.png": noon + 0.5,
    [`${noon}.png`]: noon,
    [`left-${noon}250.png`]: noon + 0.25,
    [`${noon}250000000.png`]: noon + 0.25,
    [`${noon}.75.png`]: noon + 0.75,
  };
  expect(Object.fromEntries(Object.keys(names).map((name) => [name, captureSeconds(name)]))).toEqual(names);
});

test("a name without a time has none", () => {
  for (const name of ["image-0001.png", "20241399_120509.png", "123456789012.png", "frame 17"]) {
    expect(captureSeconds(name)).toBeUndefined();
  }
});
