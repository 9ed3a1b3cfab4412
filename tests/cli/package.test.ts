/** The published package runs where it is installed: without the sources, and without other packages of the clone. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createClient, uploadFile } from "#schemas";
import { runFfmpeg } from "../../server/adapters/ffmpeg/run-ffmpeg.ts";
import { startServerProcess } from "../support/server-process.ts";
import { buildPackage } from "../tools/build-package.ts";
import { buildStale } from "../tools/build.ts";
import { repository } from "../tools/files.ts";

let folder: string;
let installed: string;
beforeAll(async () => {
  buildStale();
  folder = mkdtempSync(join(tmpdir(), "wakeline-package-"));
  installed = join(folder, "node_modules/wakeline");
  // As in a container without git: from the sources alone.
  vi.stubEnv("PATH", "");
  await buildPackage(installed);
  vi.unstubAllEnvs();
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  // Only declared dependencies can be found.
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repository, "node_modules", name), link);
  }
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wakeline = (...args: string[]) =>
  spawnSync(process.execPath, [join(installed, "cli/bin.js"), ...args], { cwd: folder, encoding: "utf8" });

test("it contains no sources and no tests, but every thread that is started by address", () => {
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  expect(files.filter((path) => /\.tsx?$|\.test\./.test(path))).toEqual([]);
  let count = 0;
  for (const path of files.filter((one) => one.endsWith(".js") && !one.startsWith("dist"))) {
    for (const [, worker = ""] of readFileSync(join(installed, path), "utf8").matchAll(
      /new URL\("([^"]*worker[^"]*)"/g,
    )) {
      expect([path, worker, files.includes(join(dirname(path), worker))]).toEqual([path, worker, true]);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(4);
});

test("the command line works offline, with its threads", () => {
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
  expect(wakeline("--version")).toMatchObject({ stdout: `${version}\n`, status: 0 });
  const row = "0,image-0.png,0,1,2,3,4,0.5,-1,fish,0.5\n";
  for (const name of ["a.csv", "b.csv", "c.csv"]) writeFileSync(join(folder, name), row);
  expect(wakeline("convert", "a.csv", "b.csv", "c.csv", "--to", "dive-json", "-o", "out")).toMatchObject({ status: 0 });
  const track = (JSON.parse(readFileSync(join(folder, "out/c.json"), "utf8")) as { tracks: Record<string, unknown> })
    .tracks["0"];
  expect(track).toMatchObject({ confidencePairs: [["fish", 0.5]] });
});

test("the server starts with its samples and the web app, reads videos and saves", async () => {
  const server = await startServerProcess({
    dataFolder: join(folder, "data"),
    script: join(installed, "cli/bin.js"),
    sampleData: true,
    env: { XDG_CACHE_HOME: join(folder, "cache") },
  });
  try {
    const page = await (await fetch(`${server.url}/`)).text();
    expect(page).toContain('<div id="root"');
    const [, script = ""] = /src="([^"]+\.js)"/.exec(page) ?? [];
    expect((await fetch(`${server.url}${script}`)).headers.get("content-type")).toContain("javascript");
    const { login = "", password = "" } = server.firstStart ?? {};
    const headers = { Authorization: `Basic ${btoa(`${login}:${password}`)}` };
    const signedIn = await fetch(`${server.url}/api/v1/user/authentication`, { headers });
    const { authToken, user } = (await signedIn.json()) as { authToken: { token: string }; user: { _id: string } };
    const client = createClient({ baseUrl: `${server.url}/api/v1/`, token: () => authToken.token });
    expect((await client.call("dataset.list", {})).length).toBe(2);

    const metadata = { type: "video", fps: -1 };
    const place = { parentType: "user", parentId: user._id, name: "video", metadata } as const;
    const { _id: id } = await client.call("folder.create", place);
    await uploadFile(client, { parentType: "folder", parentId: id, name: "a.mp4" }, new Blob([await makeVideo()]));
    await client.call("rpc.postprocess", { id });
    expect(await client.call("dataset.get", { id })).toMatchObject({ fps: 10 });
    // Large enough for a separate thread.
    const tracks = Array.from({ length: 2000 }, (_, track) => ({
      id: track,
      begin: 0,
      end: 0,
      attributes: {},
      confidencePairs: [["fish", 1]],
      features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true }],
    }));
    await client.call("annotation.save", { folderId: id, body: { tracks: { upsert: tracks } } as never });
    expect((await client.call("annotation.tracks", { folderId: id })).length).toBe(2000);
  } finally {
    await server.stop();
  }
}, 300_000);

async function makeVideo(): Promise<BlobPart> {
  const options = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "32x16", "-r", "10"];
  const inputs = [{ name: "in.yuv", bytes: new Uint8Array(32 * 16 * 1.5 * 10).fill(90), options }];
  const { outputs } = await runFfmpeg({ inputs, args: ["-c:v", "libx264", "a.mp4"], outputs: ["a.mp4"] });
  return outputs.get("a.mp4")!;
}
