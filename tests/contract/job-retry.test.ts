/** Failed or cancelled jobs run again from where a user fixed the cause: trainings, exports, videos. */
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type Job, JobStatus, uploadFile } from "#schemas";

import { untilEnded } from "../support/ended-job.ts";
import { makeBarCodeVideo } from "../support/bar-code-video.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";
import { installTrainer } from "../support/trainer.ts";

let server: TestServer;
let ada: TestUser;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-retry-"));
  installTrainer(folder);
  server = await startTestServer({ pipelinesFolder: folder });
  ada = await server.createUser("ada1");
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns the new job once it has ended */
async function runAgain(job: Job): Promise<Job> {
  const again = await ada.client.call("job.retry", { id: job._id });
  expect(again._id).not.toBe(job._id);
  expect(again.title).toBe(job.title);
  return await untilEnded(ada, again._id);
}

test("a training that failed is run again with what is annotated now, and an export with the files of now", async () => {
  const folderId = await createImageDataset(ada.client, "reef", 2);
  const body = { folderIds: [folderId], labelText: "ray ray" };
  const asked = { pipelineName: "Rays", config: "boxes.conf", annotatedFramesOnly: true, body };
  const failed = await untilEnded(ada, (await ada.client.call("rpc.train", asked))._id);
  expect([failed.status, failed.log?.join("")]).toEqual([
    JobStatus.error,
    expect.stringContaining("nothing is annotated"),
  ]);
  const track = {
    id: 0,
    begin: 1,
    end: 1,
    confidencePairs: [["ray", 1]],
    attributes: {},
    features: [{ frame: 1, bounds: [5, 5, 15, 15], keyframe: true, attributes: {} }],
  };
  await ada.client.call("annotation.save", { folderId, body: { tracks: { upsert: [track], delete: [] } } as never });
  const trained = await runAgain(failed);
  expect([trained.status, trained.log]).toEqual([JobStatus.success, []]);
  const path = "/user/ada1/VIAME/VIAME Training Results/Rays";
  const model = (await ada.client.call("resource.lookup", { path }))?._id ?? "";
  const item = (await ada.client.call("item.list", { folderId: model })).find(({ name }) => name === "model.json");
  const content = await (await ada.client.fetch("item.download", { id: item?._id ?? "" })).text();
  // As requested the first time.
  expect(JSON.parse(content)).toMatchObject({ type: "ray", width: 10, options: ["--annotated", "ray ray"] });
  // A successful job is not run again.
  await expect(ada.client.call("job.retry", { id: trained._id })).rejects.toThrow("Only a job that failed");

  await ada.client.call("item.delete", { id: item?._id ?? "" });
  const ids = { modelFolderId: model, exportFolderId: folderId };
  const broken = await untilEnded(ada, (await ada.client.call("rpc.export", ids))._id);
  expect([broken.status, broken.log?.join("")]).toEqual([JobStatus.error, expect.stringContaining("model.json")]);
  await uploadFile(ada.client, { parentType: "folder", parentId: model, name: "model.json" }, new Blob([content]));
  expect((await runAgain(broken)).status).toBe(JobStatus.success);
  const names = (await ada.client.call("item.list", { folderId })).map(({ name }) => name);
  expect(names).toEqual(["image-0.png", "image-1.png", "model.onnx"]);
});

test("a conversion that was cancelled is run again, and leaves one video", async () => {
  const path = join(folder, "long.mkv");
  makeBarCodeVideo(path, { args: ["-c:v", "mpeg4", "-q:v", "3"], filters: ["scale=640:256"], frames: 150 });
  const given = { parentType: "user", parentId: ada.id, name: "film", metadata: { fps: -1, type: "video" } } as const;
  const { _id: id } = await ada.client.call("folder.create", given);
  await uploadFile(ada.client, { parentType: "folder", parentId: id, name: "long.mkv" }, await openAsBlob(path));
  const [job = ""] = (await ada.client.call("rpc.postprocess", { id })).job_ids;
  await ada.client.call("job.cancel", { id: job });
  const cancelled = await untilEnded(ada, job);
  expect(cancelled.status).toBe(JobStatus.canceled);
  const names = async (): Promise<string[]> =>
    (await ada.client.call("item.list", { folderId: id })).map(({ name }) => name);
  expect(await names()).toEqual(["long.mkv"]);
  expect((await runAgain(cancelled)).status).toBe(JobStatus.success);
  expect(await names()).toEqual(["long.mkv", "long.transcoded.mp4"]);
  expect((await ada.client.call("folder.get", { id })).meta["annotate"]).toBe(true);
});
