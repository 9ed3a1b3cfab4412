/** Built-in pipelines, from the list to the revision that a run writes (api-v1 16.3, 17.1). */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { type Job, JobStatus, type Pipe, uploadFile } from "#schemas";
import { mediaLedgerOf } from "#schemas/media-ledger";

import { untilEnded } from "../support/ended-job.ts";
import { createImageDataset } from "../support/dataset.ts";
import { makeBarCodeVideo } from "../support/bar-code-video.ts";
import { makeMotionVideo, boxAt } from "../support/motion-video.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let folder: string;
let video: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-pipelines-"));
  server = await startTestServer();
  ada = await server.createUser("ada1");
  video = await uploadVideo("moving.mp4", await makeMotionVideo(join(folder, "moving.mp4")));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function uploadVideo(name: string, path: string, fps = -1): Promise<string> {
  const given = { parentType: "user", parentId: ada.id, name: `${name} at ${fps}`, metadata: { fps, type: "video" } };
  const { _id: id } = await ada.client.call("folder.create", given as never);
  await uploadFile(ada.client, { parentType: "folder", parentId: id, name }, await openAsBlob(path));
  await ada.client.call("rpc.postprocess", { id });
  return id;
}

const pipeNamed = async (file: string): Promise<Pipe> => {
  const listed = await ada.client.call("configuration.pipelines", {});
  const pipe = Object.values(listed)
    .flatMap(({ pipes }) => pipes)
    .find((one) => one.pipe === file);
  if (pipe === undefined) throw new Error(`no ${file}`);
  return pipe;
};
const run = async (folderId: string, file: string, kwiverParams: object = {}): Promise<Job> =>
  await ada.client.call("rpc.pipeline", {
    folderId,
    pipeline: await pipeNamed(file),
    pipelineParams: { kwiverParams },
  });
const untilFinished = (id: string): Promise<Job> => untilEnded(ada, id);
const tracksOf = (folderId: string) => ada.client.call("annotation.tracks", { folderId });
const revisionsOf = (folderId: string) => ada.client.call("annotation.revisions", { folderId });

test("[S-RUN-02] pipelines are listed by category, each with its name, file, description and parameters", async () => {
  const listed = await ada.client.call("configuration.pipelines", {});
  expect(listed["trained"]).toEqual({ pipes: [], description: "" });
  for (const [category, { pipes, description }] of Object.entries(listed)) {
    if (category === "trained") continue;
    expect(description).not.toBe("");
    expect(pipes.length).toBeGreaterThan(0);
    for (const pipe of pipes) {
      expect(pipe).toMatchObject({ type: category, folderId: null });
      expect(pipe.pipe).toBe(`${category}_${pipe.name.replaceAll(" ", "_")}.pipe`);
      expect(pipe.metadata?.description).toMatch(/\.$/);
    }
  }
  const { metadata } = await pipeNamed("detector_motion.pipe");
  const type = { key: "type", label: "Type of what is found", type: "text", type_props: {}, default: "moving" };
  expect(metadata?.diveParams[0]).toEqual({ ...type, required: true });
  expect(await ada.client.call("configuration.get", {})).toMatchObject({ pipelinesEnabled: true });
});

test("[S-API-16] upgrading where nothing can be installed is done at once, while pipelines run", async () => {
  const upgrade = (body?: string[]) =>
    server.client.call("configuration.upgradePipelines", { force: true, ...(body && { body }) } as never);
  expect(await upgrade()).toBeNull();
  await expect(upgrade(["https://example.org/x.zip"])).rejects.toMatchObject({
    status: 400,
    message: "https://example.org/x.zip is not an addon of this site.",
  });
});

test("tracker_motion on a video: a job, then its tracks where things moved, as one revision", async () => {
  const job = await run(video, "tracker_motion.pipe", { type: "boat", leastArea: "50" });
  expect(job).toMatchObject({
    title: "Running motion on moving.mp4 at -1",
    type: "pipelines",
    status: JobStatus.inactive,
    dataset_id: video,
    params: { input_folder: video, user_login: "ada1", pipeline: { pipe: "tracker_motion.pipe", type: "tracker" } },
  });
  const ended = await untilFinished(job._id);
  expect([ended.status, ended.log?.join("")]).toEqual([
    JobStatus.success,
    expect.stringMatching(/^Running motion on revision 0, .*type = boat.*\nFound \d+ tracks? with \d+ detections?\n$/),
  ]);
  const tracks = await tracksOf(video);
  expect(tracks).toHaveLength(2);
  for (const [n, track] of tracks.entries()) {
    expect(track.confidencePairs).toEqual([["boat", expect.any(Number)]]);
    expect(track.features.length).toBeGreaterThan(70);
    const off = track.features.map(({ frame, bounds }) =>
      Math.max(...bounds.map((value, side) => Math.abs(value - (boxAt(n, frame)[side] ?? 0)))),
    );
    expect([n, off.findIndex((one) => one >= 6)]).toEqual([n, -1]);
  }
  expect(await revisionsOf(video)).toMatchObject([{ revision: 1, description: "Run motion", additions: 2 }]);
});

test("at a lower rate frame n is the picture of that moment", async () => {
  const id = await uploadVideo("moving.mp4", join(folder, "moving.mp4"), 5);
  expect((await untilFinished((await run(id, "detector_motion.pipe"))._id)).status).toBe(JobStatus.success);
  const found = await tracksOf(id);
  const frames = new Set(found.map(({ begin }) => begin));
  expect(Math.max(...frames)).toBe(19);
  for (const { begin, features } of found) {
    const [x1 = 0] = features[0]?.bounds ?? [];
    const expected = [0, 1].map((n) => Math.abs(x1 - (boxAt(n, begin * 4)[0] ?? 0)));
    expect(Math.min(...expected)).toBeLessThan(6);
  }
});

test("images without ffmpeg, and what a person drew before stays in the history", async () => {
  const id = await createImageDataset(ada.client, "still", 4);
  const track = {
    id: 5,
    begin: 0,
    end: 0,
    confidencePairs: [["ray", 1]],
    attributes: {},
    features: [{ frame: 0, bounds: [1, 1, 5, 5], keyframe: true, attributes: {} }],
  };
  await ada.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: [track], delete: [] }, groups: { upsert: [], delete: [] } } as never,
  });
  const ended = await untilFinished((await run(id, "detector_motion.pipe"))._id);
  expect([ended.status, ended.log?.at(0)]).toEqual([
    JobStatus.success,
    expect.stringMatching(/^Running motion on revision 1, /),
  ]);
  expect(await revisionsOf(id)).toMatchObject([
    { revision: 1 },
    { revision: 2, description: "Run motion: 1 track in place of 1" },
  ]);
  const { meta } = await ada.client.call("folder.get", { id });
  const [entry] = mediaLedgerOf(meta);
  expect(entry).toMatchObject({ what: "replaced", where: "motion", next: "The previous revision has them." });
  expect(entry?.why).toMatch(/^replaced 1 track of .* in revision 2\.$/);
  expect(await ada.client.call("annotation.tracks", { folderId: id, revision: 1 })).toMatchObject([{ id: 5 }]);
});

/** How axios 1 encodes an object in `params`: nulls are omitted, lists of plain values have empty brackets. */
function axiosQuery(given: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (path: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    if (typeof value !== "object") return void pairs.push(`${path}=${encodeURIComponent(String(value))}`);
    const isFlat = Array.isArray(value) && value.every((one) => typeof one !== "object");
    for (const [key, one] of Object.entries(value)) add(`${path}[${isFlat ? "" : key}]`, one);
  };
  for (const [key, value] of Object.entries(given)) add(key, value);
  return pairs.join("&");
}
async function runAsAxios(params: Readonly<Record<string, unknown>>): Promise<Job> {
  const path = `/api/v1/dive_rpc/pipeline?${axiosQuery(params)}`;
  const answer = await server.fetch(path, { method: "POST", token: ada.token });
  const body = (await answer.json()) as Job & { message?: string };
  if (answer.status !== 200) throw new Error(body.message);
  return await untilFinished(body._id);
}
const drawn = (id: number, frames: readonly number[]) => ({
  id,
  begin: frames[0],
  end: frames.at(-1),
  confidencePairs: [["ray", 1]],
  attributes: {},
  features: frames.map((frame) => ({ frame, bounds: [1, 1, 5, 5], keyframe: true, attributes: {} })),
});
const draw = (folderId: string, ...tracks: object[]) =>
  ada.client.call("annotation.save", { folderId, body: { tracks: { upsert: tracks, delete: [] } } as never });

test("[S-API-37] as clients with axios 1 send it, of these frames only: the rest stays, and the job says what it replaced", async () => {
  const id = await uploadVideo("moving.mp4", join(folder, "moving.mp4"), 10);
  await draw(id, drawn(0, [2, 10, 12, 30]), drawn(7, [11]));
  const pipeline = { ...(await pipeNamed("detector_motion.pipe")) };
  expect(axiosQuery({ pipeline })).not.toContain("folderId");
  const pipelineParams = {
    kwiverParams: { type: "boat" },
    runtimeParams: { frameRange: [10, 14] },
    outputDatasetName: null,
  };
  const ended = await runAsAxios({ folderId: id, pipeline, pipelineParams, forceTranscoded: false });
  expect([ended.status, ended.log?.join("")]).toEqual([
    JobStatus.success,
    expect.stringContaining("Replaces 2 tracks of moving.mp4 at 10 on frames 10 to 14."),
  ]);
  const tracks = await tracksOf(id);
  expect(tracks.find((one) => one.id === 0)?.features.map(({ frame }) => frame)).toEqual([2, 30]);
  const found = tracks.filter((one) => one.id !== 0);
  expect(found.length).toBeGreaterThan(4);
  for (const { id: of, begin, end, confidencePairs } of found) {
    expect([of > 7, begin >= 10 && end <= 14, confidencePairs[0]?.[0]]).toEqual([true, true, "boat"]);
  }
  const last = (await revisionsOf(id)).at(-1);
  expect(last?.description).toMatch(/^Run motion: \d+ tracks in place of 2 on frames 10 to 14$/);
  expect(ended.meta["result"]).toMatchObject({ tracks: found.length, replaced: 2, revision: 2, set: "" });
});

test("into a set of its own, or in addition: what a person drew stays; else the answer says how many tracks are replaced", async () => {
  const id = await uploadVideo("moving.mp4", join(folder, "moving.mp4"), 8);
  await draw(id, drawn(3, [0, 5]), drawn(4, [1]));
  const pipeline = await pipeNamed("tracker_motion.pipe");
  const inSet = await runAsAxios({ folderId: id, pipeline, pipelineParams: { outputSet: "motion" } });
  expect([inSet.params?.["replaces"], inSet.meta["result"]]).toEqual([
    0,
    expect.objectContaining({ set: "motion", tracks: 2 }),
  ]);
  expect((await tracksOf(id)).map((one) => one.id)).toEqual([3, 4]);
  expect(await ada.client.call("annotation.tracks", { folderId: id, set: "motion" })).toHaveLength(2);
  const added = await runAsAxios({ folderId: id, pipeline, pipelineParams: { add: true } });
  expect(added.log?.join("")).not.toContain("Replaces");
  expect((await tracksOf(id)).map((one) => one.id)).toEqual([3, 4, 5, 6]);
  expect((await revisionsOf(id)).at(-1)?.description).toBe("Run motion: added 2 tracks");
  const replacing = await ada.client.call("rpc.pipeline", { folderId: id, pipeline });
  expect(replacing.params?.["replaces"]).toBe(4);
  const ended = await untilFinished(replacing._id);
  expect(ended.log?.join("")).toContain("Replaces 4 tracks of moving.mp4 at 8.");
  expect((await revisionsOf(id)).at(-1)?.description).toBe("Run motion: 2 tracks in place of 4");

  // Corrections, run by run, the newest first: one track of it is deleted, and a box is added.
  const [first] = await tracksOf(id);
  await ada.client.call("annotation.save", {
    folderId: id,
    body: { tracks: { upsert: [drawn(90, [0])], delete: [first!.id] } } as never,
  });
  const readWhole = vi.spyOn(server.server.services.annotations, "readOf");
  const { rows, leftOut } = await ada.client.call("task.corrections", { id });
  // Only the tracks of the run, and those that people made since.
  expect(readWhole).not.toHaveBeenCalled();
  const all = rows.filter(({ type }) => type === undefined);
  expect(all.map(({ set, tracks, boxes, kept, missed }) => [set, tracks, kept === boxes, missed])).toEqual([
    [undefined, 2, false, 1],
    [undefined, 2, true, 0],
    ["motion", 2, true, 0],
  ]);
  expect(all[0]).toMatchObject({
    deleted: first!.features.length,
    moved: 0,
    movedIou: null,
    split: 0,
    login: "ada1",
  });
  expect(leftOut).toBe(0);
});

test("a result in a dataset of its own: a clone with the result, and the source is as it was", async () => {
  const id = await createImageDataset(ada.client, "source", 3);
  await draw(id, drawn(3, [0]), { ...drawn(4, [0]), confidencePairs: [["ray", 0.5]] });
  const { _id: place } = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: "results",
  });
  const pipeline = await pipeNamed("utility_nms.pipe");
  const pipelineParams = { outputDatasetName: "less", outputParentFolderId: place };
  const ended = await runAsAxios({ folderId: id, pipeline, pipelineParams });
  expect([ended.status, ended.log?.join("")]).toEqual([JobStatus.success, expect.stringContaining("dataset less")]);
  const [made] = await ada.client.call("folder.list", { parentType: "folder", parentId: place });
  expect([made?.name, await tracksOf(made?._id ?? "")]).toEqual(["less", [expect.objectContaining({ id: 3 })]]);
  expect((await ada.client.call("dataset.media", { id: made?._id ?? "" })).imageData).toHaveLength(3);
  expect((await tracksOf(id)).map((one) => one.id)).toEqual([3, 4]);
  await expect(runAsAxios({ folderId: id, pipeline, pipelineParams })).rejects.toThrow(
    "A folder named less already exists.",
  );
});

test("a run that is cancelled when it has made the dataset for its result says that the dataset lacks it", async () => {
  const id = await createImageDataset(ada.client, "given up", 2);
  await draw(id, drawn(3, [0]));
  const user = { parentType: "user", parentId: ada.id } as const;
  const { _id: place } = await ada.client.call("folder.create", { ...user, name: "results of none" });
  const { stagedRevisions } = server.server.services;
  const withStaged = stagedRevisions.withStaged.bind(stagedRevisions);
  const started = Promise.withResolvers<string>();
  vi.spyOn(stagedRevisions, "withStaged").mockImplementationOnce(async (...given) => {
    await ada.client.call("job.cancel", { id: await started.promise });
    return await withStaged(...given);
  });
  const { _id: jobId } = await ada.client.call("rpc.pipeline", {
    folderId: id,
    pipeline: await pipeNamed("utility_nms.pipe"),
    pipelineParams: { outputDatasetName: "none", outputParentFolderId: place },
  });
  started.resolve(jobId);
  const { status, log } = await untilFinished(jobId);
  expect([status, log?.join("")]).toEqual([
    JobStatus.canceled,
    expect.stringContaining("The dataset none was made for the result, but does not have it: delete it"),
  ]);
  const made = await ada.client.call("folder.list", { parentType: "folder", parentId: place });
  expect(made.map(({ name }) => name)).toEqual(["none"]);
});

test("requests that cannot run are refused with the sentences that clients know", async () => {
  const id = await createImageDataset(ada.client, "refused", 1);
  const motion = await pipeNamed("detector_motion.pipe");
  const ask = (pipeline: object, pipelineParams: object = {}, folderId = id) =>
    ada.client.call("rpc.pipeline", { folderId, pipeline, pipelineParams });
  for (const wrong of [
    { type: "detector", pipe: "detector_fish.pipe", folderId: null },
    { ...motion, type: "tracker" },
    { ...motion, folderId: "0".repeat(24) },
  ]) {
    await expect(ask(wrong)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /^No such pipeline exists for type=\w+ pipe=[\w.]+\. A pipeline upgrade/,
      ) as string,
    });
  }
  const params = (kwiverParams: object) => ask(motion, { kwiverParams });
  await expect(params({ other: 1 })).rejects.toThrow(/^The pipeline has no parameter "other"\. It has (\w+, )+\w+\.$/);
  await expect(params({ leastArea: 0 })).rejects.toThrow('"Smallest object in square pixels" must be a number from 1');
  await expect(params({ dropShadows: "perhaps" })).rejects.toThrow('"Leave out shadows" must be true or false.');
  await expect(params({ type: "" })).rejects.toThrow('"Type of what is found" must be given.');
  const refusedParams: [object, string][] = [
    [{ outputParentFolderId: id }, "outputParentFolderId needs outputDatasetName."],
    [{ outputDatasetName: "other" }, "Name the folder for the new dataset: outputParentFolderId is missing."],
    [{ outputDatasetName: "other", add: true }, "leave out outputSet and add"],
    [{ runtimeParams: { frameRange: [3, 2] } }, "runtimeParams.frameRange must be [first, last]"],
    [{ runtimeParams: { frameRange: ["0", "x"] } }, "runtimeParams.frameRange must be [first, last]"],
    [{ runtimeParams: { speed: 2 } }, 'runtimeParams has no "speed" that this server supports.'],
    [{ other: 2 }, 'pipelineParams has no "other" that this server supports.'],
    [{ add: "perhaps" }, "add must be true or false."],
  ];
  for (const [given, message] of refusedParams) await expect(ask(motion, given)).rejects.toThrow(message);
  await ada.client.call("folder.setMetadata", { id, body: { type: "large-image" } });
  await expect(ask(motion)).rejects.toThrow("Pipelines cannot run on large-image datasets.");
  await ada.client.call("folder.setMetadata", { id, body: { type: "multi", multiCam: { cameras: {} } } });
  await expect(ask(motion)).rejects.toThrow("Single-camera pipelines cannot run on a multicamera parent dataset.");
  expect(await ada.client.call("job.list", { limit: 0 })).not.toContainEqual(
    expect.objectContaining({ dataset_id: id, type: "pipelines" }),
  );
});

test("one at a time for a dataset; cancelled, it ends with its ffmpeg and leaves the dataset as it was", async () => {
  const long = join(folder, "long.mp4");
  const source = "testsrc2=size=640x360:rate=30:duration=20";
  execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, "-preset", "ultrafast", long]);
  const id = await uploadVideo("long.mp4", long);
  const job = await run(id, "tracker_motion.pipe");
  await expect(run(id, "detector_motion.pipe")).rejects.toMatchObject({
    status: 400,
    message: `A pipeline for ${id} is already running. Only one outstanding job may be run at a time for a dataset.`,
  });
  const programs = (): string[] =>
    execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.includes("rawvideo") && line.includes("scale=640:360"))
      .filter((line) => line.includes(server.dataFolder) || line.includes(`-${process.pid}-`));
  // In a separate process, which frees its memory.
  const engines = (): string[] =>
    execFileSync("ps", ["-eo", "ppid,args"], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes("pipeline.worker"));
  await expect.poll(programs).toHaveLength(1);
  expect(engines()).toHaveLength(1);
  await ada.client.call("job.cancel", { id: job._id });
  expect((await untilFinished(job._id)).status).toBe(JobStatus.canceled);
  await expect.poll(programs).toEqual([]);
  await expect.poll(engines).toEqual([]);
  expect(await revisionsOf(id)).toEqual([]);
  // Run again, it is a new job with the same request; one that is already running is not duplicated.
  const again = await ada.client.call("job.retry", { id: job._id });
  expect(again).toMatchObject({ title: job.title, type: job.type, dataset_id: id, params: job.params });
  expect(again._id).not.toBe(job._id);
  await expect(ada.client.call("job.retry", { id: job._id })).rejects.toThrow("is already running");
  await expect(ada.client.call("job.retry", { id: again._id })).rejects.toThrow(
    "Only a job that failed or was cancelled can run again.",
  );
  await ada.client.call("job.cancel", { id: again._id });
  await untilFinished(again._id);
  // With the caller's current rights.
  await ada.client.call("folder.setMetadata", { id, body: { type: "large-image" } });
  await expect(ada.client.call("job.retry", { id: job._id })).rejects.toThrow("cannot run on large-image");
  await ada.client.call("folder.delete", { id });
  await expect(ada.client.call("job.retry", { id: job._id })).rejects.toMatchObject({ status: 400 });
});

test("saves during a pipeline run stay, next to its result", async () => {
  const programs = join(folder, "slow");
  mkdirSync(programs);
  const [begun, go] = [join(folder, "begun"), join(folder, "go")];
  const rows = ["5,image-1.png,1,10,20,30,40,0.5,-1,fish,0.5", "6,image-2.png,2,10,20,30,40,0.5,-1,fish,0.5"];
  writeFileSync(
    join(programs, "slow.mjs"),
    `#!${process.execPath}\nimport fs from "node:fs"; fs.writeFileSync(${JSON.stringify(begun)}, "");
     const wait = () => fs.existsSync(${JSON.stringify(go)})
       ? fs.writeFileSync("out.csv", ${JSON.stringify(`${rows.join("\n")}\n`)}) : setTimeout(wait, 20);
     wait();\n`,
  );
  chmodSync(join(programs, "slow.mjs"), 0o755);
  writeFileSync(join(programs, "detector_slow.pipe"), "");
  const command = ["./slow.mjs", "{viameCsv}", "{firstFrame}", "{lastFrame}"];
  const manifest = { command, forParameter: ["{value}"], results: ["out.csv"] };
  writeFileSync(join(programs, "runner.json"), JSON.stringify(manifest));
  const site = await startTestServer({ pipelinesFolder: programs });
  try {
    const { client } = site;
    const folderId = await createImageDataset(client, "busy", 4);
    const save = (tracks: object) => client.call("annotation.save", { folderId, body: { tracks } as never });
    await save({ upsert: [drawn(0, [0]), drawn(1, [0, 1])], delete: [] });
    const { detector } = await client.call("configuration.pipelines", {});
    const pipeline = detector?.pipes.find(({ name }) => name === "slow") ?? {};
    const runBeside = async (saved: object, pipelineParams: object) => {
      for (const mark of [begun, go]) rmSync(mark, { force: true });
      const job = await client.call("rpc.pipeline", { folderId, pipeline, pipelineParams: pipelineParams as never });
      await expect.poll(() => existsSync(begun), { timeout: 30_000 }).toBe(true);
      await save(saved);
      writeFileSync(go, "");
      await expect.poll(async () => (await client.call("job.get", { id: job._id })).status).toBeGreaterThan(2);
      return await client.call("job.get", { id: job._id });
    };
    const stored = async () =>
      (await client.call("annotation.tracks", { folderId })).map((track) => [
        track.id,
        track.end,
        track.confidencePairs[0]?.[0],
      ]);
    const ended = await runBeside({ upsert: [drawn(1, [0, 2]), drawn(5, [3])], delete: [] }, {});
    expect(await stored()).toEqual([
      [1, 2, "ray"],
      [5, 3, "ray"],
      [6, 2, "fish"],
      [7, 1, "fish"],
    ]);
    expect(ended.log?.join("")).toContain("Keeps 2 tracks that were saved while it ran in busy.");
    const [, , last] = await client.call("annotation.revisions", { folderId });
    expect(last?.description).toBe("Run slow: 2 tracks in place of 1, 2 saved meanwhile kept");
    const { meta } = await client.call("folder.get", { id: folderId });
    expect(mediaLedgerOf(meta).map(({ what }) => what)).toEqual(["replaced", "joined"]);
    // The same on some frames only: a track drawn there meanwhile stays, one that was there before is replaced.
    const onFrames = await runBeside(
      { upsert: [drawn(7, [1, 2])], delete: [1] },
      { runtimeParams: { frameRange: [1, 2] } },
    );
    expect(onFrames.log?.join("")).toContain("Keeps 1 track that was saved while it ran in busy.");
    expect(await stored()).toEqual([
      [5, 3, "ray"],
      [7, 2, "ray"],
      [8, 1, "fish"],
      [9, 2, "fish"],
    ]);
  } finally {
    await site.close();
  }
});

test("a program of the site is listed and run like the others; its faults are the job's", async () => {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  const program = join(programs, "boxes.mjs");
  const row = "0,image-1.png,1,10,20,30,40,0.5,-1,fish,0.5";
  writeFileSync(
    program,
    `#!${process.execPath}\nimport fs from "node:fs"; const [input, list, limit] = process.argv.slice(2);
     if (limit === "-1") { console.error("the net is broken"); process.exit(2); }
     if (fs.readFileSync(list, "utf8").split("\\n").length !== 4) process.exit(3);
     if (!fs.readFileSync(input, "utf8").includes("ray")) process.exit(4);
     fs.writeFileSync("out.csv", ${JSON.stringify(`${row}\n`)});\n`,
  );
  chmodSync(program, 0o755);
  writeFileSync(join(programs, "detector_fish_net.pipe"), "");
  const limit = { key: "limit", label: "Limit", type: "number", type_props: {}, default: 1 };
  const manifest = {
    command: ["./boxes.mjs", "{viameCsv}", "{media}"],
    forParameter: ["{value}"],
    results: ["out.csv"],
  };
  writeFileSync(join(programs, "runner.json"), JSON.stringify({ ...manifest, parameters: [limit] }));
  const site = await startTestServer({ pipelinesFolder: programs });
  try {
    const { client } = site;
    const id = await createImageDataset(client, "by a program", 3);
    const { detector } = await client.call("configuration.pipelines", {});
    const pipeline = detector?.pipes.find(({ name }) => name === "fish net");
    expect(pipeline).toMatchObject({ pipe: "detector_fish_net.pipe", metadata: { diveParams: [limit] } });
    const track = {
      id: 5,
      begin: 0,
      end: 0,
      confidencePairs: [["ray", 1]],
      attributes: {},
      features: [{ frame: 0, bounds: [1, 1, 5, 5], keyframe: true, attributes: {} }],
    };
    await client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [track], delete: [] } } as never });
    const ended = async (kwiverParams: object): Promise<Job> => {
      const job = await client.call("rpc.pipeline", {
        folderId: id,
        pipeline: pipeline ?? {},
        pipelineParams: { kwiverParams },
      });
      await expect.poll(async () => (await client.call("job.get", { id: job._id })).status).toBeGreaterThan(2);
      return await client.call("job.get", { id: job._id });
    };
    const failed = await ended({ limit: -1 });
    expect([failed.status, failed.log?.join("")]).toEqual([
      JobStatus.error,
      expect.stringMatching(/boxes\.mjs ended with code 2\.\nthe net is broken\n$/),
    ]);
    expect(await client.call("annotation.revisions", { folderId: id })).toHaveLength(1);
    expect((await ended({})).status).toBe(JobStatus.success);
    expect(await client.call("annotation.tracks", { folderId: id })).toMatchObject([
      { id: 0, begin: 1, confidencePairs: [["fish", 0.5]], features: [{ frame: 1, bounds: [10, 20, 30, 40] }] },
    ]);
  } finally {
    await site.close();
  }
  writeFileSync(join(programs, "runner.json"), "{");
  await expect(startTestServer({ pipelinesFolder: programs })).rejects.toThrow(/runner\.json is not JSON/);
});

test("programs get a converted video as it was uploaded, unless what is shown is asked for or has other pixels", async () => {
  const programs = join(folder, "readers");
  mkdirSync(programs);
  // A program that prints which file it was given.
  const program = `#!${process.execPath}\nimport fs from "node:fs"; const name = process.argv[2].split("/").at(-1);
    fs.writeFileSync("out.csv", "0,x,0,1,2,3,4,0.5,-1," + name + ",0.5\\n");\n`;
  writeFileSync(join(programs, "name.mjs"), program);
  chmodSync(join(programs, "name.mjs"), 0o755);
  writeFileSync(join(programs, "detector_names.pipe"), "");
  writeFileSync(
    join(programs, "runner.json"),
    JSON.stringify({ command: ["./name.mjs", "{video}"], results: ["out.csv"] }),
  );
  const site = await startTestServer({ pipelinesFolder: programs });
  try {
    const { client } = site;
    const done = async (id: string): Promise<Job> => {
      await expect
        .poll(async () => (await client.call("job.get", { id })).status, { timeout: 60_000 })
        .toBeGreaterThan(2);
      return await client.call("job.get", { id });
    };
    const upload = async (name: string, filters: readonly string[]): Promise<string> => {
      const path = join(folder, name);
      makeBarCodeVideo(path, { args: ["-c:v", "mpeg4", "-q:v", "3"], filters, frames: 5 });
      const given = { parentType: "user", parentId: site.userId, name, metadata: { fps: -1, type: "video" } };
      const { _id: id } = await client.call("folder.create", given as never);
      await uploadFile(client, { parentType: "folder", parentId: id, name }, await openAsBlob(path));
      const [job = ""] = (await client.call("rpc.postprocess", { id })).job_ids;
      expect((await done(job)).status).toBe(JobStatus.success);
      return id;
    };
    const pipeline = (await client.call("configuration.pipelines", {}))["detector"]?.pipes.find(
      ({ name }) => name === "names",
    );
    const given = async (folderId: string, forceTranscoded?: boolean): Promise<unknown[]> => {
      const asked = { folderId, pipeline: pipeline ?? {}, ...(forceTranscoded !== undefined && { forceTranscoded }) };
      const job = await done((await client.call("rpc.pipeline", asked))._id);
      const [track] = await client.call("annotation.tracks", { folderId });
      return [job.params?.["force_transcoded"], track?.confidencePairs[0]?.[0]];
    };
    const swim = await upload("swim.avi", []);
    expect(await given(swim)).toEqual([false, "swim.avi"]);
    expect(await given(swim, true)).toEqual([true, "swim.transcoded.mp4"]);
    expect(await given(await upload("wide.avi", ["setsar=4/3"]))).toEqual([false, "wide.transcoded.mp4"]);
  } finally {
    await site.close();
  }
});

test("a server that stops in the middle gives the job back; begun again, it leaves one revision", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "wakeline-again-"));
  const looped = join(folder, "looped.mp4");
  const again = ["-stream_loop", "1", "-i", join(folder, "moving.mp4"), "-c", "copy", looped];
  execFileSync("ffmpeg", ["-v", "error", ...again]);
  let site = await startTestServer({ dataFolder });
  try {
    const given = { parentType: "user", parentId: site.userId, name: "again", metadata: { fps: -1, type: "video" } };
    const { _id: id } = await site.client.call("folder.create", given as never);
    const place = { parentType: "folder", parentId: id, name: "long.mp4" } as const;
    await uploadFile(site.client, place, await openAsBlob(looped));
    await site.client.call("rpc.postprocess", { id });
    const pipeline = await pipeNamed("tracker_motion.pipe");
    const { _id: job } = await site.client.call("rpc.pipeline", { folderId: id, pipeline });
    const progress = async () => (await site.client.call("job.get", { id: job })).progress?.current ?? 0;
    await expect.poll(progress).toBeGreaterThan(0);
    await site.close();
    site = await startTestServer({ dataFolder });
    const status = async () => (await site.client.call("job.get", { id: job })).status;
    await expect.poll(status, { timeout: 60_000 }).toBe(JobStatus.success);
    expect((await site.client.call("annotation.revisions", { folderId: id })).map(({ revision }) => revision)).toEqual([
      1,
    ]);
  } finally {
    await site.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
