/** Media that are replaced, added or deleted under annotations, which keep their frame numbers: the dataset says so. */
import { encode } from "fast-png";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile } from "#schemas";
import { mediaEntryText, mediaLedgerOf } from "#schemas/media-ledger";

import { makeBarCodeVideo } from "../support/bar-code-video.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let folder: string;
const videos = {} as Record<"long" | "short" | "avi", Uint8Array<ArrayBuffer>>;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "wakeline-replaced-"));
  const kinds = {
    long: { file: "long.mp4", args: ["-c:v", "libx264"], rate: "10", frames: 40 },
    short: { file: "short.mp4", args: ["-c:v", "libx264"], rate: "5", frames: 10 },
    avi: { file: "other.avi", args: ["-c:v", "mpeg4"], frames: 10 },
  } as const;
  for (const [name, { file, ...video }] of Object.entries(kinds)) {
    makeBarCodeVideo(join(folder, file), video);
    videos[name as keyof typeof videos] = new Uint8Array(await readFile(join(folder, file)));
  }
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function send(parentId: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return (await uploadFile(server.client, { parentType: "folder", parentId, name }, new Blob([bytes]))).itemId;
}

async function createVideoDataset(name: string): Promise<{ id: string; itemId: string }> {
  const metadata = { fps: -1, type: "video" };
  const made = { parentType: "user", parentId: server.userId, name, metadata } as const;
  const { _id: id } = await server.client.call("folder.create", made);
  const itemId = await send(id, "a.mp4", videos.long);
  await server.client.call("rpc.postprocess", { id });
  return { id, itemId };
}

async function annotate(folderId: string): Promise<void> {
  const keyframe = (frame: number) => ({ frame, bounds: [1, 1, 9, 9], keyframe: true, attributes: {} });
  const features = [keyframe(0), keyframe(1)];
  const track = { id: 0, begin: 0, end: 1, attributes: {}, confidencePairs: [["cod", 1]], features };
  await server.client.call("annotation.save", { folderId, body: { tracks: { upsert: [track], delete: [] } } });
}

async function replace(itemId: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const [file] = await server.client.call("item.files", { id: itemId });
  const started = await server.client.call("file.replaceContents", { id: file?._id ?? "", size: bytes.length });
  await server.client.call("file.chunk", { uploadId: started._id, offset: 0, body: new Blob([bytes]) });
}

const metaOf = async (id: string) => (await server.client.call("folder.get", { id })).meta ?? {};
const saidOf = async (id: string) => mediaLedgerOf(await metaOf(id)).map(mediaEntryText);
const shownBy = async (id: string) => (await server.client.call("dataset.media", { id })).video;
const kept = "Annotations kept their frame numbers, so they may not fit";

test("a video whose content is replaced is described again, and annotations that may not fit it are named", async () => {
  const { id, itemId } = await createVideoDataset("replaced");
  await replace(itemId, videos.long);
  expect(await saidOf(id)).toEqual([]);
  await annotate(id);
  await replace(itemId, videos.short);
  expect(await saidOf(id)).toEqual([
    `a.mp4 was replaced by other content. ${kept} the new content. Look at the annotations, or replace it by its old content.`,
  ]);
  expect(await metaOf(id)).toMatchObject({ fps: 10, originalFps: 5, ffprobe_info: { nb_frames: "10" } });
  expect(await shownBy(id)).toMatchObject({ filename: "a.mp4" });

  await replace(itemId, videos.avi);
  expect((await saidOf(id)).at(-1)).toContain("Browsers cannot play it: process the dataset again to convert it.");
  expect(await shownBy(id)).toBeUndefined();
});

test("a converted video that is replaced is converted again; its source is, if nothing else is left", async () => {
  const changes = [
    async (itemId: string) => await replace(itemId, videos.avi),
    async (itemId: string) => {
      await server.client.call("item.delete", { id: itemId });
    },
  ];
  for (const [n, change] of changes.entries()) {
    const { id, itemId } = await createVideoDataset(`converted ${n}`);
    // Its metadata are those that conversion gives the original.
    const source = await send(id, "a.avi", videos.avi);
    await server.client.call("item.setMetadata", { id: source, body: { source_video: true, codec: "mpeg4" } });
    const ask = async () => await server.client.call("rpc.postprocess", { id });
    expect(await ask()).toMatchObject({ warnings: [], job_ids: [] });
    await change(itemId);
    const { warnings, job_ids: jobs } = await ask();
    expect(warnings).toEqual([]);
    expect(jobs).toHaveLength(1);
  }
});

test("a second video is not shown in place of the first, whatever its name; a deleted one is named", async () => {
  const { id, itemId } = await createVideoDataset("two videos");
  await annotate(id);
  const second = await send(id, "0.mp4", videos.short);
  const { warnings } = await server.client.call("rpc.postprocess", { id });
  expect(warnings).toEqual([
    "0.mp4 was stored, but is not shown: a dataset has one video, and here that is a.mp4. Upload it as a separate dataset.",
  ]);
  expect(await shownBy(id)).toMatchObject({ filename: "a.mp4" });
  expect(await metaOf(id)).toMatchObject({ originalFps: 10, ffprobe_info: { nb_frames: "40" } });
  await server.client.call("item.delete", { id: second });
  expect(await saidOf(id)).toEqual([]);

  await server.client.call("item.delete", { id: itemId });
  expect(await saidOf(id)).toEqual([
    `a.mp4 is no longer in the dataset. ${kept} another video. Upload it again under this name to put it back.`,
  ]);
  await send(id, "a.mp4", videos.long);
  expect(await saidOf(id)).toEqual([]);
});

test("a picture whose content is replaced is measured again and named", async () => {
  const id = await createImageDataset(server.client, "replaced pictures");
  const [first] = await server.client.call("item.list", { folderId: id });
  const sizes = async () => {
    const response = await server.fetch(`/api/v1/dive_annotation/export?folderId=${id}&format=coco_json`);
    const { images } = (await response.json()) as { images: { width: number; height: number }[] };
    return images.map(({ width, height }) => [width, height]);
  };
  await annotate(id);
  expect((await sizes())[0]).toEqual([64, 48]);
  const picture = (width: number) =>
    new Uint8Array(encode({ width, height: 20, channels: 3, data: new Uint8Array(width * 60) }));
  await replace(first?._id ?? "", picture(30));
  expect((await sizes())[0]).toEqual([30, 20]);
  expect(await saidOf(id)).toEqual([
    `image-0.png was replaced by other content. ${kept} the new content. Look at the annotations, or replace it by its old content.`,
  ]);
});
