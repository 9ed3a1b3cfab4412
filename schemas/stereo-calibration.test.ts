import { expect, test } from "vitest";

import { readStereoCalibration } from "./stereo-calibration.ts";

const side = (name: string): Record<string, number> =>
  Object.fromEntries(["fx", "fy", "cx", "cy", "k1", "p2", "rms_error"].map((key, n) => [`${key}_${name}`, n]));
const file = {
  R: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  T: [-120, 0, 0],
  image_width: 1920,
  image_height: 1080,
  grid_width: 6,
  grid_height: 5,
  square_size_mm: 85,
  rms_error_stereo: 0.2,
  ...side("left"),
  ...side("right"),
};

test("the keys of both cameras are taken apart", () => {
  const camera = { fx: 0, fy: 1, cx: 2, cy: 3, k1: 4, p2: 5, rmsError: 6 };
  expect(readStereoCalibration(file)).toEqual({
    R: file.R,
    T: file.T,
    calibrations: { left: camera, right: camera },
    imageWidth: 1920,
    imageHeight: 1080,
    gridWidth: 6,
    gridHeight: 5,
    squareSize: 85,
    rmsErrorStereo: 0.2,
  });
});

test("other files than calibrations of two cameras are refused", () => {
  for (const value of [
    null,
    [],
    "x",
    {},
    { ...file, R: undefined },
    { ...file, fx_right: undefined },
    { ...file, fx_left: "1" },
  ]) {
    expect(readStereoCalibration(JSON.parse(JSON.stringify(value)))).toBeUndefined();
  }
});
