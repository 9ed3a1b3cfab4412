/** `wakeline release --dataset`: a release of datasets on a real server, and what of one is not as released. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { conforms } from "#schemas/validators";
import { track } from "../support/annotations.ts";
import { makeBarCodeVideo, remux } from "../support/bar-code-video.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";
import { runInProcess } from "./in-process.ts";
import { expectOutput } from "./output-schema.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let server: TestServer;
let folder: string;
let [video, copy, pictures] = ["", "", ""];
const at = (name: string): string => join(folder, name);

async function run(...args: string[]) {
  const env = { WAKELINE_TOKEN: server.token, WAKELINE_SERVER: server.url, WAKELINE_FFMPEG: ensureFfmpeg() };
  const result = await runInProcess(args, { env });
  if (result.exitCode !== 0 && result.exitCode !== 1) throw new Error(result.stderr);
  return result;
}

async function upload(path: string): Promise<string> {
  const { stdout } = await run("upload", path, "--json");
  return (JSON.parse(stdout.split("\n")[0]!) as { id: string }).id;
}

async function verify(...args: string[]) {
  const { stdout, exitCode } = await run("release", "verify", at("release.json"), ...args, "--json");
  const document = JSON.parse(stdout) as { files: { path: string; copy: string; is: string }[] };
  expectOutput("release-verify", document);
  return { exitCode, ...document };
}

const save = (folderId: string, upsert: object[], set?: string): Promise<unknown> =>
  server.client.call("annotation.save", { folderId, body: { tracks: { upsert }, ...(set !== undefined && { set }) } });

beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), "wakeline-release-"));
  makeBarCodeVideo(at("dive.mp4"), { args: ["-c:v", "libx264", "-g", "1", "-pix_fmt", "yuv420p"] });
  remux(at("dive.mp4"), [], ["-bsf:v", "noise=drop='eq(n,17)'"], at("dropped.mp4"));
  [video, copy] = [await upload(at("dive.mp4")), await upload(at("dropped.mp4"))];
  pictures = await createImageDataset(server.client, "reef", 3);
  await save(video, [track(0), track(1, "crab")]);
  await save(video, [track(4, "ray")], "model");
  await save(pictures, [track(0)]);
  await run("release", "create", "--dataset", video, "--dataset", pictures, "-o", at("release.json"));
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the manifest has media, each set and where they are from", () => {
  const manifest = JSON.parse(readFileSync(at("release.json"), "utf8")) as unknown;
  expect(conforms("release-manifest", manifest)).toBe(true);
  expect(manifest).toMatchObject({
    media: [
      { path: "dive/dive.mp4", kind: "video", origin: { server: server.url, dataset: video } },
      { path: "reef", kind: "pictures", names: ["image-0.png", "image-1.png", "image-2.png"] },
    ],
    annotations: [
      { path: "dive/annotations.json", counts: { tracks: 2 }, origin: { set: null, revision: 2 } },
      { path: "dive/model.json", counts: { tracks: 1 }, origin: { set: "model" } },
      { path: "reef/annotations.json", origin: { dataset: pictures, revision: 1 } },
    ],
  });
});

test("the datasets are as released, and so are files of them", async () => {
  const onServer = await verify("--dataset", video);
  expect(onServer).toMatchObject({
    exitCode: 0,
    files: [{ is: "identical" }, { is: "identical" }, { is: "identical" }],
  });
  expect(await verify(at("dive.mp4"))).toMatchObject({
    exitCode: 0,
    files: [{ path: "dive/dive.mp4", is: "identical" }],
  });
  const both = await verify("--dataset", video, "--dataset", pictures);
  expect(both).toMatchObject({
    exitCode: 0,
    files: [...onServer.files, { path: "reef", is: "same" }, { path: "reef/annotations.json", is: "identical" }],
  });
});

test("of another copy on the server the dropped frame is named, and the track that differs", async () => {
  await save(copy, [track(0), track(1, "cod")]);
  const { files, exitCode } = await verify("--dataset", copy, "--set", "default");
  expect(exitCode).toBe(1);
  expect(files).toMatchObject([
    { path: "dive/dive.mp4", is: "different", frames: [{ kind: "missing", frame: 17 }] },
    { path: "dive/annotations.json", entities: [{ kind: "track", id: 1, columns: ["track.confidencePairs"] }] },
  ]);
});

test("later saves are new revisions, and the released one remains", async () => {
  await save(video, [track(1, "cod")]);
  expect(await verify("--dataset", video)).toMatchObject({
    exitCode: 1,
    files: [{ is: "identical" }, { is: "different", entities: [{ id: 1 }] }, { is: "identical" }],
  });
  expect((await verify("--dataset", video, "--revision", "2")).exitCode).toBe(0);
  const { stderr } = await runInProcess(["release", "create", "--dataset", video, "--revision", "99"], {
    env: { WAKELINE_TOKEN: server.token, WAKELINE_SERVER: server.url },
  });
  expect(stderr).toContain("there is no revision 99 yet");
});

test("a picture that was replaced is named", async () => {
  const manifest = JSON.parse(readFileSync(at("release.json"), "utf8")) as { media: { content: string[] }[] };
  manifest.media[1]!.content[2] = "0".repeat(32);
  writeFileSync(at("release.json"), JSON.stringify(manifest));
  expect(await verify("--dataset", pictures)).toMatchObject({
    exitCode: 1,
    files: [{ is: "different", frames: [{ kind: "changed", frame: 2 }] }, {}],
  });
});
