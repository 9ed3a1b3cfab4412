/**
 * Calibrations of a stereo pair: files of several kinds, attached, found, replaced, converted, cloned (api-v1 14.10).
 */
import { readFile } from "node:fs/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createStereoRig, type Calibration } from "#core";

import { addItem, archiveNames, bodyOf, calibrationFile, createCameras, createRig } from "../support/camera-rigs.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { sharedData } from "../support/shared-data.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

test("a calibration: none, attached, replaced, refused", async () => {
  const rig = await createCameras(ada);
  await expect(ada.client.call("dataset.calibration", { folderId: rig.left })).rejects.toThrow(
    "Cannot search for calibration file on non stereo/multicam datasets",
  );
  await createRig(ada, rig.id, bodyOf(rig));
  expect(await ada.client.call("dataset.calibration", { folderId: rig.id })).toBeNull();
  const json = await addItem(ada, rig.id, "cams.json", JSON.stringify(calibrationFile));
  expect(await ada.client.call("dataset.attachCalibration", { id: rig.id, fileId: json.fileId })).toEqual({
    calibrationItemId: json.itemId,
    jsonCalibrationItemId: json.itemId,
  });
  expect(await ada.client.call("dataset.calibration", { folderId: rig.id })).toEqual({
    itemId: json.itemId,
    jsonItemId: json.itemId,
    originalName: "cams.json",
    path: "cams.json",
    jsonPath: "cams.json",
    calibration: {
      R: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      T: [-120, 0, 0],
      calibrations: { left: { fx: 1, fy: 2, cx: 3, cy: 4 }, right: { fx: 5, fy: 6, cx: 7, cy: 8, k1: 0.1 } },
      imageWidth: 1920,
      gridHeight: 5,
      squareSize: 85,
    },
  });
  const npz = await addItem(ada, rig.id, "cams.npz", "PK");
  await ada.client.call("dataset.attachCalibration", { id: rig.id, fileId: npz.fileId });
  expect(await ada.client.call("dataset.calibration", { folderId: rig.id })).toMatchObject({
    itemId: npz.itemId,
    jsonItemId: null,
    originalName: "cams.npz",
    path: null,
    jsonPath: null,
    conversionError: expect.stringContaining(
      "cams.npz cannot be displayed: it is not a complete zip archive",
    ) as string,
  });
  const text = await addItem(ada, rig.id, "cams.md", "x");
  await expect(ada.client.call("dataset.attachCalibration", { id: rig.id, fileId: text.fileId })).rejects.toThrow(
    "Calibration file must be .npz, .json, .cam, .yml, or .zip",
  );
  const other = await addItem(ada, rig.left, "cams.json", "{}");
  await expect(ada.client.call("dataset.attachCalibration", { id: rig.id, fileId: other.fileId })).rejects.toThrow(
    "Calibration file must be stored in the dataset folder",
  );
});

test("a calibration is for pairs only, and found by its mark where the dataset does not name it", async () => {
  const rig = await createCameras(ada);
  await createRig(ada, rig.id, { ...bodyOf(rig), subType: "multicam" });
  const json = await addItem(ada, rig.id, "cams.json", JSON.stringify(calibrationFile));
  const attach = (id: string, fileId: string) => ada.client.call("dataset.attachCalibration", { id, fileId });
  await expect(attach(rig.id, json.fileId)).rejects.toMatchObject({
    status: 400,
    message: "Calibration is only supported for stereo datasets",
  });
  const inLeft = await addItem(ada, rig.left, "cams.json", "{}");
  await expect(attach(rig.left, inLeft.fileId)).rejects.toMatchObject({ status: 400 });

  const marked = await createCameras(ada);
  await createRig(ada, marked.id, bodyOf(marked));
  const calibration = () => ada.client.call("dataset.calibration", { folderId: marked.id });
  const cam = await addItem(ada, marked.id, "cams.cam", "binary");
  await ada.client.call("item.setMetadata", { id: cam.itemId, body: { calibrationFile: "true" } });
  expect(await calibration()).toEqual({
    itemId: cam.itemId,
    jsonItemId: null,
    originalName: "cams.cam",
    path: null,
    jsonPath: null,
  });
  const rigFile = await addItem(ada, marked.id, "rig.json", JSON.stringify(calibrationFile));
  await ada.client.call("item.setMetadata", { id: rigFile.itemId, body: { jsonCalibrationFile: "true" } });
  expect(await calibration()).toMatchObject({
    itemId: cam.itemId,
    jsonItemId: rigFile.itemId,
    path: "rig.json",
    calibration: { squareSize: 85 },
  });
  // An attached calibration replaces all earlier ones.
  const newer = await addItem(ada, marked.id, "newer.npz", "PK");
  await attach(marked.id, newer.fileId);
  expect(await calibration()).toMatchObject({ itemId: newer.itemId, jsonItemId: null, path: null });
  expect((await ada.client.call("item.get", { id: cam.itemId })).meta).toEqual({});
  const broken = await addItem(ada, marked.id, "broken.json", "{}");
  await attach(marked.id, broken.fileId);
  expect(await calibration()).toEqual({
    itemId: broken.itemId,
    jsonItemId: broken.itemId,
    originalName: "broken.json",
    path: "broken.json",
    jsonPath: "broken.json",
    conversionError: "broken.json cannot be displayed: there is no matrix R.",
  });
});

test.skipIf(sharedData("calibration/calibration_matrices.npz") === undefined)(
  "a calibration of NumPy is there as numbers at once, and travels in exports and clones",
  async () => {
    const bytes = await readFile(sharedData("calibration/calibration_matrices.npz") ?? "");
    const cameras = [{ name: "left" }, { name: "right" }];
    const { id } = await createMultiCamDataset(ada.client, { cameras, calibration: { name: "rig.npz", bytes } });
    const shown = await ada.client.call("dataset.calibration", { folderId: id });
    expect(shown).toMatchObject({ originalName: "rig.npz", path: "rig.calibration.json" });
    expect(shown?.jsonItemId).not.toBe(shown?.itemId);
    expect(shown?.calibration?.calibrations.left.fx).toBeCloseTo(1107.733, 2);
    expect(shown).not.toHaveProperty("conversionError");
    // A working rig: a pixel and a point on its epipolar line in the other picture give one point in space.
    const rig = await createStereoRig(shown?.calibration as Calibration);
    const [x, y] = [shown?.calibration?.calibrations.left.cx ?? 0, shown?.calibration?.calibrations.left.cy ?? 0];
    const line = rig?.epipolarLine("left", [x + 100, y], { width: 4000, height: 3000 }) ?? [];
    expect(line.length).toBeGreaterThan(50);
    const counterpart = line[Math.floor(line.length / 4)] ?? [0, 0];
    expect(rig?.triangulate({ left: [x + 100, y], right: counterpart })?.rms).toBeLessThan(0.01);
    const names = await archiveNames(
      server,
      ada,
      `dive_dataset/export?folderIds=${encodeURIComponent(JSON.stringify([id]))}`,
    );
    expect(names.filter((name) => /rig\.[^/]*$/.test(name)).map((name) => name.replace(/^.*\//, ""))).toEqual([
      "rig.npz",
      "rig.calibration.json",
    ]);
    const target = await ada.client.call("folder.create", {
      parentType: "user",
      parentId: ada.id,
      name: `c ${++count}`,
    });
    const copy = await ada.client.call("dataset.clone", { cloneId: id, parentFolderId: target._id, name: "copy" });
    expect((await ada.client.call("dataset.calibration", { folderId: copy._id }))?.calibration).toEqual(
      shown?.calibration,
    );
    // Media that cannot be displayed are reported immediately, and the dataset is created all the same.
    const strange = await createCameras(ada);
    const cam = await addItem(ada, strange.id, "rig.cam", "?");
    const made = await createRig(ada, strange.id, { ...bodyOf(strange), calibrationFileId: cam.itemId });
    expect(made.importWarnings).toEqual(["A .cam calibration cannot be displayed."]);
  },
);
