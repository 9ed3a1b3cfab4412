/**
 * Training with a program of the site, and with the built-in trainer: choices, the job, and the trained pipeline, which
 * is listed, run, exported and deleted (16.4, 16.5, 17.2).
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Job, JobStatus, type Track } from "#schemas";

import { untilEnded } from "../support/ended-job.ts";
import { addonStore } from "../../server/adapters/command/addons.ts";
import { makeClip } from "../pipelines/clips.ts";
import { shoal } from "../pipelines/scenes.ts";
import { createImageDataset } from "../support/dataset.ts";
import { isSecondStorage } from "../support/storage.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";
import { installTrainer } from "../support/trainer.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let programs: string;

beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), "wakeline-training-"));
  installTrainer(programs);
  server = await startTestServer({ pipelinesFolder: programs });
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(async () => {
  await server.close();
  rmSync(programs, { recursive: true, force: true });
});

async function annotated(name: string, width: number): Promise<string> {
  const folderId = await createImageDataset(ada.client, name, 2);
  const track = {
    id: 0,
    begin: 1,
    end: 1,
    confidencePairs: [["ray", 1]],
    attributes: {},
    features: [{ frame: 1, bounds: [5, 5, 5 + width, 15], keyframe: true, attributes: {} }],
  };
  await ada.client.call("annotation.save", { folderId, body: { tracks: { upsert: [track], delete: [] } } as never });
  return folderId;
}
const train = (pipelineName: string, folderIds: string[], more: object = {}, annotatedFramesOnly = false) =>
  ada.client.call("rpc.train", {
    pipelineName,
    config: "boxes.conf",
    annotatedFramesOnly,
    body: { folderIds, ...more },
  });
const untilFinished = (job: Job): Promise<Job> => untilEnded(ada, job._id);
async function bytesOf(folderId: string, name: string): Promise<Uint8Array> {
  const item = (await ada.client.call("item.list", { folderId })).find((one) => one.name === name);
  return await (await ada.client.fetch("item.download", { id: item?._id ?? "" })).bytes();
}
const contentOf = async (folderId: string, name: string): Promise<string> =>
  new TextDecoder().decode(await bytesOf(folderId, name));

test("train, list, run, fine-tune, export, delete", async () => {
  expect(await ada.client.call("configuration.trainingConfigs", {})).toEqual({
    training: { configs: ["boxes.conf", "other.conf", "channel features"], default: "boxes.conf" },
    models: {},
  });
  expect(await ada.client.call("configuration.get", {})).toMatchObject({ trainingEnabled: true });
  const [one, two] = [await annotated("one", 10), await annotated("two", 20)];
  const job = await train("Rays", [one, two], { labelText: "ray ray" }, true);
  expect(job).toMatchObject({ title: "Training to create Rays pipeline", type: "training", status: 0 });
  const ended = await untilFinished(job);
  expect([ended.status, ended.progress?.current, ended.log]).toEqual([JobStatus.success, 2, []]);

  const { trained } = await ada.client.call("configuration.pipelines", {});
  const [pipe] = trained?.pipes ?? [];
  expect(pipe).toMatchObject({ name: "Rays detector", type: "trained", pipe: "detector.pipe", ownerLogin: "ada1" });
  const modelId = pipe?.folderId ?? "";
  const record = {
    date: expect.any(String) as string,
    by: "ada1",
    configuration: "boxes.conf",
    datasetCount: 2,
    datasets: [
      { id: one, name: "one", revision: 1 },
      { id: two, name: "two", revision: 1 },
    ],
    quality: { averagePrecision: 0.75, loss: 0.5 },
  };
  expect(pipe?.training).toEqual(record);
  expect(Math.abs(Date.parse(pipe?.training?.date ?? "") - Date.now())).toBeLessThan(60_000);
  expect((await ada.client.call("folder.get", { id: modelId })).meta).toEqual({
    trained_pipeline: true,
    trained_on: "one, two",
    training: record,
  });
  expect(JSON.parse(await contentOf(modelId, "model.json"))).toEqual({
    type: "ray",
    width: 15,
    pictures: [2, 2],
    names: ["one", "two"],
    configuration: "of boxes",
    options: ["--annotated", "ray ray"],
  });
  const path = `/user/ada1/VIAME/VIAME Training Results/Rays`;
  expect(await ada.client.call("resource.lookup", { path })).toMatchObject({ _id: modelId });

  const fresh = await createImageDataset(ada.client, "fresh", 3);
  const ran = await untilFinished(await ada.client.call("rpc.pipeline", { folderId: fresh, pipeline: pipe ?? {} }));
  expect([ran.status, ran.title]).toEqual([JobStatus.success, "Running Rays detector on fresh"]);
  const tracks = await ada.client.call("annotation.tracks", { folderId: fresh });
  expect(tracks.map(({ confidencePairs, features }) => [confidencePairs, features[0]?.bounds])).toEqual(
    [0, 1, 2].map(() => [[["ray", 0.5]], [0, 0, 15, 15]]),
  );

  const model = { name: "Rays", type: ".zip", folderId: modelId };
  expect((await ada.client.call("configuration.trainingConfigs", {})).models).toEqual({ Rays: model });
  expect((await untilFinished(await train("Finer", [one], { fineTuneModel: model }))).status).toBe(JobStatus.success);
  const finer = await ada.client.call("resource.lookup", { path: path.replace("/Rays", "/Finer") });
  expect(JSON.parse(await contentOf(finer?._id ?? "", "model.json"))).toMatchObject({
    options: [["detector.pipe", "model.json", "training-result.json"]],
  });

  const exported = await ada.client.call("rpc.export", { modelFolderId: modelId, exportFolderId: fresh });
  expect(exported).toMatchObject({ title: "Exporting Rays to ONNX", type: "export", dataset_id: fresh });
  expect((await untilFinished(exported)).status).toBe(JobStatus.success);
  expect(await contentOf(fresh, "model.onnx")).toMatch(/^onnx of \{"type":"ray"/);

  // Other users can neither run nor see it, and it is deleted with its folder.
  await expect(bob.client.call("rpc.export", { modelFolderId: modelId, exportFolderId: fresh })).rejects.toMatchObject({
    status: 403,
  });
  const bobs = await createImageDataset(bob.client, "bob's", 1);
  await expect(bob.client.call("rpc.pipeline", { folderId: bobs, pipeline: pipe ?? {} })).rejects.toThrow(
    "No such pipeline",
  );
  await ada.client.call("folder.delete", { id: modelId });
  expect((await ada.client.call("configuration.pipelines", {}))["trained"]?.pipes.map(({ name }) => name)).toEqual([
    "Finer detector",
  ]);
});

test("impossible trainings are refused, and a failed training says why", async () => {
  const empty = await createImageDataset(ada.client, "empty", 1);
  await expect(train("X", [])).rejects.toThrow("No folderIds in param");
  await expect(train("X", ["0".repeat(24)])).rejects.toThrow(`Cannot access folder ${"0".repeat(24)}`);
  await expect(train("  ", [empty])).rejects.toThrow("Folder name must not be empty.");
  const other = { pipelineName: "X", config: "../boxes.conf", body: { folderIds: [empty] } };
  await expect(ada.client.call("rpc.train", other)).rejects.toThrow(
    "There is no training configuration ../boxes.conf.",
  );
  await expect(train("X", [empty], { fineTuneModel: { folderId: empty } })).rejects.toThrow(
    "empty is not a trained pipeline.",
  );
  const failed = await untilFinished(await train("Nothing", [empty]));
  expect([failed.status, failed.log?.join("")]).toEqual([
    JobStatus.error,
    expect.stringMatching(/learn\.mjs ended with code 1\.\nnothing is annotated\n$/),
  ]);
  const whole = await annotated("whole", 10);
  expect((await untilFinished(await train("Taken", [whole]))).status).toBe(JobStatus.success);
  await expect(train("Taken", [whole])).rejects.toThrow(
    'Output pipeline "Taken" already exists, please choose a different name',
  );
  await ada.client.call("folder.setMetadata", { id: whole, body: { type: "multi", multiCam: { cameras: {} } } });
  await expect(train("Y", [whole])).rejects.toThrow(
    "Training is not supported on stereoscopic or multicamera datasets",
  );
});

/** Pictures of a synthetic clip, with boxes on its fish and its weeds. @returns the dataset and the clip */
async function createShoal(name: string, frames: number, seed: number) {
  const clip = makeClip(shoal(frames, seed));
  const pictures: Uint8Array<ArrayBuffer>[] = [];
  await clip.reader.read(({ width, height, rgb }) => {
    pictures.push(new Uint8Array(encode({ width, height, data: rgb.slice(), channels: 3 })));
  });
  const picture = (index: number) => pictures[index] ?? new Uint8Array();
  return { id: await createImageDataset(ada.client, name, frames, { picture }), clip, pictures };
}

/** An addon's detections on another site, where it is installed. */
async function foundElsewhere(
  { archive, checksum }: { archive: Uint8Array; checksum: string },
  name: string,
  pictures: readonly Uint8Array<ArrayBuffer>[],
): Promise<readonly Track[]> {
  const elsewhere = mkdtempSync(join(tmpdir(), "wakeline-elsewhere-"));
  const path = join(elsewhere, "addon.zip");
  writeFileSync(path, archive);
  const addon = { name: "Fish", url: "", description: "", checksum, isInstalled: false, isCurrent: false };
  await addonStore(elsewhere, 2 ** 26, async () => undefined).install(addon, path, new AbortController().signal);
  const site = await startTestServer({ pipelinesFolder: elsewhere });
  try {
    const { client } = await site.createUser("cleo1");
    const { detector } = await client.call("configuration.pipelines", {});
    const pipeline = detector?.pipes.find((pipe) => pipe.name === name);
    expect(pipeline?.metadata).toMatchObject({ description: "Finds fish. Trained as Fish finder." });
    const picture = (index: number) => pictures[index] ?? new Uint8Array();
    const folderId = await createImageDataset(client, "shoal", pictures.length, { picture });
    const job = await client.call("rpc.pipeline", { folderId, pipeline: pipeline ?? {} });
    await expect.poll(async () => (await client.call("job.get", { id: job._id })).status).toBe(JobStatus.success);
    return await client.call("annotation.tracks", { folderId });
  } finally {
    await site.close();
    rmSync(elsewhere, { recursive: true, force: true });
  }
}
async function annotate(folderId: string, { truth }: Awaited<ReturnType<typeof createShoal>>["clip"]): Promise<void> {
  const upsert = truth.map((boxes, id) => ({
    id,
    begin: boxes[0]?.frame,
    end: boxes.at(-1)?.frame,
    attributes: {},
    confidencePairs: [[id < 3 ? "cod" : "weed", 1]],
    features: boxes.map(({ frame, bounds: { x1, y1, x2, y2 } }) => ({
      frame,
      bounds: [x1, y1, x2, y2].map(Math.round),
      keyframe: true,
      attributes: {},
    })),
  }));
  await ada.client.call("annotation.save", { folderId, body: { tracks: { upsert, delete: [] } } as never });
}
/** Threads of this process, in which the server and its worker run; Linux only. */
const threadCount = (): number => (existsSync("/proc/self/task") ? readdirSync("/proc/self/task").length : 0);
const trainHere = (pipelineName: string, folderIds: string[], more: object = {}) => {
  const body = { folderIds, ...more };
  return ada.client.call("rpc.train", { pipelineName, config: "channel features", annotatedFramesOnly: true, body });
};

// The result does not depend on where the pictures are stored; trainings on this storage are asserted above.
test.skipIf(isSecondStorage())(
  "the trainer that comes with the product learns, says how well, and what it leaves runs as a detector, here and, exported, on another site",
  async () => {
    const { id, clip } = await createShoal("shoal", 10, 1);
    await annotate(id, clip);
    const job = await trainHere("Fish finder", [id], { labelText: "fish cod\n" });
    const ended = await untilFinished(job);
    expect([ended.status, ended.log?.join("")]).toEqual([
      JobStatus.success,
      expect.stringMatching(
        /^Learning from 8 pictures, 2 held out: fish \(24 boxes\)\nStage 1 of 4: 32 trees, loss [\d.e-]+, average precision \d\.\d+ on 2 held-out pictures\n/,
      ),
    ]);
    expect(ended.progress?.message).toMatch(/^Stage 4 of 4: 256 trees, loss/);
    const { trained } = await ada.client.call("configuration.pipelines", {});
    const pipe = trained?.pipes.find(({ name }) => name === "Fish finder detector");
    expect(pipe).toMatchObject({ type: "trained", pipe: "detector.pipe", ownerLogin: "ada1" });
    const { averagePrecision = -1, heldOutPictures } = pipe?.training?.quality ?? {};
    expect(ended.log?.join("")).toContain(`average precision ${averagePrecision.toFixed(3)} on 2 held-out pictures`);
    expect(heldOutPictures).toBe(2);

    const fresh = await createShoal("another shoal", 3, 1);
    const ran = await untilFinished(
      await ada.client.call("rpc.pipeline", { folderId: fresh.id, pipeline: pipe ?? {} }),
    );
    expect([ran.status, ran.log?.at(0)]).toEqual([
      JobStatus.success,
      expect.stringMatching(/^Running Fish finder detector on revision /),
    ]);
    const tracks = await ada.client.call("annotation.tracks", { folderId: fresh.id });
    const sure = tracks.filter(({ confidencePairs: [first] }) => (first?.[1] ?? 0) > 0.5);
    expect(new Set(tracks.flatMap(({ confidencePairs }) => confidencePairs.map(([type]) => type)))).toEqual(
      new Set(["fish"]),
    );
    const real = fresh.clip.truth.slice(0, 3).flat();
    const isOn = ({ frame, bounds }: (typeof real)[number]): boolean =>
      sure.some(({ features: [feature] }) => {
        const [x1, y1, x2, y2] = feature?.bounds ?? [0, 0, 0, 0];
        const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
        return feature?.frame === frame && x > bounds.x1 && x < bounds.x2 && y > bounds.y1 && y < bounds.y2;
      });
    expect(real.filter(isOn).length).toBeGreaterThanOrEqual(real.length - 2);

    const exporting = await ada.client.call("rpc.export", { modelFolderId: pipe?.folderId ?? "", exportFolderId: id });
    expect(exporting).toMatchObject({ title: "Exporting Fish finder as an addon", type: "export" });
    const { log } = await untilFinished(exporting);
    const archive = await bytesOf(id, "Fish finder.zip");
    const checksum = createHash("sha256").update(archive).digest("hex");
    expect(log?.join("")).toBe(`Its checksum for addons.json is ${checksum}.\n`);
    expect(await foundElsewhere({ archive, checksum }, "fish finder", fresh.pictures)).toEqual(tracks);

    // A longer training stops when it is cancelled, and leaves nothing.
    const threadsBefore = threadCount();
    const long = await trainHere("Never", [id]);
    const progressOf = async (): Promise<string> =>
      (await ada.client.call("job.get", { id: long._id })).progress?.message ?? "";
    await expect.poll(progressOf, { timeout: 60_000 }).toMatch(/Stage|Looking/);
    await ada.client.call("job.cancel", { id: long._id });
    expect((await untilFinished(long)).status).toBe(JobStatus.canceled);
    expect(threadCount()).toBeLessThanOrEqual(threadsBefore);
    const names = (await ada.client.call("configuration.pipelines", {}))["trained"]?.pipes.map(({ name }) => name);
    expect(names?.filter((name) => name.startsWith("Never"))).toEqual([]);
    // No partial model folder; its thread had ended before the job did.
    const results = "/user/ada1/VIAME/VIAME Training Results";
    await expect(ada.client.call("resource.lookup", { path: `${results}/Never` })).rejects.toMatchObject({
      status: 400,
    });

    const empty = await createImageDataset(ada.client, "nothing on it", 1);
    const failed = await untilFinished(await trainHere("Nothing at all", [empty]));
    expect([failed.status, failed.log]).toEqual([JobStatus.error, ["No annotations to learn from.\n"]]);
  },
);
