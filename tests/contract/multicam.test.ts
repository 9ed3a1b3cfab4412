/** Multi-camera datasets, and frame values (api-v1 14.10). */
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeNumberedVideo } from "../e2e/support/frame-numbers.ts";
import { addItem, archiveNames, bodyOf, calibrationFile, createCameras, createRig } from "../support/camera-rigs.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

test("two cameras become one dataset, which names them with their media", async () => {
  const rig = await createCameras(ada);
  const folder = await createRig(ada, rig.id, bodyOf(rig));
  expect(folder).toMatchObject({
    _id: rig.id,
    meta: {
      type: "multi",
      subType: "stereo",
      fps: 1,
      annotate: true,
      multiCam: {
        defaultDisplay: "left",
        cameraOrder: ["left", "right"],
        cameras: { left: { folderId: rig.left, type: "image-sequence" } },
      },
    },
  });
  const dataset = await ada.client.call("dataset.get", { id: rig.id });
  expect(dataset).toMatchObject({ type: "multi", subType: "stereo" });
  expect(dataset.multiCamMedia?.cameraOrder).toEqual(["left", "right"]);
  const image = dataset.multiCamMedia?.cameras["right"]?.imageData[0];
  expect(image).toMatchObject({ filename: "image-0.png", url: expect.stringContaining(rig.right) as string });
  expect((await server.fetch(image?.url ?? "", { token: ada.token })).status).toBe(200);
  expect(await ada.client.call("dataset.media", { id: rig.id })).toEqual({ imageData: [] });
});

test("with an alignment in time there may be eight cameras, of other rates and lengths", async () => {
  const rates = [24, 25, 29.97, 30, 10, 5, 2, 1];
  const timeAlignment = {
    mode: "manual" as const,
    cameras: Object.fromEntries(rates.map((_, index) => [`c${index}`, { offset: index, drift: 1e-5 }])),
  };
  const cameras = rates.map((fps, index) => ({ name: `c${index}`, fps, images: 1 + (index % 2) }));
  const rig = { cameras, defaultDisplay: "c1" };
  await expect(createMultiCamDataset(ada.client, rig)).rejects.toThrow("Multicam datasets require 2 or 3 cameras");
  await expect(createMultiCamDataset(ada.client, { ...rig, cameras: cameras.slice(0, 2) })).rejects.toThrow(
    "All cameras must have the same fps when using auto frame rate",
  );
  const { id, cameras: folders } = await createMultiCamDataset(ada.client, { ...rig, timeAlignment });
  const dataset = await ada.client.call("dataset.get", { id });
  // The rate of the dataset is that of the camera shown first.
  expect(dataset).toMatchObject({ type: "multi", subType: "multicam", fps: 25, timeAlignment });
  expect(dataset.multiCamMedia?.cameraOrder).toEqual(rates.map((_, index) => `c${index}`));
  expect((await ada.client.call("dataset.get", { id: folders["c2"] ?? "" })).fps).toBe(29.97);
  const changed = { mode: "frame" as const, cameras: { c0: { offset: -7 } } };
  await ada.client.call("dataset.update", { id, body: { timeAlignment: changed } });
  expect((await ada.client.call("dataset.get", { id })).timeAlignment).toEqual(changed);

  // It can only be removed if cameras can be paired by frame numbers.
  const none = JSON.parse('{"timeAlignment":null}') as object;
  await expect(ada.client.call("dataset.update", { id, body: none })).rejects.toMatchObject({
    status: 400,
    message: "A dataset of more than 3 cameras needs a timeAlignment",
  });
  const clocks = { mode: "frame" as const, cameras: {} };
  const two = await createMultiCamDataset(ada.client, { cameras: cameras.slice(0, 2), timeAlignment: clocks });
  await expect(ada.client.call("dataset.update", { id: two.id, body: none })).rejects.toMatchObject({
    status: 400,
    message: "Cameras of different rates need a timeAlignment",
  });
  const alike = await createMultiCamDataset(ada.client, {
    cameras: [{ name: "a" }, { name: "b" }],
    timeAlignment: clocks,
  });
  await ada.client.call("dataset.update", { id: alike.id, body: none });
  expect(await ada.client.call("dataset.get", { id: alike.id })).not.toHaveProperty("timeAlignment");
});

test("videos of cameras become one dataset at their rate", async () => {
  const { bytes } = await makeNumberedVideo({ codec: "h264", pictureCount: 8, gaps: [30], keyDistance: 8 });
  const cameras = ["port", "starboard"].map((name) => ({ name, video: { name: `${name}.mp4`, bytes } }));
  const { id, cameras: folders } = await createMultiCamDataset(ada.client, { cameras });
  const dataset = await ada.client.call("dataset.get", { id });
  expect(dataset).toMatchObject({ type: "multi", subType: "multicam", fps: 20 });
  expect(dataset.multiCamMedia?.cameras["starboard"]?.videoUrl).toContain(folders["starboard"]);
});

test("[V-DATA-08] imageData is given per camera, with id, url and filename; multiCamMedia has the cameras and the default one", async () => {
  const rig = await createCameras(ada);
  await createRig(ada, rig.id, { ...bodyOf(rig), defaultDisplay: "right" });
  const { multiCamMedia } = await ada.client.call("dataset.get", { id: rig.id });
  expect(multiCamMedia?.defaultDisplay).toBe("right");
  expect(Object.keys(multiCamMedia?.cameras ?? {}).sort()).toEqual(["left", "right"]);
  for (const camera of ["left", "right"] as const) {
    const { imageData } = await ada.client.call("dataset.media", { id: rig[camera] });
    expect(imageData.map(({ filename }) => filename)).toEqual(["image-0.png", "image-1.png"]);
    for (const { id, url } of imageData) {
      expect(id).toMatch(/^[\da-f]{24}$/);
      expect((await server.fetch(url, { token: ada.token })).status).toBe(200);
    }
    expect(multiCamMedia?.cameras[camera]?.imageData).toEqual(imageData);
  }
});

test("[V-DATA-09] of detections there are tracks, groups and the names of the sets", async () => {
  const id = await createImageDataset(ada.client, "sets of detections");
  const features = [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true, attributes: {} }];
  const track = { id: 0, begin: 0, end: 0, confidencePairs: [["fish", 1]], attributes: {}, features };
  const members = { 0: { ranges: [[0, 0]] } };
  const group = { id: 7, begin: 0, end: 0, confidencePairs: [["school", 1]], attributes: {}, members };
  const tracks = { upsert: [track], delete: [] };
  const body = { tracks, groups: { upsert: [group], delete: [] } } as never;
  await ada.client.call("annotation.save", { folderId: id, body });
  await ada.client.call("annotation.save", { folderId: id, body: { tracks, set: "second look" } as never });
  expect(await ada.client.call("annotation.tracks", { folderId: id })).toMatchObject([track]);
  expect(await ada.client.call("annotation.groups", { folderId: id })).toMatchObject([group]);
  const sets = await ada.client.call("annotation.sets", { folderId: id });
  expect([...sets].sort()).toEqual([null, "second look"].sort());
});

test("errors of a request are reported, and nothing changes", async () => {
  const rig = await createCameras(ada);
  const body = bodyOf(rig);
  const { left, right } = body.cameras;
  const elsewhere = await createImageDataset(ada.client, "elsewhere");
  const wrong: [Record<string, unknown>, number, string][] = [
    [{ name: "other" }, 400, `Dataset folder name "other" does not match "${rig.name}"`],
    [{ cameras: {} }, 400, "At least one camera is required"],
    [{ cameras: { left } }, 400, "Stereo datasets require exactly 2 cameras"],
    [{ subType: "multicam", cameras: { left } }, 400, "Multicam datasets require 2 or 3 cameras"],
    [{ subType: "mono" }, 400, "Invalid subType: mono"],
    [{ defaultDisplay: "top" }, 400, 'defaultDisplay "top" is not a camera name'],
    [{ type: "multi" }, 400, "Multicam type must be image-sequence, large-image, or video, not multi"],
    [{ cameraOrder: ["left", "left"] }, 400, "cameraOrder must list each camera name exactly once"],
    [{ cameras: { left, right: { type: "video" } } }, 400, 'Camera "right" missing folderId'],
    [{ cameras: { left, right: { ...right, type: "multi" } } }, 400, 'Camera "right" has unsupported type multi'],
    [
      { cameras: { left, right: { ...right, folderId: "0".repeat(24) } } },
      404,
      `Camera folder ${"0".repeat(24)} was not found`,
    ],
    [
      { cameras: { left, right: { ...right, folderId: elsewhere } } },
      400,
      'Camera folder "right" must be a direct child of the dataset folder',
    ],
    [
      { cameras: { left, right: { ...right, type: "video" } } },
      400,
      'Camera "right" has type image-sequence, expected video',
    ],
    [{ fps: 5 }, 400, 'Camera "left" has fps 1, expected 5'],
    [
      { extra: 1 },
      400,
      "1 validation error for MultiCamCreate\nextra\n  extra fields not permitted (type=value_error.extra)",
    ],
    [{ calibrationFileId: "0".repeat(24) }, 404, "Calibration file was not found"],
    [{ metadataFileId: "0".repeat(24) }, 404, "Metadata file was not found"],
    [
      { subType: "multicam", cameras: { left }, timeAlignment: { mode: "frame", cameras: {} } },
      400,
      "Multicam datasets with a timeAlignment require 2 to 8 cameras",
    ],
    [
      { timeAlignment: { mode: "frame", cameras: { top: { offset: 1 } } } },
      400,
      'timeAlignment "top" is not a camera name',
    ],
  ];
  for (const [change, status, message] of wrong) {
    await expect(createRig(ada, rig.id, { ...body, ...change })).rejects.toMatchObject({ status, message });
  }
  expect((await ada.client.call("folder.get", { id: rig.id })).meta).toEqual({});
});

test("hierarchies of cameras are merged; one that contradicts is skipped and named", async () => {
  const rig = await createCameras(ada);
  await ada.client.call("dataset.update", { id: rig.left, body: { typeHierarchy: { ray: "fish" } } });
  await ada.client.call("dataset.update", { id: rig.right, body: { typeHierarchy: { ray: "animal" } } });
  const folder = await createRig(ada, rig.id, bodyOf(rig));
  expect(folder.importWarnings).toEqual([
    'Camera "right" type hierarchy was skipped: conflicting parents for "ray": "fish" and "animal"',
  ]);
  expect(folder.meta["typeHierarchy"]).toEqual({ ray: "fish" });
});

test("values of frames of one camera are shared ones; a folder that is not a dataset has none", async () => {
  const id = await createImageDataset(ada.client, `single ${++count}`);
  const sources = (of: string) => ada.client.call("dataset.frameMetadataSources", { id: of });
  expect(await sources(id)).toEqual({ cameras: {} });
  const gps = await addItem(ada, id, "gps.csv", "a");
  await ada.client.call("dataset.attachMetadataFile", { id, itemId: gps.itemId });
  expect(await sources(id)).toEqual({ cameras: {}, shared: { itemId: gps.itemId, name: "gps.csv" } });
  const plain = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: `no ${count}` });
  await expect(sources(plain._id)).rejects.toMatchObject({
    status: 404,
    message: "Source folder is not a valid DIVE dataset",
  });
});

test("values of frames: attached to a camera and to all, replaced, lost, ambiguous", async () => {
  const rig = await createCameras(ada);
  await createRig(ada, rig.id, bodyOf(rig));
  const sources = () => ada.client.call("dataset.frameMetadataSources", { id: rig.id });
  expect(await sources()).toEqual({ cameras: {} });
  const first = await addItem(ada, rig.left, "gps.csv", "a");
  const attach = (id: string, itemId: string) => ada.client.call("dataset.attachMetadataFile", { id, itemId });
  expect(await attach(rig.left, first.itemId)).toEqual({
    metadataFileItemId: first.itemId,
    metadataFileOriginalName: "gps.csv",
  });
  const shared = await addItem(ada, rig.id, "all.txt", "b");
  await attach(rig.id, shared.itemId);
  expect(await sources()).toEqual({
    cameras: { left: { itemId: first.itemId, name: "gps.csv" } },
    shared: { itemId: shared.itemId, name: "all.txt" },
  });
  const second = await addItem(ada, rig.left, "gps2.json", "{}");
  await attach(rig.left, second.itemId);
  await expect(ada.client.call("item.get", { id: first.itemId })).rejects.toMatchObject({ status: 400 });
  await ada.client.call("item.delete", { id: second.itemId });
  await addItem(ada, rig.right, "frame-metadata.csv", "a");
  await addItem(ada, rig.right, "frame_metadata.json", "{}");
  expect((await sources()).cameras).toEqual({
    left: { name: "gps2.json", error: "Metadata attachment is unavailable." },
    right: { name: "Metadata File", error: "More than one reserved-name metadata attachment is available." },
  });
  const picture = (await ada.client.call("item.list", { folderId: rig.left }))[0];
  await expect(attach(rig.left, picture?._id ?? "")).rejects.toThrow("Metadata file must be .json, .txt, or .csv");
  await expect(attach(rig.right, shared.itemId)).rejects.toThrow("Metadata file must be stored in the dataset folder");
});

test("exports: annotations of each camera, and everything with attachments", async () => {
  const rig = await createCameras(ada);
  const calibration = await addItem(ada, rig.id, "cams.json", JSON.stringify(calibrationFile));
  await createRig(ada, rig.id, { ...bodyOf(rig), calibrationFileId: calibration.itemId });
  const { name } = rig;
  expect(await archiveNames(server, ada, `dive_annotation/export?folderId=${rig.id}`)).toEqual([
    `${name}/multiCam.json`,
    `${name}/left/annotations.viame.csv`,
    `${name}/right/annotations.viame.csv`,
  ]);
  expect(
    (await archiveNames(server, ada, `dive_annotation/export?folderId=${rig.id}&format=coco_json`)).slice(1),
  ).toEqual([`${name}/left/left.coco.json`, `${name}/right/right.coco.json`]);
  const camera = (side: string) =>
    ["config.json", "annotations.dive.json", "image-0.png", "image-1.png", "annotations.viame.csv"].map(
      (file) => `${name}/${side}/${file}`,
    );
  expect(
    await archiveNames(server, ada, `dive_dataset/export?folderIds=${encodeURIComponent(JSON.stringify([rig.id]))}`),
  ).toEqual([
    `${name}/multiCam.json`,
    `${name}/config.json`,
    `${name}/annotations.dive.json`,
    `${name}/annotations.viame.csv`,
    `${name}/cams.json`,
    ...camera("left"),
    ...camera("right"),
  ]);
});

/** A registration of the pictures of two cameras, as users set it in the viewer. */
const registration = {
  cameraCorrespondences: { "left::right": [{ id: 1, a: [10, 20], b: [41.5, 20] }] },
  cameraTransformTypes: { "left::right": "translation" },
  cameraHomographies: {
    "left::right": {
      AtoB: [
        [1, 0, 31.5],
        [0, 1, 0],
        [0, 0, 1],
      ],
      BtoA: [
        [1, 0, -31.5],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
  },
} satisfies Parameters<typeof ada.client.call<"dataset.update">>[1]["body"];

test("a clone has cameras of its own, with their annotations, its own calibration, registration, alignment and order", async () => {
  const rig = await createCameras(ada);
  const calibration = await addItem(ada, rig.id, "cams.json", JSON.stringify(calibrationFile));
  const timeAlignment = { mode: "frame", cameras: { left: { offset: 0.5 } } };
  const cameraOrder = ["right", "left"];
  await createRig(ada, rig.id, { ...bodyOf(rig), calibrationFileId: calibration.itemId, timeAlignment, cameraOrder });
  const track = {
    id: 4,
    begin: 0,
    end: 0,
    confidencePairs: [["ray", 1]],
    attributes: {},
    features: [{ frame: 0, bounds: [1, 1, 2, 2], attributes: {} }],
  };
  await ada.client.call("annotation.save", { folderId: rig.left, body: { tracks: { upsert: [track], delete: [] } } });
  await ada.client.call("dataset.update", { id: rig.id, body: registration });
  const target = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: `to ${rig.name}`,
  });
  const { _id: id } = await ada.client.call("dataset.clone", {
    cloneId: rig.id,
    parentFolderId: target._id,
    name: "copy",
  });
  const { meta } = await ada.client.call("folder.get", { id });
  const multiCam = meta["multiCam"] as { cameras: Record<string, { folderId: string }>; calibrationItemId: string };
  const left = multiCam.cameras["left"]?.folderId ?? "";
  expect(await ada.client.call("folder.get", { id: left })).toMatchObject({ parentId: id, name: "left" });
  expect((await ada.client.call("annotation.tracks", { folderId: left })).map((one) => one.id)).toEqual([4]);
  const dataset = await ada.client.call("dataset.get", { id });
  const url = dataset.multiCamMedia?.cameras["left"]?.imageData[0]?.url ?? "";
  expect(url).toContain(left);
  expect((await server.fetch(url, { token: ada.token })).status).toBe(200);
  expect(dataset).toMatchObject(registration);
  expect(meta).toMatchObject({ timeAlignment, multiCam: { cameraOrder } });
  expect(multiCam.calibrationItemId).not.toBe(calibration.itemId);
  expect(await ada.client.call("dataset.calibration", { folderId: id })).toMatchObject({
    calibration: { squareSize: 85 },
  });
});

test("a clone of an earlier revision has each camera as it was then; a revision that no camera has is refused", async () => {
  const rig = await createCameras(ada);
  await createRig(ada, rig.id, bodyOf(rig));
  const save = (folderId: string, body: { tracks: object }) => ada.client.call("annotation.save", { folderId, body });
  const track = { id: 4, begin: 0, end: 0, features: [{ frame: 0, bounds: [1, 1, 2, 2] }] };
  await save(rig.left, { tracks: { upsert: [track] } });
  await save(rig.left, { tracks: { delete: [4] } });
  await save(rig.right, { tracks: { upsert: [track] } });
  const place = { parentType: "user", parentId: ada.id, name: `earlier ${rig.name}` } as const;
  const { _id: parentFolderId } = await ada.client.call("folder.create", place);
  const clone = (revision: number) =>
    ada.client.call("dataset.clone", { cloneId: rig.id, parentFolderId, name: `at ${revision}`, revision });
  const tracksOf = async (id: string) => {
    const { multiCam } = (await ada.client.call("folder.get", { id })).meta as {
      multiCam: { cameras: Record<string, { folderId: string }> };
    };
    const cameras = Object.entries(multiCam.cameras).map(async ([name, { folderId }]) => {
      const tracks = await ada.client.call("annotation.tracks", { folderId });
      return [name, tracks.map((one) => one.id)];
    });
    return Object.fromEntries(await Promise.all(cameras)) as Record<string, number[]>;
  };
  expect(await tracksOf((await clone(1))._id)).toEqual({ left: [4], right: [4] });
  // The right camera has only one revision, which also represents it at the second.
  expect(await tracksOf((await clone(2))._id)).toEqual({ left: [], right: [4] });
  await expect(clone(3)).rejects.toMatchObject({
    status: 400,
    message: "There is no revision 3: the latest one is 2.",
  });
  await expect(clone(-1)).rejects.toMatchObject({ status: 400 });
  const { length } = await ada.client.call("folder.list", { parentType: "folder", parentId: parentFolderId });
  expect(length).toBe(2);
});

test("a camera's type hierarchy is that of its dataset, and an import into it serves all cameras", async () => {
  const rig = await createCameras(ada);
  await createRig(ada, rig.id, bodyOf(rig));
  await ada.client.call("dataset.update", { id: rig.left, body: { typeHierarchy: { ray: "fish" } } });
  const metaOf = async (id: string) => (await ada.client.call("folder.get", { id })).meta;
  expect(await metaOf(rig.id)).toMatchObject({ typeHierarchy: { ray: "fish" } });
  expect(await metaOf(rig.left)).not.toHaveProperty("typeHierarchy");
  const configuration = await server.fetch(`/api/v1/dive_dataset/${rig.right}/configuration`, { token: ada.token });
  expect(await configuration.json()).toMatchObject({ typeHierarchy: { ray: "fish" } });

  const bob = await server.createUser(`bob${count}`);
  const access = JSON.stringify({
    users: [
      { id: ada.id, level: 2 },
      { id: bob.id, level: 1 },
    ],
    groups: [],
  });
  await ada.client.call("folder.setAccess", { id: rig.left, access });
  await expect(bob.client.call("dataset.update", { id: rig.left, body: { typeHierarchy: {} } })).rejects.toMatchObject({
    status: 403,
    message: "Write access to the multicamera parent is required to change its type hierarchy.",
  });

  const config = { customTypeStyling: { ray: { color: "red" } }, typeHierarchy: { eel: "fish" } };
  await addItem(ada, rig.left, "my.config.json", JSON.stringify(config));
  const { warnings } = await ada.client.call("rpc.postprocess", { id: rig.left, skipJobs: true });
  expect(warnings).toEqual([
    "Removed a type hierarchy stored on camera left; the type hierarchy for a multicamera dataset is stored on the parent.",
  ]);
  expect(await metaOf(rig.id)).toMatchObject({
    customTypeStyling: { ray: { color: "red" } },
    typeHierarchy: { ray: "fish", eel: "fish" },
  });

  await addItem(ada, rig.left, "other.config.json", JSON.stringify({ typeHierarchy: { ray: "animal" } }));
  await expect(
    ada.client.call("rpc.postprocess", { id: rig.left, skipJobs: true, additive: true }),
  ).rejects.toMatchObject({ status: 400 });
  expect(await metaOf(rig.id)).toMatchObject({ typeHierarchy: { ray: "fish", eel: "fish" } });
});
