/** An archive of a rig whose videos need conversion: its cameras become one dataset after the last conversion. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type ApiClient, type Job, JobStatus, uploadFile } from "#schemas";

import { archivedCalibration, makeRigArchive } from "./make-rig-archive.ts";
import { isSecondStorage } from "../support/storage.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let client: ApiClient;
let folder: string;
const faults: unknown[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-rig-"));
  // The tests start and stop workers themselves.
  server = await startTestServer({ workerQueues: [] });
  ({ client } = server);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns the folder; unpacking waits for a worker of the user's private queue */
async function upload(name: string, archive: Buffer): Promise<string> {
  const metadata = { fps: -1, type: "image-sequence" };
  const place = { parentType: "user", parentId: server.userId, name, metadata } as const;
  const { _id: id } = await client.call("folder.create", place);
  await uploadFile(
    client,
    { parentType: "folder", parentId: id, name: "all.zip" },
    new Blob([new Uint8Array(archive)]),
  );
  const own = (privateQueueEnabled: boolean) =>
    client.call("user.usePrivateQueue", { id: server.userId, privateQueueEnabled });
  await own(true);
  await client.call("rpc.postprocess", { id });
  await own(false);
  return id;
}

async function whileWorking(name: string, work: () => Promise<void>, queue = "convert"): Promise<void> {
  const onFault = (error: unknown): void => void faults.push(error);
  const worker = server.server.services.createWorker({
    name,
    queues: [{ name: queue, slots: 1 }],
    pollMs: 50,
    onFault,
  });
  await worker.start();
  await work();
  await worker.close();
}

const jobOf = async (title: string): Promise<Job | undefined> => {
  // Newest first.
  const found = (await client.call("job.list", {})).find((job) => job.title === title);
  // Lists omit the log.
  return found && (await client.call("job.get", { id: found._id }));
};
const statusOf = async (title: string): Promise<number | undefined> => (await jobOf(title))?.status;
const untilIs = async (title: string, status: number): Promise<void> =>
  await expect.poll(async () => await statusOf(title), { timeout: 60_000 }).toBe(status);
const converting = (camera: string): string => `Converting ${camera} to a web friendly format`;

test("it is there when all are converted, no matter who converts them, cancelled and run again in between", async () => {
  const id = await upload("pair", makeRigArchive(folder));
  const unpacking = "Extracting all.zip to folder pair";
  const joining = "Joining the cameras of pair";
  await whileWorking("unpacks", async () => await untilIs(unpacking, JobStatus.success), "admin@private");
  expect((await jobOf(unpacking))?.log?.join("")).toBe(
    "rig: its media are converted first. Then another job joins its cameras.\n",
  );
  expect((await client.call("folder.get", { id })).meta).not.toHaveProperty("multiCam");
  const right = await jobOf(converting("right"));
  await client.call("job.cancel", { id: right?._id ?? "" });
  await whileWorking("converts one", async () => await untilIs(converting("left"), JobStatus.success));
  expect([await statusOf(converting("right")), await jobOf(joining)]).toEqual([JobStatus.canceled, undefined]);
  expect((await client.call("folder.get", { id })).meta["annotate"]).toBeUndefined();

  await whileWorking("converts the other", async () => {
    await client.call("job.retry", { id: right?._id ?? "" });
    await untilIs(joining, JobStatus.success);
  });
  expect((await jobOf(joining))?.log).toEqual(["right, left are one dataset now: pair.\n"]);
  const { meta } = await client.call("folder.get", { id });
  expect(meta).toMatchObject({
    type: "multi",
    subType: "stereo",
    fps: 25,
    annotate: true,
    customTypeStyling: { cod: { color: "#ff0000" } },
    multiCam: { defaultDisplay: "right", cameraOrder: ["right", "left"] },
  });
  const { cameras } = meta["multiCam"] as { cameras: Record<string, { folderId: string; type: string }> };
  for (const [name, original] of [
    ["left", "swim.avi"],
    ["right", "swim.mpg"],
  ] as const) {
    const { folderId = "", type } = cameras[name] ?? {};
    const { video, sourceVideo } = await client.call("dataset.media", { id: folderId });
    expect([name, type, video?.filename, sourceVideo?.filename]).toEqual([
      name,
      "video",
      "swim.transcoded.mp4",
      original,
    ]);
    expect(await client.call("annotation.tracks", { folderId })).toMatchObject([
      { begin: 3, confidencePairs: [["cod", 0.5]] },
    ]);
  }
  expect(await client.call("dataset.calibration", { folderId: id })).toMatchObject({
    originalName: "rig.json",
    calibration: { T: archivedCalibration.T },
  });
  const joinings = (await client.call("job.list", {})).filter(({ title }) => title === joining);
  expect([joinings.length, faults]).toEqual([1, []]);
});

// Once is enough: conversion fails in the same way on every storage.
test.skipIf(isSecondStorage())("a camera that cannot be converted says that the others wait for it", async () => {
  const id = await upload("half", makeRigArchive(folder, { broken: "left" }));
  const unpacked = async () => await untilIs("Extracting all.zip to folder half", JobStatus.success);
  await whileWorking("unpacks", unpacked, "admin@private");
  await whileWorking("meets a broken one", async () => {
    await expect.poll(async () => (await client.call("job.queued", {})).outstanding, { timeout: 60_000 }).toBe(0);
  });
  const { status, log } = (await jobOf(converting("left"))) ?? {};
  expect([status, log?.join("")]).toEqual([
    JobStatus.error,
    expect.stringMatching(/^The cameras of half are joined only after all are converted.*\nswim\.avi is /),
  ]);
  expect([await statusOf(converting("right")), await jobOf("Joining the cameras of half")]).toEqual([
    JobStatus.success,
    undefined,
  ]);
  expect((await client.call("folder.get", { id })).meta).not.toHaveProperty("multiCam");
});
