/** Addons: listing, downloading chosen ones through the guarded fetcher, and what is never installed (api-v1 17). */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js";
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test } from "vitest";

import { JobStatus, type Pipe } from "#schemas";

import { untilEnded } from "../support/ended-job.ts";
import { addonStore } from "../../server/adapters/command/addons.ts";
import { guardedFetcher } from "../../server/adapters/http/guarded-fetcher.ts";
import { packTrial } from "../../server/adapters/builtin/packs/engine.ts";
import { readRunners } from "../../server/adapters/command/manifest.ts";
import { upgradePipelines } from "../../server/services/jobs/kinds/upgrade-pipelines.ts";
import { createImageDataset } from "../support/dataset.ts";
import { colorFiles, colorManifest, colorPack } from "../support/color-pack.ts";
import { onnxModel } from "../support/onnx-writer.ts";
import { pictureOf, squareManifest, squareModel, squarePack } from "../support/square-pack.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let programs: string;
let site: Server;
let base: string;
const archives = new Map<string, Buffer>();

beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), "wakeline-addons-"));
  site = createServer((request, response) => {
    const found = archives.get(decodeURIComponent(request.url ?? ""));
    response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.2", resolve));
  base = `http://127.0.0.2:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => site.close(resolve));
  rmSync(programs, { recursive: true, force: true });
});

/** In a process, as workers test what they install. */
const tryPack = packTrial({
  ffmpeg: undefined,
  limits: { timeoutMs: 60_000, memoryBytes: 2 ** 30, outputBytes: 2 ** 20 },
});

const manifest = JSON.stringify({ command: ["./find.sh", "{pipe}"], results: ["r.csv"] });
async function zipOf(files: Readonly<Record<string, string>>, mode = 0o100755): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [name, content] of Object.entries(files)) {
    await writer.add(name, new TextReader(content), { versionMadeBy: 3 << 8, externalFileAttributes: mode << 16 });
  }
  return Buffer.from(await (await writer.close()).arrayBuffer());
}
function offer(name: string, archive: Uint8Array, checksum = createHash("sha256").update(archive).digest("hex")) {
  archives.set(`/${name}.zip`, Buffer.from(archive));
  return { name, url: `${base}/${name}.zip`, description: `finds ${name}`, checksum };
}
const list = (...addons: object[]): void => writeFileSync(join(programs, "addons.json"), JSON.stringify(addons));

/**
 * Runs the task of the job as a worker does, with the real fetcher, for which another address of this machine acts as
 * the internet.
 */
async function install(
  urls: readonly string[],
  signal = new AbortController().signal,
): Promise<{ logged: string[]; failure: string | undefined }> {
  const logged: string[] = [];
  let hasSucceeded = false;
  const run = {
    task: { urls },
    actor: { user: { admin: true } },
    signal,
    progress: () => undefined,
    log: async (text: string) => void logged.push(text),
    succeed: async () => void (hasSucceeded = true),
  } as unknown as Parameters<typeof upgradePipelines.run>[0];
  const fetcher = guardedFetcher({ isAllowed: (address) => address === "127.0.0.2" });
  const ports = { addons: addonStore(programs, 20_000, tryPack), urls: fetcher };
  const failure = await upgradePipelines.run(run, { ports, limits: { maxUploadBytes: 100_000 } }).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  expect(hasSucceeded).toBe(failure === undefined);
  return { logged, failure };
}
const folders = (): string[] => readdirSync(programs).filter((name) => name !== "addons.json");

test("an addon is fetched, compared with its checksum and put in its place as a whole; a newer one takes that", async () => {
  const archive = await zipOf({
    "sea/runner.json": manifest,
    "sea/detector_sea_star.pipe": "x",
    "sea/find.sh": "#!/bin/sh",
  });
  list(offer("Sea stars", archive));
  expect(await install([`${base}/Sea stars.zip`])).toEqual({ logged: ["Sea stars is installed."], failure: undefined });
  expect(folders()).toEqual(["Sea stars"]);
  const [runner] = await readRunners(programs);
  expect(runner?.pipelines.map(({ pipe }) => pipe)).toEqual(["detector_sea_star.pipe"]);
  const store = addonStore(programs, 20_000, tryPack);
  expect(await store.list()).toMatchObject([{ name: "Sea stars", isInstalled: true, isCurrent: true }]);

  list(offer("Sea stars", await zipOf({ "runner.json": manifest, "tracker_sea_star.pipe": "x" })));
  expect(await store.list()).toMatchObject([{ isInstalled: true, isCurrent: false }]);
  await install([`${base}/Sea stars.zip`]);
  expect(readdirSync(join(programs, "Sea stars")).sort()).toEqual([
    "addon.json",
    "runner.json",
    "tracker_sea_star.pipe",
  ]);
  expect(await store.list()).toMatchObject([{ isInstalled: true, isCurrent: true }]);
});

test("a bad one is reported, keeps the installed version, and does not stop the others", async () => {
  rmSync(join(programs, "Sea stars"), { recursive: true, force: true });
  const good = await zipOf({ "runner.json": manifest });
  const all = [
    offer("forged", good, "0".repeat(64)),
    offer("escapes", await zipOf({ "runner.json": manifest, "../../out.txt": "x" })),
    offer("linked", await zipOf({ "runner.json": manifest }, 0o120777)),
    offer("large", await zipOf({ "runner.json": manifest, "model.bin": "0".repeat(30_000) })),
    offer("bare", await zipOf({ "detector_x.pipe": "x" })),
    offer("odd", await zipOf({ "runner.json": '{"command":1}' })),
    offer("torn", good.subarray(0, 60)),
    { ...offer("gone", good), url: `${base}/nowhere.zip` },
    offer("good", good),
  ];
  list(...all);
  const { failure = "", logged } = await install([...all.map(({ url }) => url), "http://127.0.0.1/x.zip"]);
  const lines = failure.split("\n");
  expect(lines[0]).toMatch(/^forged: the download has the checksum [0-9a-f]{64}, not 0{64} as it is listed\.$/);
  expect(lines[1]).toBe("escapes: ../../out.txt is not a regular file inside the archive.");
  expect(lines[2]).toBe("linked: runner.json is not a regular file inside the archive.");
  expect(lines[3]).toBe("large: it unpacks to more than 20000 bytes.");
  expect(lines[4]).toBe("bare: it has neither a runner.json nor a pack.json.");
  expect(lines[5]).toMatch(/^odd: runner\.json: /);
  expect(lines[6]).toBe("torn: The archive cannot be read: it is damaged, or no zip archive.");
  expect(lines[7]).toContain("answered 404");
  expect(lines[8]).toBe("http://127.0.0.1/x.zip is not listed where this worker runs.");
  expect(lines).toHaveLength(9);
  expect([logged, folders()]).toEqual([["good is installed."], ["good"]]);
  expect(readFileSync(join(programs, "good", "runner.json"), "utf8")).toBe(manifest);
});

test("[S-API-16, S-API-17] administrators see the list and choose; another address is refused, one within the site is not fetched", async () => {
  const inside = { name: "inside", url: "http://127.0.0.1:9/inside.zip", checksum: "0".repeat(64) };
  list(inside, offer("good", await zipOf({ "runner.json": manifest })));
  const server: TestServer = await startTestServer({ pipelinesFolder: programs });
  try {
    const upgrade = (body: string[], force = false) =>
      server.client.call("configuration.upgradePipelines", { force, body });
    expect(await server.client.call("configuration.addons", {})).toEqual([
      ["inside", inside.url, "", false],
      ["good", `${base}/good.zip`, "finds good", true],
    ]);
    await expect(upgrade(["https://example.org/x.zip"])).rejects.toMatchObject({
      status: 400,
      message: "https://example.org/x.zip is not an addon of this site.",
    });
    expect(await upgrade([inside.url])).toBeNull();
    const [job] = await server.client.call("job.list", { limit: 0 });
    expect(job).toMatchObject({ title: "Upgrade Pipelines", type: "celery" });
    const id = job?._id ?? "";
    await expect
      .poll(async () => (await server.client.call("job.get", { id })).status, { timeout: 30_000 })
      .toBe(JobStatus.error);
    const { log } = await server.client.call("job.get", { id });
    expect(log?.join("")).toContain("is not fetched: it does not lead to a public server");
    writeFileSync(join(programs, "addons.json"), "[{");
    await expect(server.client.call("configuration.addons", {})).rejects.toThrow("addons.json is not JSON");
  } finally {
    await server.close();
  }
});

test("a model pack is an addon: it is tried before it is installed, and its model runs on what is uploaded", async () => {
  const model = squareModel();
  const files = squareManifest(model).files;
  const wrongSum = { files: files.map((file) => ({ ...file, sha256: "0".repeat(64) })) };
  const huge = { files: files.map((file) => ({ ...file, bytes: 3 * 1024 ** 3 })) };
  const all = [
    offer("other bytes", squarePack(model, wrongSum)),
    offer("huge", squarePack(model, huge)),
    offer("other shape", squarePack(model, { input: { width: 320, height: 320 } })),
    offer("no numbers", squarePack(squareModel({ isBroken: true }))),
    offer("Squares", squarePack(model)),
    offer("no decoder", colorPack(colorFiles({ lacksInput: true }))),
    offer("Colors", colorPack()),
  ];
  rmSync(programs, { recursive: true, force: true });
  mkdirSync(programs);
  list(...all);
  const { failure = "", logged } = await install(all.map(({ url }) => url));
  const lines = failure.split("\n");
  expect(lines[0]).toMatch(/^other bytes: model\.onnx has the checksum [0-9a-f]{64}, and pack\.json says 0{64}: /);
  expect(lines[1]).toContain("huge: The files of the pack claim 3221225472 bytes, and a pack may have 1073741824");
  expect(lines[2]).toContain("other shape: model.onnx takes 1 × 3 × 160 × 160 numbers, and pack.json describes 1 × 3 ");
  expect(lines[3]).toContain("no numbers: model.onnx answers with values that are not numbers (NaN or infinite)");
  expect(lines[4]).toContain("no decoder: decoder.onnx has the inputs image_embeddings, point_coords");
  const installed = ["Squares is installed.", "Colors is installed."];
  expect([lines.length, logged, folders()]).toEqual([5, installed, ["Colors", "Squares"]]);

  const server = await startTestServer({ pipelinesFolder: programs });
  try {
    const { client } = server;
    const { detector, utility } = await client.call("configuration.pipelines", {});
    const pipeline = detector?.pipes.find(({ pipe }) => pipe === "detector_bright_squares.pipe");
    expect(pipeline?.metadata?.description).toBe("Finds bright squares. License of the model: Apache-2.0.");
    const squares = [24, 96].map((x) => ({ x, y: 40, side: 32 }));
    const picture = (index: number) =>
      new Uint8Array(encode({ width: 320, height: 240, channels: 3, data: pictureOf(320, 240, squares.slice(index)) }));
    const folderId = await createImageDataset(client, "squares", 2, { picture });
    const pipelineParams = { kwiverParams: { confidence: 0.9 } };
    async function runOf(request: { pipeline: Pipe; pipelineParams?: object }) {
      const run = await client.call("rpc.pipeline", { folderId, ...request });
      const { status, log } = await untilEnded({ client }, run._id);
      return [status, log?.join("")];
    }
    expect(await runOf({ pipeline: pipeline as Pipe, pipelineParams })).toEqual([
      JobStatus.success,
      expect.stringContaining("Found 3 tracks with 3 detections"),
    ]);
    const tracks = await client.call("annotation.tracks", { folderId });
    const boxes = tracks.map(({ begin, confidencePairs, features }) => [
      ...[begin, confidencePairs[0]?.[0], features[0]?.bounds.map(Math.round)],
    ]);
    const boxOf = (x: number) => [x, 40, x + 32, 72];
    // The same pack for browsers.
    const [pack, segmenter] = await client.call("configuration.packs", {});
    expect([pack, segmenter]).toEqual([squareManifest(model), colorManifest()]);
    const file = await client.fetch("configuration.packFile", { hash: pack?.files[0]?.sha256 ?? "" });
    expect(Buffer.from(await file.arrayBuffer()).equals(model)).toBe(true);
    await expect(client.fetch("configuration.packFile", { hash: "0".repeat(64) })).rejects.toMatchObject({
      status: 404,
      message: "No installed model pack has this file.",
    });
    expect(boxes.toSorted()).toEqual([
      [0, "square", boxOf(24)],
      [0, "square", boxOf(96)],
      [1, "square", boxOf(96)],
    ]);
    // The segmenter outlines what the detector has found.
    const outlines = utility?.pipes.find(({ pipe }) => pipe === "utility_outline_with_same_color.pipe");
    expect(await runOf({ pipeline: outlines as Pipe })).toEqual([
      JobStatus.success,
      expect.stringContaining("3 of 3 boxes have a polygon now."),
    ]);
    const outlined = await client.call("annotation.tracks", { folderId });
    for (const { features } of outlined) {
      const [x1 = 0, y1 = 0] = features[0]?.bounds ?? [];
      const [ring = []] = features[0]?.geometry?.features[0]?.geometry.coordinates as [number, number][][];
      const nearest = ring.map(([x, y]) => Math.min(Math.abs(x - x1), Math.abs(y - y1)));
      expect(nearest.filter((off) => off < 4).length).toBeGreaterThan(1);
    }
  } finally {
    await server.close();
  }
});

test("the same addon installed twice at the same time ends as one whole version", async () => {
  const archive = offer("twice", await zipOf({ "runner.json": manifest, "find.sh": "#!/bin/sh" }));
  const another = { ...offer("twice newer", await zipOf({ "runner.json": manifest, "other.sh": "" })), name: "twice" };
  rmSync(programs, { recursive: true, force: true });
  mkdirSync(programs);
  list(archive, another);
  const asked = [archive, another, archive, another, archive, another].map(({ url }) => install([url]));
  const outcomes = await Promise.all(asked);
  expect(outcomes.map(({ failure }) => failure)).toEqual(asked.map(() => undefined));
  expect(folders()).toEqual(["twice"]);
  const found = readdirSync(join(programs, "twice"));
  expect([["find.sh"], ["other.sh"]]).toContainEqual(found.filter((name) => name.endsWith(".sh")));
});

test("a model that never ends is stopped with the job that installs it", async () => {
  const side = 4096;
  const steps = Array.from({ length: 100 }, (_, n) => n);
  const endless = onnxModel({
    inputs: [{ name: "images", shape: [1, 3, 160, 160] }],
    outputs: [{ name: `m${steps.length}`, shape: [side, side] }],
    constants: [
      { name: "one", shape: [1], values: Float32Array.of(1) },
      { name: "large", shape: [2], values: [BigInt(side), BigInt(side)] },
    ],
    nodes: [
      { op: "Expand", inputs: ["one", "large"], outputs: ["m0"] },
      ...steps.map((n) => ({ op: "MatMul", inputs: [`m${n}`, "m0"], outputs: [`m${n + 1}`] })),
    ],
  });
  const addon = offer("endless", squarePack(endless));
  rmSync(programs, { recursive: true, force: true });
  mkdirSync(programs);
  list(addon);
  const stop = new AbortController();
  // Unpacked, so the trial begins.
  const isUnpacked = () => folders().some((name) => readdirSync(join(programs, name)).includes("model.onnx"));
  const installing = install([addon.url], stop.signal);
  await expect.poll(isUnpacked, { timeout: 20_000 }).toBe(true);
  stop.abort(new Error("cancelled"));
  expect(await installing).toEqual({ logged: [], failure: "cancelled" });
  expect(folders()).toEqual([]);
});
