/** Folders with the datasets of two cameras, to be joined into one dataset, and accompanying files. */
import { expect } from "vitest";

import { uploadFile } from "#schemas";

import { createImageDataset } from "./dataset.ts";
import type { TestServer, TestUser } from "./test-server.ts";

export const calibrationFile = {
  R: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  T: [-120, 0, 0],
  fx_left: 1,
  fy_left: 2,
  cx_left: 3,
  cy_left: 4,
  fx_right: 5,
  fy_right: 6,
  cx_right: 7,
  cy_right: 8,
  k1_right: 0.1,
  image_width: 1920,
  grid_height: 5,
  square_size_mm: 85,
};

let count = 0;
/** A folder with the datasets of two cameras in it. */
export async function createCameras(ada: TestUser): Promise<{ id: string; name: string; left: string; right: string }> {
  const name = `rig ${++count}`;
  const { _id: id } = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name });
  const move = async (camera: string) => {
    const folderId = await createImageDataset(ada.client, `${camera} ${count}`);
    await ada.client.call("folder.update", { id: folderId, name: camera, parentType: "folder", parentId: id });
    return folderId;
  };
  return { id, name, left: await move("left"), right: await move("right") };
}

export const bodyOf = ({ name, left, right }: { name: string; left: string; right: string }) => ({
  name,
  fps: 1,
  type: "image-sequence",
  subType: "stereo",
  defaultDisplay: "left",
  cameras: { left: { folderId: left, type: "image-sequence" }, right: { folderId: right, type: "image-sequence" } },
});

export const createRig = (ada: TestUser, id: string, body: Record<string, unknown>) =>
  ada.client.call("dataset.createMultiCam", { parentFolderId: id, body });

export async function addItem(
  ada: TestUser,
  folderId: string,
  name: string,
  content: string,
): Promise<{ itemId: string; fileId: string }> {
  await uploadFile(ada.client, { parentType: "folder", parentId: folderId, name }, new Blob([content]));
  const item = (await ada.client.call("item.list", { folderId })).find((one) => one.name === name);
  const [file] = await ada.client.call("item.files", { id: item?._id ?? "" });
  return { itemId: item?._id ?? "", fileId: file?._id ?? "" };
}

/** Names in the central directory of a zip archive. */
function entryNames(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 46)) {
    names.push(zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  }
  return names;
}

/** Names in a downloaded archive. */
export async function archiveNames(server: TestServer, ada: TestUser, path: string): Promise<string[]> {
  const response = await server.fetch(`/api/v1/${path}`, { token: ada.token });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return entryNames(Buffer.from(await response.arrayBuffer()));
}
