/** The thumbnail of a dataset, for every kind; who sees it, and what happens if there is none. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { createLargeImages } from "../support/large-image-datasets.ts";
import { makeTiff } from "../support/large-images.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-thumbnails-"));
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (
  id: string,
  who: TestUser | null,
  headers: Readonly<Record<string, string>> = {},
  part = 0,
): Promise<Response> =>
  server.fetch(`/api/v1/dive_dataset/${id}/thumbnail${part === 0 ? "" : `?part=${part}`}`, {
    token: who?.token ?? null,
    headers,
  });

/** Its size and the color at its center. */
async function shown(response: Response) {
  expect(response.status).toBe(200);
  const picture = sharp(Buffer.from(await response.arrayBuffer()));
  const { data, info } = await picture.flatten().raw().toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return { size: [info.width, info.height], color: [...data.subarray(middle, middle + 3)] };
}
const near = (color: readonly number[]) => color.map((value): unknown => expect.closeTo(value, -1.3));

async function plainPng(color: readonly [number, number, number], [width, height]: readonly [number, number]) {
  const [r, g, b] = color;
  const png = await sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  return new Uint8Array(png);
}

async function createVideo(user: TestUser, name: string, content: Blob): Promise<string> {
  const metadata = { fps: 5, type: "video" };
  const place = { parentType: "user", parentId: user.id, name, metadata } as const;
  const { _id: id } = await user.client.call("folder.create", place);
  await uploadFile(user.client, { parentType: "folder", parentId: id, name: `${name}.mp4` }, content);
  await user.client.call("rpc.postprocess", { id });
  return id;
}

test("images in their natural order: the first one, small, sent to a browser once, for those who may read", async () => {
  const colors = [
    [200, 30, 30],
    [30, 200, 30],
  ] as const;
  const pictures = await Promise.all(colors.map((color) => plainPng(color, [800, 400])));
  const id = await createImageDataset(ada.client, "reef", 2, { picture: (index) => pictures[index]! });
  const answer = await get(id, ada);
  expect(answer.headers.get("content-type")).toBe("image/webp");
  expect(answer.headers.get("cache-control")).toBe("private, no-cache");
  const etag = answer.headers.get("etag") ?? "";
  expect(await shown(answer)).toEqual({ size: [160, 80], color: near([200, 30, 30]) });
  const again = await get(id, ada, { "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  // As pages request it: with the cookie.
  expect((await get(id, null, { cookie: `girderToken=${ada.token}` })).status).toBe(200);
  // A matching ETag reveals nothing to other users.
  expect([(await get(id, null)).status, (await get(id, bob, { "if-none-match": etag })).status]).toEqual([401, 403]);

  // Read access to a clone is enough: its source stays private.
  const clone = await ada.client.call("dataset.clone", {
    cloneId: id,
    parentFolderId: await parentOf(id),
    name: "copy",
  });
  const users = [{ id: bob.id, level: 0 }];
  await ada.client.call("folder.setAccess", { id: clone._id, access: JSON.stringify({ users, groups: [] }) });
  expect([(await get(clone._id, bob)).status, (await get(id, bob)).status]).toEqual([200, 403]);
});

async function parentOf(id: string): Promise<string> {
  const { parentId } = await ada.client.call("folder.get", { id });
  const name = `clones of ${id}`;
  const made = await ada.client.call("folder.create", { parentType: "user", parentId, name });
  return made._id;
}

test("a video: what it begins with", async () => {
  const path = join(folder, "dive.mp4");
  const colors = "color=0x2040c0:s=320x180:r=5:d=1,format=yuv420p";
  execFileSync(join(ensureFfmpeg(), "ffmpeg"), [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", colors, "-f", "lavfi", "-i", colors.replace("0x2040c0", "red")],
    ...["-filter_complex", "concat", "-c:v", "libx264", path],
  ]);
  const id = await createVideo(ada, "dive", await openAsBlob(path));
  await expect.poll(async () => (await ada.client.call("folder.get", { id })).meta.annotate).toBe(true);
  expect(await shown(await get(id, ada))).toEqual({ size: [160, 90], color: near([0x20, 0x40, 0xc0]) });
  // The second of its two seconds is red.
  expect(await shown(await get(id, ada, {}, 2))).toEqual({ size: [160, 90], color: near([0x20, 0x40, 0xc0]) });
  expect(await shown(await get(id, ada, {}, 3))).toEqual({ size: [160, 90], color: near([254, 0, 0]) });
  expect((await get(id, ada, {}, 5)).status).toBe(400);
});

test("further pictures of a sequence: at each fifth, where there is another one", async () => {
  const reds = [0, 50, 100, 150, 200, 250];
  const pictures = await Promise.all(reds.map((red) => plainPng([red, 0, 0], [320, 160])));
  const id = await createImageDataset(ada.client, "steps", 6, { picture: (index) => pictures[index]! });
  const colors = [];
  for (const part of [0, 1, 2, 3, 4]) colors.push((await shown(await get(id, ada, {}, part))).color[0]);
  expect(colors).toEqual([0, 50, 100, 150, 200].map((red): unknown => expect.closeTo(red, -1.3)));
  const two = await createImageDataset(ada.client, "two", 2, { picture: (index) => pictures[index]! });
  expect([(await get(two, ada, {}, 1)).status, (await get(two, ada, {}, 3)).status]).toEqual([404, 200]);
  expect((await get(id, bob, {}, 2)).status).toBe(403);
});

test("a large image: all of it, from its coarse tiles", async () => {
  const path = join(folder, "scan.tif");
  await makeTiff(path, 3000, 1500);
  const { id } = await createLargeImages(server, "scan", { "scan.tif": await openAsBlob(path) });
  const answer = await server.fetch(`/api/v1/dive_dataset/${id}/thumbnail`);
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  expect((await shown(answer)).size).toEqual([160, 80]);
});

test("several cameras: the one that is shown first, with the rights of who asks", async () => {
  const { _id: id } = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: "rig" });
  const cameras: Record<string, { folderId: string; type: "image-sequence" }> = {};
  for (const [index, camera] of ["left", "right"].entries()) {
    const picture = await plainPng(index === 0 ? [10, 10, 10] : [240, 240, 240], [320, 160]);
    const folderId = await createImageDataset(ada.client, camera, 1, { picture: () => picture });
    await ada.client.call("folder.update", { id: folderId, name: camera, parentType: "folder", parentId: id });
    cameras[camera] = { folderId, type: "image-sequence" };
  }
  const body = { name: "rig", fps: 1, type: "image-sequence", subType: "stereo", defaultDisplay: "right", cameras };
  await ada.client.call("dataset.createMultiCam", { parentFolderId: id, body });
  expect(await shown(await get(id, ada))).toEqual({ size: [160, 80], color: near([240, 240, 240]) });
  // A user who may write a dataset may write any folder id into it, and sees no more of that folder.
  const own = await createImageDataset(bob.client, "bait");
  const stolen = { left: cameras["left"], right: cameras["right"] };
  const multiCam = { defaultDisplay: "right", cameras: stolen };
  await bob.client.call("folder.setMetadata", { id: own, body: { type: "multi", multiCam } as never });
  expect((await get(own, bob)).status).toBe(403);
});

test("thumbnails that cannot be shown answer 404: folders, datasets without pictures, broken ones", async () => {
  const statusOf = async (id: string) => (await get(id, ada)).status;
  const { _id: plain } = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: "plain",
  });
  expect(await statusOf(plain)).toBe(404);
  expect(await statusOf("0".repeat(24))).toBe(400);
  const metadata = { fps: 1, type: "image-sequence", annotate: true };
  const place = { parentType: "user", parentId: ada.id, metadata } as const;
  const { _id: empty } = await ada.client.call("folder.create", { ...place, name: "empty" });
  expect(await statusOf(empty)).toBe(404);

  const whole = await plainPng([1, 2, 3], [64, 64]);
  const bomb = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`;
  const broken = { "cut.png": whole.slice(0, 60), "text.png": new TextEncoder().encode("no picture"), "x.jpg": bomb };
  for (const [name, bytes] of Object.entries(broken)) {
    const { _id: id } = await ada.client.call("folder.create", { ...place, name });
    await uploadFile(ada.client, { parentType: "folder", parentId: id, name }, new Blob([bytes]));
    // Requested twice, since the result is cached.
    expect([name, await statusOf(id), await statusOf(id)]).toEqual([name, 404, 404]);
  }
  const { _id: film } = await ada.client.call("folder.create", {
    ...place,
    name: "film",
    metadata: { fps: 5, type: "video", annotate: true },
  });
  await uploadFile(ada.client, { parentType: "folder", parentId: film, name: "film.mp4" }, new Blob(["no video"]));
  const [item] = await ada.client.call("item.list", { folderId: film });
  await ada.client.call("item.setMetadata", { id: item?._id ?? "", body: { codec: "h264" } });
  expect([await statusOf(film), await statusOf(film)]).toEqual([404, 404]);
});
