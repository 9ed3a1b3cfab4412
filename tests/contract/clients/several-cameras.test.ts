/**
 * The web client's calls for multi-camera datasets, their calibrations, frame values, and tiles of large images: api-v1
 * 22.4 to 22.6 with 14.10 and 18. In words: docs/reference/existing-clients.md.
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";
import {
  all,
  axiosQuery,
  type Client,
  homeOf,
  type Json,
  jsonBody,
  navigationOf,
  nullBody,
  track,
  uploadImages,
  webClient,
} from "./calls.ts";

let server: TestServer;
let ada: TestUser;
let call: Client;
let homeId: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  call = webClient(server.url, ada.token);
  homeId = await homeOf(ada);
});
afterAll(() => server.close());

const placed = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], T: [0.1, 0, 0] };
/** The rig file as uploaded. */
const rigFile = {
  ...placed,
  fx_left: 1,
  fy_left: 2,
  cx_left: 3,
  cy_left: 4,
  fx_right: 5,
  fy_right: 6,
  cx_right: 7,
  cy_right: 8,
  image_width: 640,
  square_size_mm: 85,
};
/** The value as read. */
const calibration = {
  ...placed,
  calibrations: { left: { fx: 1, fy: 2, cx: 3, cy: 4 }, right: { fx: 5, fy: 6, cx: 7, cy: 8 } },
  imageWidth: 640,
  squareSize: 85,
};
const frameValues = "frame,depth\n0,12.5\n1,12.75\n";
const bytesType = { "Content-Type": "application/octet-stream" };

/** `POST file` without a body, then one chunk. @returns the file */
async function uploadFile(target: Json, name: string, content: string): Promise<Json> {
  const query = axiosQuery({ ...target, name, size: content.length, mimeType: "application/octet-stream" });
  const started = await call("POST", `file?${query}`, nullBody);
  const chunk = `file/chunk?${axiosQuery({ uploadId: started.json._id, offset: 0 })}`;
  const sent = await call("POST", chunk, { headers: bytesType, body: content });
  expect(sent.json).toMatchObject({ _modelType: "file", name, size: content.length, itemId: expect.any(String) });
  return sent.json as Json;
}

/** Creates an item, marks it, adds its file, and marks it again. @returns the item's id */
async function uploadCalibration(parentId: string, name: string, content: string): Promise<string> {
  const mark = { calibrationFile: "true" };
  const query = axiosQuery({ folderId: parentId, name, metadata: JSON.stringify(mark) });
  const item = await call("POST", `item?${query}`, nullBody);
  expect(item.json).toMatchObject({ _modelType: "item", name, meta: mark });
  await uploadFile({ parentType: "item", parentId: item.json._id }, name, content);
  const marked = await call("PUT", `item/${item.json._id}/metadata`, jsonBody(mark));
  expect(marked.json.meta).toEqual(mark);
  return item.json._id as string;
}

/**
 * Does the same as the upload page: a folder, a dataset in it for each camera, shared files, then the parent dataset.
 */
async function uploadCameras(name: string): Promise<{ id: string; cameras: Record<string, string> }> {
  const parent = await call(
    "POST",
    `folder?${axiosQuery({ parentId: homeId, name, description: undefined })}`,
    nullBody,
  );
  const id = parent.json._id as string;
  const cameras: Record<string, string> = {};
  for (const camera of ["left", "right"]) {
    const folderId = await uploadImages(call, id, camera);
    cameras[camera] = folderId;
    const [folder, items] = await all(call, [`folder/${folderId}`, `item?folderId=${folderId}&limit=100&offset=0`]);
    expect([folder?.json.meta.annotate, items?.json.length]).toEqual([true, 2]);
  }
  const calibrationFileId = await uploadCalibration(id, "rig.json", JSON.stringify(rigFile));
  const { itemId: metadataFileId } = await uploadFile({ parentType: "folder", parentId: id }, "log.csv", frameValues);
  const body = {
    name,
    fps: 1,
    type: "image-sequence",
    subType: "stereo",
    defaultDisplay: "left",
    // The client omits the type of a camera if all have the same type.
    cameras: { left: { folderId: cameras["left"] }, right: { folderId: cameras["right"], type: "image-sequence" } },
    cameraOrder: ["left", "right"],
    calibrationFileId,
    metadataFileId,
  };
  const made = await call("POST", `dive_dataset/multicam?${axiosQuery({ parentFolderId: id })}`, jsonBody(body));
  expect([made.status, made.json]).toMatchObject([200, { _id: id, meta: { type: "multi", annotate: true } }]);
  return { id, cameras };
}

test("22.6 two cameras are uploaded with a calibration and values of frames", async () => {
  const { id, cameras } = await uploadCameras("uploaded rig");
  const listed = await call("GET", "dive_dataset?limit=50&offset=0&sort=created&sortdir=-1");
  expect(listed.json.map((one: Json) => one["_id"])).toEqual(expect.arrayContaining([id, ...Object.values(cameras)]));
  const wrong = { name: "uploaded rig", fps: 1, unknown: true };
  const refused = await call("POST", `dive_dataset/multicam?parentFolderId=${id}`, jsonBody(wrong));
  expect([refused.status, refused.json.type]).toEqual([400, "validation"]);
});

test("22.4 and 22.5 the viewer opens a dataset of two cameras and saves", async () => {
  const { id, cameras } = await uploadCameras("viewed rig");
  const [folder, dataset, media] = await all(call, [`folder/${id}`, `dive_dataset/${id}`, `dive_dataset/${id}/media`]);
  // A single camera is addressed as `<id>/<name>`, which the client resolves with this.
  expect(folder?.json.meta.multiCam.cameras).toMatchObject({ left: { folderId: cameras["left"] } });
  expect(dataset?.json.multiCamMedia).toMatchObject({ defaultDisplay: "left", cameraOrder: ["left", "right"] });
  expect(media?.json).toEqual({ imageData: [] });
  for (const [name, camera] of Object.entries(cameras)) {
    const [, shown, tracks, groups, sets] = await all(call, [
      `dive_dataset/${camera}`,
      `dive_dataset/${camera}/media`,
      `dive_annotation/track?folderId=${camera}`,
      `dive_annotation/group?folderId=${camera}`,
      `dive_annotation/sets?folderId=${camera}`,
    ]);
    expect([tracks?.json, groups?.json, sets?.json]).toEqual([[], [], []]);
    expect(dataset?.json.multiCamMedia.cameras[name].imageData).toEqual(shown?.json.imageData);
    const image = await navigationOf(server.url, ada.token)("GET", shown?.json.imageData[0].url as string);
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  }

  const [, sources, found] = await all(call, [
    "dive_configuration/pipelines",
    `dive_dataset/${id}/frame_metadata_sources`,
    `dive_dataset/calibration?${axiosQuery({ folderId: id })}`,
  ]);
  expect(sources?.json).toEqual({ cameras: {}, shared: { itemId: expect.any(String), name: "log.csv" } });
  expect((await call("GET", `item/${sources?.json.shared.itemId}/download`)).text).toBe(frameValues);
  expect(found?.json).toMatchObject({ originalName: "rig.json", path: "rig.json", jsonPath: "rig.json", calibration });
  expect(found?.json.itemId).toBe(found?.json.jsonItemId);

  // Tracks go to the camera, everything else to the parent.
  const changes = { tracks: { upsert: [track(0)], delete: [] }, groups: { upsert: [], delete: [] } };
  const saves = await Promise.all([
    call("PATCH", `dive_annotation?folderId=${cameras["left"]}`, jsonBody(changes)),
    call("PATCH", `dive_annotation?folderId=${cameras["right"]}`, jsonBody(changes)),
    call("PATCH", `dive_dataset/${id}`, jsonBody({ typeHierarchy: { cod: "fish" }, cameraRegistrationSource: null })),
  ]);
  expect(saves.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await call("GET", `dive_annotation/track?folderId=${cameras["left"]}`)).json).toHaveLength(1);
  const link = navigationOf(server.url, ada.token);
  const exports = [
    `dive_annotation/export?folderId=${id}`,
    `dive_dataset/export?folderIds=${encodeURIComponent(JSON.stringify([id]))}`,
  ];
  for (const path of exports) {
    const reply = await link("GET", `/api/v1/${path}`);
    expect([path, reply.status, reply.headers.get("content-type")]).toEqual([path, 200, "application/zip"]);
  }
});

test("22.4 a calibration and values of frames are attached to what is there", async () => {
  const { id } = await uploadCameras("completed rig");
  const file = await uploadFile({ parentType: "folder", parentId: id }, "second.npz", "x");
  const attached = await call(
    "POST",
    `dive_dataset/${id}/calibration?${axiosQuery({ fileId: String(file["_id"]) })}`,
    nullBody,
  );
  expect([attached.status, attached.json]).toEqual([
    200,
    { calibrationItemId: file["itemId"], jsonCalibrationItemId: null },
  ]);
  const values = await uploadFile({ parentType: "folder", parentId: id }, "second.csv", frameValues);
  const itemId = String(values["itemId"]);
  const named = await call("POST", `dive_dataset/${id}/metadata_file?${axiosQuery({ itemId })}`, nullBody);
  expect(named.json).toEqual({ metadataFileItemId: itemId, metadataFileOriginalName: "second.csv" });
  const sources = await call("GET", `dive_dataset/${id}/frame_metadata_sources`);
  expect(sources.json).toEqual({ cameras: {}, shared: { itemId, name: "second.csv" } });

  const single = await uploadImages(call, homeId, "one camera");
  const refused = await call("GET", `dive_dataset/calibration?folderId=${single}`);
  expect([refused.status, refused.json.message]).toEqual([
    400,
    "Cannot search for calibration file on non stereo/multicam datasets",
  ]);
  expect((await call("GET", `dive_dataset/${single}/frame_metadata_sources`)).json).toEqual({ cameras: {} });
});

test("22.4 tiles of a large image are asked for as the viewer does; without them the answer says what is missing", async () => {
  const made = await call("POST", `folder?${axiosQuery({ parentId: homeId, name: "large" })}`, {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: 'metadata={"fps":1,"type":"large-image"}',
  });
  const id = made.json._id as string;
  const { itemId } = await uploadFile({ parentType: "folder", parentId: id }, "slide.tif", "II*\0");
  await call("PUT", `folder/${id}/metadata`, jsonBody({ annotate: true }));
  const media = await call("GET", `dive_dataset/${id}/media`);
  expect(media.json.imageData).toEqual([
    { id: itemId, filename: "slide.tif", url: `api/v1/item/${itemId}/tiles/internal_metadata` },
  ]);
  const missing = [400, { message: "No large image file in this item.", type: "rest" }];
  const paths = [
    "tiles",
    "tiles/",
    `tiles?projection=${encodeURIComponent("EPSG:3857")}`,
    "tiles/internal_metadata",
    "tiles/tile_frames/quad_info",
    "tiles/histogram?bins=256&frame=0&width=1024&height=1024",
  ];
  for (const path of paths) {
    const reply = await call("GET", `item/${itemId}/${path}`);
    expect([path, reply.status, reply.json]).toEqual([path, ...missing]);
  }
  // Every value of the style is encoded by hand, and the picture request sends only the cookie.
  const style = encodeURIComponent(JSON.stringify({ bands: [{ frame: 0, palette: "#ff0000" }] }));
  const tile = `tiles/zxy/0/0/0?encoding=PNG&projection=EPSG%3A3857&style=${style}&frame=0`;
  const byCookie = await navigationOf(server.url, ada.token)("GET", `/api/v1/item/${itemId}/${tile}`);
  expect([byCookie.status, byCookie.json]).toEqual(missing);
  const metadata = await navigationOf(server.url, ada.token)("GET", `/api/v1/item/${itemId}/tiles`);
  expect(metadata.status).toBe(401);
});
