/** Annotations drawn into a copy of the media by a job: who may, what is drawn, where the result is, and the limits. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type ApiClient, type Job, JobStatus } from "#schemas";
import { uploadFile } from "#schemas";

import { untilEnded } from "../support/ended-job.ts";
import { colorOfType } from "../../core-wasm/host/type-colors.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";

const [width, height] = [160, 96];
let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let folder: string;
const at = (name: string): string => join(folder, name);
const ffmpeg = (...args: string[]): Buffer =>
  execFileSync(join(ensureFfmpeg(), "ffmpeg"), ["-v", "error", "-y", ...args], { maxBuffer: 1 << 28 });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-render-job-"));
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const save = (client: ApiClient, folderId: string, type: string, set?: string) => {
  const features = [3, 4].map((frame) => ({ frame, bounds: [40, 40, 80, 80], keyframe: true, attributes: {} }));
  const track = { id: 1, begin: 3, end: 4, confidencePairs: [[type, 0.9]], attributes: {}, features };
  return client.call("annotation.save", { folderId, body: { tracks: { upsert: [track], delete: [] }, set } as never });
};
const render = (body: object, { client }: Pick<TestUser, "client"> = ada): Promise<Job> =>
  client.call("rpc.render", { body } as never);
const untilFinished = (job: Job): Promise<Job> => untilEnded(server, job._id);

/** A gray video of ten pictures with a tone. */
async function videoDataset(client: ApiClient, name = "Reef"): Promise<string> {
  const gray = ["-f", "lavfi", "-i", `color=c=0x404040:s=${width}x${height}:r=10`];
  const tone = ["-f", "lavfi", "-i", "sine=frequency=440"];
  ffmpeg(...gray, ...tone, "-t", "1", "-pix_fmt", "yuv420p", "-c:a", "aac", at("gray.mp4"));
  const me = await client.call("user.me", {});
  const metadata = { fps: -1, type: "video" };
  const given = { parentType: "user", parentId: me!._id, name, metadata } as const;
  const { _id: id } = await client.call("folder.create", given);
  const target = { parentType: "folder", parentId: id, name: "gray.mp4" } as const;
  await uploadFile(client, target, new Blob([readFileSync(at("gray.mp4"))]));
  await client.call("rpc.postprocess", { id });
  return id;
}

interface Result {
  readonly itemId: string;
  readonly name: string;
  readonly notes: readonly string[];
}

async function resultOf(job: Job): Promise<{ result: Result; path: string }> {
  const result = job.meta["result"] as Result;
  const answer = await server.fetch(`/api/v1/item/${result.itemId}/download`, { token: ada.token });
  writeFileSync(at(result.name), Buffer.from(await answer.arrayBuffer()));
  return { result, path: at(result.name) };
}

/** Whether a box is drawn, by frame. */
function isDrawn(path: string): boolean[] {
  const raw = ffmpeg("-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-");
  const size = width * height * 3;
  const want = [1, 3, 5].map((from) => Number.parseInt(colorOfType("fish").slice(from, from + 2), 16));
  return Array.from({ length: raw.length / size }, (_, n) => {
    const edge = raw.subarray(n * size + (60 * width + 40) * 3).subarray(0, 3);
    return edge.every((value, c) => Math.abs(value - want[c]!) < 48);
  });
}

test("the boxes of a set are drawn on their frames, the sound stays, and the result is a file of the user", async () => {
  const id = await videoDataset(ada.client);
  await save(ada.client, id, "crab");
  await save(ada.client, id, "fish", "mine");
  const job = await render({ folderId: id, set: "mine", labels: "none" });
  expect(job).toMatchObject({ title: "Drawing annotations into Reef", type: "render", dataset_id: id });
  const ended = await untilFinished(job);
  expect([ended.status, ended.log?.join("")]).toEqual([JobStatus.success, "Drew 2 detections into 10 frames.\n"]);
  const { result, path } = await resultOf(ended);
  expect(result).toMatchObject({ name: "Reef.mp4", notes: [] });
  expect(isDrawn(path)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((frame) => frame === 3 || frame === 4));
  const streams = execFileSync(join(ensureFfmpeg(), "ffprobe"), [
    "-v",
    "error",
    "-show_entries",
    "stream=codec_type",
    path,
  ]);
  expect(String(streams)).toContain("codec_type=audio");
  const denied = await server.fetch(`/api/v1/item/${result.itemId}/download`, { token: bob.token });
  expect(denied.status).toBe(403);
  // The same again, of some frames, in another form; the sound and everything with another type are left out.
  const part = await untilFinished(
    await render({ folderId: id, frames: [2, 5], types: ["fish"], sound: false, format: "webm", labels: "none" }),
  );
  expect(part.log?.join("")).toBe(
    "None of the annotations is on these frames, or all are filtered out.\nDrew 0 detections into 4 frames.\n",
  );
  expect((await resultOf(part)).result.name).toBe("Reef.webm");
});

test("an old revision is drawn as it was; one that does not exist is refused", async () => {
  const id = await videoDataset(ada.client, "Changed since");
  await save(ada.client, id, "fish");
  await save(ada.client, id, "crab");
  const revision = 1;
  const old = await untilFinished(await render({ folderId: id, revision, labels: "none" }));
  expect(isDrawn((await resultOf(old)).path).filter(Boolean)).toHaveLength(2);
  const newest = await untilFinished(await render({ folderId: id, labels: "none" }));
  expect(isDrawn((await resultOf(newest)).path).filter(Boolean)).toHaveLength(0);
  // The sets of a dataset share the numbers of its revisions.
  await save(ada.client, id, "fish", "mine");
  const shared = await untilFinished(await render({ folderId: id, revision: 3, frames: [0, 0] }));
  expect(shared.status).toBe(JobStatus.success);
  await expect(render({ folderId: id, revision: 9 })).rejects.toThrow("There is no revision 9: the latest one is 3.");
});

test("pictures become a video, or an archive of pictures with their names", async () => {
  const id = await createImageDataset(ada.client, "slides", 3);
  const video = await untilFinished(await render({ folderId: id }));
  expect([video.status, (await resultOf(video)).result.name]).toEqual([JobStatus.success, "slides.mp4"]);
  const zip = await untilFinished(await render({ folderId: id, format: "zip" }));
  const { path } = await resultOf(zip);
  const bytes = readFileSync(path);
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.toString("latin1").match(/image-\d\.png|\w+\.png/g)?.length).toBeGreaterThanOrEqual(3);
});

test("readers may, others may not; what does not exist or does not fit is refused before a job starts", async () => {
  const id = await createImageDataset(ada.client, "private", 1);
  await expect(render({ folderId: id }, bob)).rejects.toMatchObject({ status: 403 });
  await expect(render({ folderId: id, set: "other" })).rejects.toThrow("private has no annotation set other.");
  await expect(render({ folderId: id, frames: [5, 2] })).rejects.toMatchObject({ status: 400 });
  await expect(render({ folderId: id, format: "gif" })).rejects.toMatchObject({ status: 400 });
  await expect(render({ folderId: id, shape: "round" })).rejects.toMatchObject({ status: 400 });
  const late = await untilFinished(await render({ folderId: id, frames: [7, 9] }));
  expect([late.status, late.log?.join("")]).toEqual([JobStatus.error, expect.stringContaining("None of these frames")]);
});

test("a user has at most three unfinished ones; a cancelled one leaves no file", async () => {
  const idle = await startTestServer({ workerQueues: [] });
  const queues = [{ name: "convert", slots: 0 }];
  const worker = idle.server.services.createWorker({ name: "takes nothing", onFault: () => undefined, queues });
  await worker.start();
  try {
    const id = await createImageDataset(idle.client, "busy", 1);
    const [first] = [
      await render({ folderId: id }, idle),
      await render({ folderId: id }, idle),
      await render({ folderId: id }, idle),
    ];
    await expect(render({ folderId: id }, idle)).rejects.toThrow("You already have 3 of these jobs");
    await idle.client.call("job.cancel", { id: first._id });
    await render({ folderId: id }, idle);
    const place = { parentType: "user", parentId: idle.userId, limit: 0 } as const;
    const folders = await idle.client.call("folder.list", place);
    expect(folders.map(({ name }) => name)).not.toContain("Rendered videos");
  } finally {
    await worker.close();
    await idle.close();
  }
});
