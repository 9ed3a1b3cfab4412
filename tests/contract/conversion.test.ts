/** Videos that browsers cannot play, from the upload to the dataset: clients wait for the job (api-v1 16.2). */
import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Job, JobStatus, uploadFile } from "#schemas";

import { untilEnded } from "../support/ended-job.ts";
import { makeBarCodeVideo, readNumbers, readPackets, remux } from "../support/bar-code-video.ts";
import { picturesShown } from "#schemas/video-frames";
import { mediaEntryText, mediaLedgerOf } from "#schemas/media-ledger";
import { isSecondStorage } from "../support/storage.ts";
import { parseQueue } from "../../server/domain/queues.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-conversion-"));
  server = await startTestServer();
  ada = await server.createUser("ada1");
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const numbersTo = (end: number): number[] => Array.from({ length: end }, (_, n) => n);

async function uploadVideo(name: string, path: string, user = ada, fps = -1): Promise<string> {
  const metadata = { fps, type: "video" };
  const given = { parentType: "user", parentId: user.id, name: `of ${name}`, metadata } as const;
  const { _id: id } = await user.client.call("folder.create", given);
  await uploadFile(user.client, { parentType: "folder", parentId: id, name }, await openAsBlob(path));
  return id;
}

const untilFinished = (id: string, user = ada): Promise<Job> => untilEnded(user, id);
const onlyOne = (ids: readonly string[]): string => {
  expect(ids).toHaveLength(1);
  return ids[0] ?? "";
};

/** If no worker probes videos: concurrent calls, and one after the dataset mark was removed. */
async function expectOneJobForTwoCalls(user: TestUser): Promise<void> {
  const playable = join(folder, "plays.mp4");
  makeBarCodeVideo(playable, { args: ["-c:v", "libx264", "-pix_fmt", "yuv420p"], frames: 5 });
  const converted = join(folder, "once.avi");
  makeBarCodeVideo(converted, { args: ["-c:v", "mpeg4"], frames: 5 });
  for (const path of [playable, converted]) {
    const id = await uploadVideo(basename(path), path, user);
    const ask = async () => (await user.client.call("rpc.postprocess", { id })).job_ids;
    const asked = (await Promise.all([ask(), ask(), ask()])).flat();
    await user.client.call("folder.setMetadata", { id, body: { annotate: false } });
    const again = onlyOne(await ask());
    expect(asked).toContain(again);
    expect(new Set(asked)).toEqual(new Set([again]));
    const jobs = await user.client.call("job.list", { limit: 0 });
    expect(jobs.filter(({ dataset_id: datasetId }) => datasetId === id).map(({ _id }) => _id)).toEqual([again]);
    if (path === converted) await user.client.call("job.cancel", { id: again });
  }
}

async function bytesOf(itemId: string): Promise<Buffer> {
  const reply = await ada.client.fetch("item.download", { id: itemId });
  return Buffer.from(await reply.arrayBuffer());
}

test("an AVI becomes a dataset by its job: original kept, pictures and rate the same", async () => {
  const path = join(folder, "swim.avi");
  makeBarCodeVideo(path, { args: ["-c:v", "mpeg4", "-bf", "2", "-q:v", "3"], rate: "30000/1001", sound: true });
  const id = await uploadVideo("swim.avi", path);
  const { warnings, job_ids: jobIds, folder: before } = await ada.client.call("rpc.postprocess", { id });
  expect(warnings).toEqual([]);
  expect(before.meta["annotate"]).toBeUndefined();
  const jobId = onlyOne(jobIds);
  const job = await untilFinished(jobId);
  expect(job).toMatchObject({
    title: "Converting of swim.avi to a web friendly format",
    type: "convert",
    status: JobStatus.success,
    dataset_id: id,
    params: { input_folder: id, user_login: "ada1" },
    progress: { current: 40, total: 40 },
  });
  expect(job.timestamps.map(({ status }) => status)).toEqual([JobStatus.running, JobStatus.success]);
  const items = await ada.client.call("item.list", { folderId: id });
  const rate = { originalFps: expect.closeTo(29.97, 2) as number, originalFpsString: "30000/1001" };
  expect(items).toMatchObject([
    { name: "swim.avi", meta: { source_video: true, codec: "mpeg4", ...rate } },
    { name: "swim.transcoded.mp4", meta: { source_video: false, transcoder: "ffmpeg", codec: "h264", ...rate } },
  ]);
  expect((await ada.client.call("folder.get", { id })).meta).toMatchObject({
    annotate: true,
    fps: expect.closeTo(29.97, 2) as number,
    ffprobe_info: { codec_name: "mpeg4", width: 160, height: 64 },
    ...rate,
  });
  const media = await ada.client.call("dataset.media", { id });
  expect(media.video?.filename).toBe("swim.transcoded.mp4");
  const shown = join(folder, "shown.mp4");
  writeFileSync(shown, await bytesOf(media.video?.id ?? ""));
  expect(readNumbers(shown)).toEqual(numbersTo(40));
  expect(readFileSync(path).equals(await bytesOf(items[0]?._id ?? ""))).toBe(true);
  // Repeated, there is nothing left to do.
  expect((await ada.client.call("rpc.postprocess", { id })).job_ids).toEqual([]);
});

// The decoder's messages about a video do not depend on the storage; other tests show that videos are converted there.

describe.skipIf(isSecondStorage())(
  "what can be read of a damaged video becomes a dataset, and what is wrong is left on it",
  () => {
    const problemsOf = async (id: string): Promise<unknown> =>
      (await ada.client.call("folder.get", { id })).meta["mediaProblems"];

    test("a video that stays as it is: opened at once, all of it decoded by a job", async () => {
      const path = join(folder, "holes.mp4");
      makeBarCodeVideo(path, { args: ["-c:v", "libx264", "-g", "1", "-bf", "0"] });
      const whole = await uploadVideo("whole.mp4", path);
      const bytes = readFileSync(path);
      const { pos = 0, size = 0 } = readPackets(path)[30] ?? {};
      bytes.fill(0xff, pos + 4, pos + size);
      writeFileSync(path, bytes);
      const id = await uploadVideo("holes.mp4", path);
      const { job_ids: jobIds, folder: before } = await ada.client.call("rpc.postprocess", { id });
      expect(before.meta["annotate"]).toBe(true);
      const job = await untilFinished(onlyOne(jobIds));
      const message = "has a picture that cannot be decoded: 30 (at 1.2 s).";
      expect([job.status, job.log?.[0]]).toEqual([JobStatus.success, `holes.mp4 ${message}\n`]);
      expect(job).toMatchObject({ title: "Converting of holes.mp4 to a web friendly format", type: "convert" });
      expect(await problemsOf(id)).toEqual([{ file: "holes.mp4", message }]);
      // No message about an intact one.
      const fine = await untilFinished(onlyOne((await ada.client.call("rpc.postprocess", { id: whole })).job_ids));
      expect([fine.status, fine.log, await problemsOf(whole)]).toEqual([JobStatus.success, [], undefined]);
    });

    test("truncated videos: their remaining part is converted", async () => {
      const avi = join(folder, "cut.avi");
      makeBarCodeVideo(avi, { args: ["-c:v", "mpeg4", "-g", "1", "-q:v", "3"] });
      const { size } = statSync(avi);
      truncateSync(avi, Math.floor(size / 2));
      const mp4 = join(folder, "cut.mp4");
      makeBarCodeVideo(mp4, { args: ["-c:v", "libx264", "-g", "5", "-movflags", "+faststart"] });
      const { pos = 0 } = readPackets(mp4)[20] ?? {};
      truncateSync(mp4, pos);
      for (const [path, name, text] of [
        [avi, "cut.avi", `is cut off at byte ${Math.floor(size / 2)}: it announces ${size} bytes.`],
        [mp4, "cut.mp4", `is cut off at byte ${pos}: 20 of 40 pictures can be shown, up to `],
      ] as const) {
        const id = await uploadVideo(name, path);
        const job = await untilFinished(onlyOne((await ada.client.call("rpc.postprocess", { id })).job_ids));
        expect([job.status, job.log?.join("")]).toEqual([
          JobStatus.success,
          expect.stringContaining(`${name} ${text}`),
        ]);
        const [problem] = (await problemsOf(id)) as { file: string; message: string }[];
        expect(problem).toEqual({ file: name, message: expect.stringContaining(text) as string });
        const { video } = await ada.client.call("dataset.media", { id });
        const shown = join(folder, "what-is-there.mp4");
        writeFileSync(shown, await bytesOf(video?.id ?? ""));
        const numbers = readNumbers(shown);
        expect(numbers.length).toBeGreaterThan(5);
        expect(numbers).toEqual(numbersTo(numbers.length));
      }
    });
  },
);

describe.skipIf(isSecondStorage())("videos of fewer than one picture a second", () => {
  /** The dataset, and all messages on the way. */
  const made = async (name: string, video: Parameters<typeof makeBarCodeVideo>[1], fps = -1) => {
    const path = join(folder, name);
    makeBarCodeVideo(path, video);
    const id = await uploadVideo(name, path, ada, fps);
    const { job_ids: jobIds, warnings } = await ada.client.call("rpc.postprocess", { id });
    const job = await untilFinished(onlyOne(jobIds));
    expect(job.status).toBe(JobStatus.success);
    const dataset = await ada.client.call("dataset.get", { id });
    const { fps: rate, originalFps } = dataset;
    const { all: pictures } = picturesShown(dataset) ?? {};
    return { rate, originalFps, pictures, said: [...warnings, ...(job.log ?? [])].join("\n") };
  };
  const lapse = { rate: "1/2", frames: 4 } as const;

  test("are datasets: every picture is a frame, and a guessed rate is reported", async () => {
    const gap = { args: ["-c:v", "libx264", "-fps_mode", "passthrough"], filters: ["setpts='PTS+gt(N,19)*3600/TB'"] };
    const own = { rate: 25, originalFps: 25 };
    const trail = await made("trail.mkv", gap);
    expect(trail).toMatchObject(own);
    expect(trail.said).toMatch(/trail\.mkv has long gaps: 0\.011 pictures a second on average, while most .* at 25 a/);
    expect(await made("trail-10.mkv", gap, 10)).toMatchObject({ ...own, rate: 10 });
    const half = { rate: 0.5, originalFps: 0.5 };
    expect(await made("lapse.mp4", { ...lapse, args: ["-c:v", "libx264"] })).toEqual({
      ...half,
      pictures: 4,
      said: "",
    });
    const converted = await made("lapse.avi", { ...lapse, args: ["-c:v", "mpeg4", "-q:v", "3"] }, 1);
    expect(converted).toMatchObject(half);
    // Its last packet has no time.
    const program = await made("program.mpg", {
      rate: "10",
      frames: 20,
      args: ["-c:v", "mpeg1video", "-strict", "-1"],
    });
    expect(program).toMatchObject({ rate: 10, pictures: 20 });
    expect(converted.said).toMatch(/lapse\.avi has 0\.5 pictures a second, fewer than the 1 that you requested/);
  });
});

test.skipIf(isSecondStorage())(
  "annotations that come with a video and go past its end are reported, converted or not",
  async () => {
    const late = "0,,0,1,1,9,9,1,-1,fish,1\n0,,60,1,1,9,9,1,-1,fish,1\n";
    const said = async (name: string, args: string[]): Promise<string> => {
      const path = join(folder, name);
      makeBarCodeVideo(path, { args, frames: 5 });
      const id = await uploadVideo(name, path);
      await uploadFile(ada.client, { parentType: "folder", parentId: id, name: "late.csv" }, new Blob([late]));
      const { job_ids: jobIds, warnings } = await ada.client.call("rpc.postprocess", { id });
      for (const job of jobIds) expect((await untilFinished(job)).status).toBe(JobStatus.success);
      const { meta } = await ada.client.call("folder.get", { id });
      return [...warnings, ...mediaLedgerOf(meta).map(mediaEntryText)].join("\n");
    };
    const sentence = "There are annotations up to frame 60, but the last frame of the dataset is 4.";
    expect(await said("late.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p"])).toContain(`late.csv: ${sentence}`);
    expect(await said("late.avi", ["-c:v", "mpeg4"])).toContain(`late.avi: ${sentence}`);
  },
);

describe.skipIf(isSecondStorage())("a job that fails says why, and the folder is not a dataset", () => {
  test("a video that is cut off before its first picture, and a rate below 1", async () => {
    const path = join(folder, "nothing.avi");
    makeBarCodeVideo(path, { args: ["-c:v", "mpeg4", "-q:v", "3"] });
    truncateSync(path, readFileSync(path).indexOf("movi") + 4);
    const id = await uploadVideo("nothing.avi", path);
    const { job_ids: jobIds } = await ada.client.call("rpc.postprocess", { id });
    const job = await untilFinished(onlyOne(jobIds));
    expect(job.status).toBe(JobStatus.error);
    expect(job.log?.join("")).toMatch(
      /^nothing\.avi is cut off at byte \d+: it announces \d+ bytes\. Replace it, and process the folder again\.\n$/,
    );
    expect((await ada.client.call("folder.get", { id })).meta["annotate"]).toBeUndefined();
    const fast = join(folder, "fast.avi");
    makeBarCodeVideo(fast, { args: ["-c:v", "mpeg4", "-q:v", "3"], frames: 4 });
    const slowId = await uploadVideo("fast.avi", fast, ada, 0.5);
    const slowJob = await untilFinished(onlyOne((await ada.client.call("rpc.postprocess", { id: slowId })).job_ids));
    expect(slowJob.log?.join("")).toBe("FPS lower than 1 is not supported\n");
    // None of its intermediate files remain.
    expect(await ada.client.call("item.list", { folderId: slowId })).toHaveLength(1);
  });
});

test.skipIf(isSecondStorage())("where the system has no ffmpeg, its WebAssembly converts", async () => {
  const without = await startTestServer({ ffmpegFolder: "/nowhere" });
  try {
    const bob = await without.createUser("bob1");
    const path = join(folder, "small.avi");
    makeBarCodeVideo(path, { args: ["-c:v", "mpeg4", "-bf", "2", "-q:v", "3"], frames: 30, sound: true });
    const id = await uploadVideo("small.avi", path, bob);
    const job = await untilFinished(onlyOne((await bob.client.call("rpc.postprocess", { id })).job_ids), bob);
    expect([job.log, job.status]).toEqual([[], JobStatus.success]);
    const { video } = await bob.client.call("dataset.media", { id });
    const reply = await bob.client.fetch("item.download", { id: video?.id ?? "" });
    const shown = join(folder, "by-wasm.mp4");
    writeFileSync(shown, Buffer.from(await reply.arrayBuffer()));
    expect(readNumbers(shown)).toEqual(numbersTo(30));
  } finally {
    await without.close();
  }
});

test(
  "asked twice, there is one job; cancelled, its ffmpeg ends and leaves nothing behind; in the trash it ends until it is restored",
  { timeout: 400_000 },
  async () => {
    const once = join(folder, "short.mkv");
    makeBarCodeVideo(once, { args: ["-c:v", "ffv1"], filters: ["scale=960:540"], frames: 40 });
    // Long enough that its conversion is still running when it is looked at.
    const path = join(folder, "long.mkv");
    remux(once, ["-stream_loop", "9"], [], path);
    const id = await uploadVideo("long.mkv", path);
    const jobId = onlyOne((await ada.client.call("rpc.postprocess", { id })).job_ids);
    expect((await ada.client.call("rpc.postprocess", { id })).job_ids).toEqual([jobId]);
    const programs = (): string => execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
    const temporary = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("wakeline-job-"));
    const mine = (): string[] => temporary().filter((name) => programs().includes(name));
    let folderName = "";
    await expect.poll(() => ([folderName = ""] = mine()), { timeout: 60_000 }).toHaveLength(1);
    expect((await ada.client.call("job.cancel", { id: jobId })).status).toBe(JobStatus.canceling);
    const job = await untilFinished(jobId);
    expect(job.status).toBe(JobStatus.canceled);
    // The job ends when its program is signaled; the program needs a moment to exit.
    await expect.poll(programs).not.toContain(folderName);
    await expect.poll(temporary).not.toContain(folderName);
    expect(await ada.client.call("item.list", { folderId: id })).toHaveLength(1);
    // It can be requested again.
    const again = onlyOne((await ada.client.call("rpc.postprocess", { id })).job_ids);
    expect(again).not.toBe(jobId);
    // In the trash it ends; restored, it starts again.
    await ada.client.call("resource.delete", { resources: { folder: [id] }, trash: true });
    expect(await untilFinished(again)).toMatchObject({
      status: JobStatus.error,
      log: [expect.stringContaining("that it works with has been deleted. If it is in the trash, restore it,")],
    });
    const [entry] = await ada.client.call("trash.list", {});
    await ada.client.call("trash.restore", { id: entry?._id ?? "" });
    const [newest] = await ada.client.call("job.list", { limit: 1 });
    expect([newest?.dataset_id, [jobId, again].includes(newest?._id ?? "")]).toEqual([id, false]);
    await ada.client.call("job.cancel", { id: newest?._id ?? "" });
    await untilFinished(newest?._id ?? "");
    // So does that of a video that alone was in the trash.
    const [video] = await ada.client.call("item.list", { folderId: id });
    await ada.client.call("resource.delete", { resources: { item: [video?._id ?? ""] }, trash: true });
    const [ofVideo] = await ada.client.call("trash.list", {});
    await ada.client.call("trash.restore", { id: ofVideo?._id ?? "" });
    const [last] = await ada.client.call("job.list", { limit: 1 });
    expect([last?.dataset_id, last?._id === newest?._id]).toEqual([id, false]);
    await ada.client.call("job.cancel", { id: last?._id ?? "" });
  },
);

test("copies made before a video is converted are converted as well; where its starter's account is deleted, an owner sees that and starts it again", async () => {
  const quiet = await startTestServer({ workerQueues: [] });
  try {
    const [bob, eve] = [await quiet.createUser("bob1"), await quiet.createUser("eve1")];
    const path = join(folder, "copied.avi");
    makeBarCodeVideo(path, { args: ["-c:v", "mpeg4", "-q:v", "3"], frames: 5 });
    const cruise = { parentType: "user", parentId: bob.id, name: "cruise" } as const;
    const { _id: above } = await bob.client.call("folder.create", cruise);
    const users = [
      { id: bob.id, level: 2 },
      { id: eve.id, level: 1 },
    ];
    await bob.client.call("folder.setAccess", { id: above, access: JSON.stringify({ users, groups: [] }) });
    const metadata = { fps: -1, type: "video" };
    const { _id: id } = await eve.client.call("folder.create", { parentId: above, name: "dive", metadata });
    await uploadFile(eve.client, { parentType: "folder", parentId: id, name: "copied.avi" }, await openAsBlob(path));
    const job = onlyOne((await eve.client.call("rpc.postprocess", { id })).job_ids);

    const { _id: copy } = await bob.client.call("folder.copy", { id });
    const { _id: target } = await bob.client.call("folder.create", { parentId: above, name: "target" });
    const resources = { folder: [id] };
    await bob.client.call("resource.copy", { resources, parentType: "folder", parentId: target });
    const [second] = await bob.client.call("folder.list", { parentType: "folder", parentId: target });
    const isReady = async (folderId: string) => (await bob.client.call("folder.get", { id: folderId })).meta.annotate;

    await quiet.client.call("user.delete", { id: eve.id });
    const options = { name: "late", queues: [parseQueue("convert")], pollMs: 50, onFault: () => undefined };
    const worker = quiet.server.services.createWorker(options);
    await worker.start();
    for (const one of [copy, second?._id ?? ""]) {
      const ofCopy = (await bob.client.call("job.all", { datasetId: one })).map(({ _id }) => _id);
      expect(await untilFinished(onlyOne(ofCopy), bob)).toMatchObject({ status: JobStatus.success });
      expect(await isReady(one)).toBe(true);
    }
    const lost = await untilFinished(job, bob);
    expect([lost.status, lost.log]).toEqual([JobStatus.error, ["The account that started it no longer exists.\n"]]);
    expect(await isReady(id)).toBeUndefined();
    const again = onlyOne((await bob.client.call("rpc.postprocess", { id })).job_ids);
    expect(await untilFinished(again, bob)).toMatchObject({ status: JobStatus.success });
    expect(await isReady(id)).toBe(true);
    await worker.close();
  } finally {
    await quiet.close();
  }
});

test("[S-JOBS-08, S-JOBS-09] jobs wait for a worker of their queue and are done in the order received; those of a user with an own queue wait for a private worker", async () => {
  const quiet = await startTestServer({ workerQueues: [] });
  try {
    const bob = await quiet.createUser("bob1");
    await expectOneJobForTwoCalls(bob);
    const path = join(folder, "waits.avi");
    makeBarCodeVideo(path, { args: ["-c:v", "mpeg4", "-q:v", "3"], frames: 5 });
    const ids: string[] = [];
    for (const name of ["first.avi", "second.avi"]) {
      const id = await uploadVideo(name, path, bob);
      ids.push(onlyOne((await bob.client.call("rpc.postprocess", { id })).job_ids));
    }
    expect(await bob.client.call("job.queued", {})).toEqual({ outstanding: 2 });
    const order: string[] = [];
    const faults: unknown[] = [];
    const worker = quiet.server.services.createWorker({
      name: "late",
      queues: [{ name: "convert", slots: 1 }],
      pollMs: 50,
      onFault: (error) => faults.push(error),
    });
    await worker.start();
    for (const id of ids) order.push((await untilFinished(id, bob)).updated);
    await worker.close();
    expect(faults).toEqual([]);
    expect(order).toEqual(order.toSorted());

    const worksOn = (...queues: string[]) =>
      quiet.server.services.createWorker({
        name: queues.join(),
        queues: queues.map(parseQueue),
        pollMs: 50,
        onFault: (e) => faults.push(e),
      });
    const hasPrivateWorker = async () => (await bob.client.call("configuration.get", {})).distributedWorker !== null;
    const switchQueue = (privateQueueEnabled: boolean) =>
      bob.client.call("user.usePrivateQueue", { id: bob.id, privateQueueEnabled });
    const startOne = async (name: string) => {
      const id = await uploadVideo(name, path, bob);
      return onlyOne((await bob.client.call("rpc.postprocess", { id })).job_ids);
    };
    expect(await switchQueue(true)).toEqual({ user_private_queue_enabled: true });
    const own = await startOne("own.avi");
    expect(await switchQueue(false)).toEqual({ user_private_queue_enabled: false });
    const shared = await startOne("shared.avi");
    const sharedWorker = worksOn("convert");
    await sharedWorker.start();
    // Received later than the private one, which this worker skips.
    expect((await untilFinished(shared, bob)).type).toBe("convert");
    expect(await bob.client.call("job.get", { id: own })).toMatchObject({
      type: "private",
      status: JobStatus.inactive,
    });
    await sharedWorker.close();
    expect(await hasPrivateWorker()).toBe(false);
    const privateWorker = worksOn("bob1@private");
    await privateWorker.start();
    expect((await untilFinished(own, bob)).status).toBe(JobStatus.success);
    expect(await hasPrivateWorker()).toBe(true);
    await privateWorker.close();
    expect(faults).toEqual([]);
  } finally {
    await quiet.close();
  }
});
