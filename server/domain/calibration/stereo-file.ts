/**
 * All forms of calibrations become one JSON, that of VIAME (`fx_left`, `k1_right`), which clients know. Names of the
 * matrices: M1, D1, M2, D2 in OpenCV's samples; cameraMatrixL, distCoeffsL and so on in VIAME's tools.
 */
import { CalibrationError } from "./calibration-error.ts";
import type { Matrices } from "./matrix.ts";

export type StereoFile = Readonly<Record<string, number | readonly number[]>>;

const names = {
  left: {
    camera: ["M1", "K1", "cameraMatrixL", "cameraMatrix1", "camera_matrix_left"],
    lens: ["D1", "distCoeffsL", "distCoeffs1", "dist_coeffs_left"],
  },
  right: {
    camera: ["M2", "K2", "cameraMatrixR", "cameraMatrix2", "camera_matrix_right"],
    lens: ["D2", "distCoeffsR", "distCoeffs2", "dist_coeffs_right"],
  },
} as const;

/** Coefficients in OpenCV's order; further ones belong to lens models that are not supported. */
const lensTerms = ["k1", "k2", "p1", "p2", "k3"] as const;

/** @throws CalibrationError if something is missing, has the wrong size, or is not a number */
export function toStereoFile(matrices: Matrices): StereoFile {
  const rotation = requireValues(matrices, ["R"], 9);
  const translation = requireValues(matrices, ["T"], 3);
  if (translation.every((value) => value === 0))
    throw new CalibrationError("both cameras are at the same position (T is 0)");
  return {
    R: rotation,
    T: translation,
    ...cameraFields(matrices, "left"),
    ...cameraFields(matrices, "right"),
  };
}

function cameraFields(matrices: Matrices, side: "left" | "right"): Record<string, number> {
  const [fx = 0, , cx = 0, , fy = 0, cy = 0] = requireValues(matrices, names[side].camera, 9);
  if (fx <= 0 || fy <= 0) throw new CalibrationError(`the focal length of the ${side} camera is not above 0`);
  const lens = findValues(matrices, names[side].lens) ?? [];
  const fields = { fx, fy, cx, cy, ...Object.fromEntries(lensTerms.map((term, at) => [term, lens[at] ?? 0])) };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${key}_${side}`, value]));
}

function requireValues(matrices: Matrices, wanted: readonly string[], count: number): readonly number[] {
  const values = findValues(matrices, wanted);
  if (values === undefined) throw new CalibrationError(`there is no matrix ${wanted.slice(0, 3).join(" or ")}`);
  if (values.length !== count)
    throw new CalibrationError(`${wanted[0]} has ${values.length} numbers instead of ${count}`);
  return values;
}

function findValues(matrices: Matrices, wanted: readonly string[]): readonly number[] | undefined {
  const name = wanted.find((one) => matrices.has(one));
  const values = name === undefined ? undefined : matrices.get(name)?.values;
  if (values?.some((value) => !Number.isFinite(value)) === true)
    throw new CalibrationError(`${name} contains values that are not numbers`);
  return values;
}
