/** Exports of Label Studio become datasets of a real server. Media come from a folder, a URL, and Label Studio. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { encode } from "fast-png";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sharedData } from "../support/shared-data.ts";
import { type TestServer, startTestServer } from "../support/test-server.ts";
import { type Workspace, createWorkspace } from "./transcript.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const motion = sharedData("video/motion.mp4");
const picture = encode({ width: 64, height: 48, data: new Uint8Array(64 * 48 * 3).fill(90), channels: 3 });

let server: TestServer;
let studio: Server;
let studioUrl: string;
/** By path. */
const keysSeen = new Map<string, string | undefined>();
let workspace: Workspace;
beforeAll(async () => {
  server = await startTestServer();
  studio = createServer((request, reply) => {
    keysSeen.set(request.url ?? "", request.headers.authorization);
    const isKnown = request.headers.authorization === "Token secret" || request.url === "/open/c.png";
    reply.writeHead(isKnown ? 200 : 401).end(isKnown ? picture : "");
  });
  await new Promise<void>((resolve) => studio.listen(0, "127.0.0.1", resolve));
  studioUrl = `http://127.0.0.1:${(studio.address() as AddressInfo).port}`;
});
afterAll(async () => {
  studio.close();
  await server?.close();
});
beforeEach(() => {
  const env = { WAKELINE_SERVER: server.url, WAKELINE_TOKEN: server.token, LABEL_STUDIO_API_KEY: "secret" };
  workspace = createWorkspace(env);
  mkdirSync(join(workspace.folder, "media/a"), { recursive: true });
  mkdirSync(join(workspace.folder, "media/b"), { recursive: true });
});
afterEach(() => {
  workspace.remove();
});

interface Line {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly warnings: string[];
  readonly losses?: string[];
  readonly skipped?: boolean;
  readonly error?: string;
}

async function migrate(args: string): Promise<{ lines: Line[]; stderr: string; exitCode: number | null }> {
  const { stdout, stderr, exitCode } = await workspace.runHere(`wakeline migrate label-studio ${args} --json`);
  const lines = stdout.split("\n").filter(Boolean);
  return { lines: lines.map((line) => JSON.parse(line) as Line), stderr, exitCode };
}

const put = (name: string, content: unknown): void =>
  writeFileSync(join(workspace.folder, name), content instanceof Uint8Array ? content : JSON.stringify(content));

const box = (label: string, more: object = {}): object => ({
  id: label,
  type: "rectanglelabels",
  from_name: "label",
  to_name: "image",
  ...more,
  value: { x: 50, y: 50, width: 25, height: 25, rotation: 0, rectanglelabels: [label] },
});
const task = (image: string, result: readonly object[], more: object = {}): object => ({
  project: 7,
  data: { image },
  annotations: [{ id: 1, result }],
  ...more,
});
const boxesOf = async (id: string) => {
  const tracks = await server.client.call("annotation.tracks", { folderId: id });
  const first = tracks.map(({ begin, confidencePairs, features }) => [
    begin,
    confidencePairs[0]?.[0],
    features[0]?.bounds,
  ]);
  return first.toSorted(([a], [b]) => Number(a) - Number(b));
};

test("pictures of a project become one dataset, wherever they are, and what is not taken is named", async () => {
  put("media/a/one.png", picture);
  put("media/b/one.png", picture);
  // The name in Label Studio's own folder.
  put("media/0a1b2c3d-dive.png", picture);
  const size = { original_width: 64, original_height: 48 };
  put("reef.json", [
    task("/data/local-files/?d=b/one.png", [box("fish", size)]),
    task("/data/local-files/?d=a/one.png", [box("crab")]),
    task("/data/upload/1/0a1b2c3d-dive.png", [box("cod", size)], {
      data: { image: "/data/upload/1/0a1b2c3d-dive.png", depth: 3 },
    }),
    task(`${studioUrl}/open/c.png`, [box("eel", size)], { drafts: [{}], comment_count: 2 }),
    task("/data/upload/1/ffffffff-uploaded.png", [], { annotations: [{ was_cancelled: true, result: [] }] }),
    task("s3://bucket/far.png", [box("seal", size)]),
  ]);
  const plan = await migrate(`reef.json --media media --site ${studioUrl} --dry-run`);
  const losses = [
    "task 6: s3://bucket/far.png, which is not here: the folder of --media does not have it",
    ...["further data of tasks: depth", "1 draft", "2 comments", "1 skipped annotation"],
  ];
  expect(plan.lines, plan.stderr).toMatchObject([{ name: "project 7", type: "image-sequence", losses }]);
  const { lines, stderr, exitCode } = await migrate(`reef.json --media media --site ${studioUrl}`);
  expect(lines, stderr).toMatchObject([{ name: "project 7", type: "image-sequence" }]);
  expect(exitCode).toBe(1);
  for (const loss of losses) expect(lines[0]?.warnings).toContain(`project 7: not taken: ${loss}.`);
  const id = lines[0]?.id ?? "";
  const media = await server.client.call("dataset.media", { id });
  expect(media.imageData.map(({ filename }) => filename)).toEqual([
    ...["a_one.png", "b_one.png", "c.png", "dive.png", "uploaded.png"],
  ]);
  // A picture elsewhere is fetched without the key of Label Studio.
  expect([...keysSeen]).toEqual([
    ["/open/c.png", undefined],
    ["/data/upload/1/ffffffff-uploaded.png", "Token secret"],
  ]);
  // The size of the first is that of the picture itself.
  expect(await boxesOf(id)).toEqual(
    ["crab", "fish", "eel", "cod"].map((type, frame) => [frame, type, [32, 24, 48, 36]]),
  );
  expect((await migrate(`reef.json --media media --site ${studioUrl}`)).lines).toMatchObject([{ id, skipped: true }]);
});

test.skipIf(motion === undefined)("a video gets its boxes at the moments they were drawn at", async () => {
  if (motion === undefined) return;
  copyFileSync(motion, join(workspace.folder, "media/motion.mp4"));
  const { lines: plain } = await upload("media/motion.mp4");
  const { fps } = await server.client.call("dataset.get", { id: plain[0]?.id ?? "" });
  const sequence = [{ frame: 1 + fps * 2 * 2, enabled: false, x: 50, y: 50, width: 25, height: 25, rotation: 0 }];
  const value = { framesCount: fps * 2 * 8, duration: 8, sequence, labels: ["fish"] };
  const result = [{ id: "r", type: "videorectangle", from_name: "box", to_name: "video", value }];
  put("films.json", [
    { data: { video: "/data/upload/2/01234567-motion.mp4" }, annotations: [{ result }] },
    { data: { video: "gone.mp4" }, annotations: [] },
  ]);
  const { lines, stderr, exitCode } = await migrate("films.json --media media --to /user/admin/Public");
  expect(lines, stderr).toMatchObject([{ name: "motion", type: "video" }]);
  expect(exitCode).toBe(1);
  expect(lines[0]?.warnings.join(" ")).toContain("task 2: gone.mp4, which is not here");
  // Label Studio counted twice as fast as the video; the box was at second 2.
  const id = lines[0]?.id ?? "";
  const [begin, type] = (await boxesOf(id))[0] ?? [];
  expect([begin, type]).toEqual([fps * 2, "fish"]);
  expect((await migrate("films.json --media media --to /user/admin/Public")).lines).toMatchObject([{ skipped: true }]);
  // As left by a command killed after the upload of the video.
  const killed = await migrate("films.json --media media");
  expect(killed.lines).toMatchObject([{ id: plain[0]?.id }]);
  expect(await boxesOf(plain[0]?.id ?? "")).toEqual(await boxesOf(id));
});

async function upload(path: string): Promise<{ lines: Line[] }> {
  const { stdout } = await workspace.runHere(`wakeline upload ${path} --name motion --json`);
  return {
    lines: stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line),
  };
}

test.each([
  ["no JSON", "{", "not valid JSON"],
  ["no tasks", { categories: [] }, "not a JSON export of Label Studio"],
  ["no media", [task("s3://bucket/a.png", [])], "name a folder with --media"],
  ["a refused address", [task("/data/upload/1/x.png", [])], "name Label Studio with --site"],
])("refuses %s, and says what to do", async (_, content, message) => {
  writeFileSync(join(workspace.folder, "bad.json"), typeof content === "string" ? content : JSON.stringify(content));
  const { lines, exitCode } = await migrate("bad.json");
  expect(lines).toMatchObject([{ error: expect.stringContaining(message) as string }]);
  expect(exitCode).toBe(1);
});
