/** Calibrations in all common forms, real and generated, give the same numbers. */
import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { buildZip } from "./bad-inputs/build-archive.ts";
import { sharedData } from "../support/shared-data.ts";
import { readStereoCalibration } from "../../schemas/stereo-calibration.ts";
import { type CalibrationForm, readCalibrationFile } from "../../server/services/datasets/calibration-file.ts";

const real = (name: string) => sharedData(`calibration/${name}`);
const isMissing = real("calibration_matrices.npz") === undefined;
const readReal = async (name: string) => new Uint8Array(await readFile(real(name) ?? ""));

/** The calibration as sent to clients. */
function shownBy(form: CalibrationForm) {
  if (form.kind === "unreadable") throw new Error(form.reason);
  const shown = form.kind === "converted" ? readStereoCalibration(JSON.parse(form.json)) : undefined;
  if (shown === undefined) throw new Error(`nothing to show of a calibration that is ${form.kind}`);
  return shown;
}
const length = (values: readonly unknown[]) => Math.hypot(...(values as number[]));

const matrices = {
  M1: [900, 0, 640, 0, 910, 360, 0, 0, 1],
  D1: [0.1, 0.2, 0.3, 0.4, 0.5],
  M2: [901, 0, 641, 0, 911, 361, 0, 0, 1],
  D2: [-0.1],
  R: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  T: [-120, 1, 2],
};
const expected = {
  R: matrices.R,
  T: matrices.T,
  calibrations: {
    left: { fx: 900, fy: 910, cx: 640, cy: 360, k1: 0.1, k2: 0.2, p1: 0.3, p2: 0.4, k3: 0.5 },
    right: { fx: 901, fy: 911, cx: 641, cy: 361, k1: -0.1, k2: 0, p1: 0, p2: 0, k3: 0 },
  },
};

const yamlOf = (given: Readonly<Record<string, readonly number[]>>) =>
  `%YAML:1.0\n---\n${Object.entries(given)
    .map(
      ([name, data]) =>
        `${name}: !!opencv-matrix\n   rows: 1\n   cols: ${data.length}\n   dt: d\n   data: [ ${data.join(", ")} ]`,
    )
    .join("\n")}\n`;

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** A NumPy array, version 1. */
function npy(
  values: readonly number[],
  { descr = "<f8", order = "False", shape = `(${values.length},)`, version = 1 } = {},
) {
  const header = Buffer.from(`{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }\n`);
  const size = Buffer.alloc(version === 1 ? 2 : 4);
  if (version === 1) size.writeUInt16LE(header.length);
  else size.writeUInt32LE(header.length);
  const body = Buffer.alloc(values.length * 8);
  for (const [at, value] of values.entries()) {
    if (descr === ">f8") body.writeDoubleBE(value, at * 8);
    else if (descr === "<i8") body.writeBigInt64LE(BigInt(value), at * 8);
    else body.writeDoubleLE(value, at * 8);
  }
  return Buffer.concat([Buffer.from([0x93]), Buffer.from("NUMPY"), Buffer.from([version, 0]), size, header, body]);
}

test.skipIf(isMissing)("the real archive of NumPy, written by Python 2, reads", async () => {
  const shown = shownBy(
    await readCalibrationFile("calibration_matrices.npz", await readReal("calibration_matrices.npz")),
  );
  expect(length(shown.T)).toBeCloseTo(209.786, 3);
  expect(shown.R).toHaveLength(9);
  const { left, right } = shown.calibrations;
  expect([left.fx, right.fx].map((fx) => Math.round(fx))).toEqual([1108, 1103]);
  expect(left.k1).toBeCloseTo(-0.0836, 3);
});

test.skipIf(isMissing)(
  "the real YAML of OpenCV reads: both files in one archive, and alone it says what is missing",
  async () => {
    const intrinsics = await readReal("intrinsics.yml");
    const extrinsics = await readReal("extrinsics.yml");
    const both = buildZip([
      { name: "rig/intrinsics.yml", content: Buffer.from(intrinsics), deflated: true },
      { name: "rig/extrinsics.yml", content: Buffer.from(extrinsics) },
      { name: "rig/notes.txt", content: Buffer.from("no calibration") },
    ]);
    const shown = shownBy(await readCalibrationFile("rig.zip", new Uint8Array(both)));
    expect(length(shown.T)).toBeCloseTo(0.0652, 4);
    expect(shown.calibrations).toMatchObject({
      left: { fx: 898.7523027614053, cx: 639.5, cy: 359.5, k1: 0.42357378893910225 },
      right: { fx: 906.6098527262908 },
    });
    expect(await readCalibrationFile("intrinsics.yml", intrinsics)).toEqual({
      kind: "unreadable",
      reason: "intrinsics.yml cannot be displayed: there is no matrix R.",
    });
    expect(await readCalibrationFile("extrinsics.yml", extrinsics)).toMatchObject({
      reason: expect.stringContaining("there is no matrix M1 or K1 or cameraMatrixL") as string,
    });
  },
);

test("every form gives the same numbers", async () => {
  const column = [900, 0, 0, 0, 910, 0, 640, 360, 1];
  const npz = (change: Readonly<Record<string, Buffer>> = {}) =>
    buildZip(
      Object.entries({
        ...Object.fromEntries(Object.entries(matrices).map(([name, values]) => [name, npy(values)])),
        ...change,
      }).map(([name, content]) => ({ name: `${name}.npy`, content, deflated: true })),
    );
  const forms: readonly [string, Uint8Array][] = [
    ["rig.yml", bytes(yamlOf(matrices))],
    ["rig.YAML", bytes(yamlOf(matrices))],
    ["rig.json", bytes(JSON.stringify(matrices))],
    [
      "nested.json",
      bytes(
        JSON.stringify({ ...matrices, M1: [matrices.M1.slice(0, 3), matrices.M1.slice(3, 6), matrices.M1.slice(6)] }),
      ),
    ],
    ["rig.npz", new Uint8Array(npz())],
    // The other byte order, column-major, integers, version 2 of the format.
    [
      "other.npz",
      new Uint8Array(
        npz({
          M1: npy(column, { order: "True", shape: "(3, 3)" }),
          T: npy(matrices.T, { descr: ">f8" }),
          R: npy(matrices.R, { descr: "<i8", shape: "(3L, 3L)", version: 2 }),
        }),
      ),
    ],
    ["npz.zip", new Uint8Array(buildZip([{ name: "a/rig.npz", content: npz() }]))],
  ];
  for (const [name, content] of forms)
    expect([name, shownBy(await readCalibrationFile(name, content))]).toEqual([name, expected]);
});

test("content in the right form stays unchanged", async () => {
  const json = bytes(
    JSON.stringify({
      R: [1],
      T: [2],
      fx_left: 1,
      fy_left: 1,
      cx_left: 1,
      cy_left: 1,
      fx_right: 1,
      fy_right: 1,
      cx_right: 1,
      cy_right: 1,
    }),
  );
  expect(await readCalibrationFile("rig.json", json)).toMatchObject({ kind: "itself" });
  const inside = buildZip([{ name: "rig.json", content: Buffer.from(json) }]);
  expect(await readCalibrationFile("rig.zip", new Uint8Array(inside))).toMatchObject({ kind: "converted" });
});

test("media that cannot be displayed say why, and cost nothing", async () => {
  const reasonOf = async (name: string, content: Uint8Array) => {
    const form = await readCalibrationFile(name, content);
    return form.kind === "unreadable" ? form.reason : form.kind;
  };
  expect(await reasonOf("rig.cam", bytes("anything"))).toBe("A .cam calibration cannot be displayed.");
  expect(await reasonOf("rig.json", bytes("{"))).toContain("rig.json is not JSON");
  expect(await reasonOf("rig.json", bytes("[]"))).toContain("there is no matrix R");
  expect(await reasonOf("rig.yml", bytes("a: ["))).toContain("rig.yml is not YAML");
  const aliases = `a: &a [1, 1, 1]\nb: &b [*a, *a]\n${"c: [*b, *b]\n"}`;
  expect(await reasonOf("rig.yml", bytes(aliases))).toContain("refers to parts of itself");
  const changed = (change: object) => bytes(JSON.stringify({ ...matrices, ...change }));
  expect(await reasonOf("rig.json", changed({ T: [0, 0, 0] }))).toContain("both cameras are at the same position");
  expect(await reasonOf("rig.json", changed({ R: [1, 2, 3] }))).toContain("R has 3 numbers instead of 9");
  expect(await reasonOf("rig.json", changed({ M2: new Array(9).fill(0) }))).toContain(
    "the focal length of the right camera",
  );
  const many = buildZip(Array.from({ length: 101 }, (_, n) => ({ name: `${n}.txt`, content: Buffer.from("x") })));
  expect(await reasonOf("rig.zip", new Uint8Array(many))).toContain("it has more than 100 files");
  const bomb = buildZip([{ name: "rig.json", content: Buffer.alloc(50_000_000), deflated: true }]);
  expect(await reasonOf("rig.zip", new Uint8Array(bomb))).toContain("it unpacks to more than 16777216 bytes");
  const cut = buildZip([{ name: "R.npy", content: npy(matrices.R).subarray(0, 90) }]);
  expect(await reasonOf("rig.npz", new Uint8Array(cut))).toContain("R.npy is cut off");
});
