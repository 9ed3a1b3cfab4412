/**
 * The path of a data engineer through all commands: media uploaded, annotations imported, both formats exported,
 * converted and checked offline. The server's export and the command line's conversion of it must be the same bytes.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "fast-png";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Dataset } from "#schemas/wire";
import { sharedData } from "../support/shared-data.ts";
import { type TestServer, startTestServer } from "../support/test-server.ts";
import type { CommandResult } from "./in-process.ts";
import { type Workspace, createWorkspace } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const motion = sharedData("video/motion.mp4");
const detections = sharedData("annotations/viame/example_detections.csv");

const twoTracks = `# 1: Detection or Track-id,2: Video or Image Identifier,3: Unique Frame Identifier
0,,0,10,20,110,120,0.9,-1,fish,0.9,scallop,0.05
0,,30,40,20,140,120,0.9,-1,fish,0.9,scallop,0.05
1,,5,200,50,260,90,0.4,-1,crab,0.4
`;

let server: TestServer;
let workspace: Workspace;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server?.close();
});
beforeEach(() => {
  workspace = createWorkspace({ WAKELINE_SERVER: server.url, WAKELINE_TOKEN: server.token });
});
afterEach(() => {
  workspace.remove();
});

/** Runs a command that must succeed. */
async function run(command: string): Promise<CommandResult> {
  const result = await workspace.runHere(command);
  expect(result, `${command}\n${result.stderr}`).toMatchObject({ exitCode: 0 });
  return result;
}

const bytes = (name: string): Buffer => readFileSync(join(workspace.folder, name));
const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(workspace.folder, name), content);

interface Uploaded {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly warnings: string[];
}

async function upload(args: string): Promise<Uploaded> {
  const { stdout } = await run(`wakeline upload ${args} --to /user/admin/Private --json`);
  return JSON.parse(stdout) as Uploaded;
}

/** Exports both formats from the server and converts its JSON to CSV offline; all three end up in the workspace. */
async function exportAndConvert(id: string, options: string): Promise<void> {
  await run(`wakeline export ${id} -o server.csv`);
  await run(`wakeline export ${id} --format dive-json -o server.json`);
  // The server chooses the time of the export.
  const [, metadata = ""] = bytes("server.csv").toString().split("\r\n");
  const [, exportedTime = ""] = /exported_time: ""(.+?)""/.exec(metadata) ?? [];
  await run(`wakeline convert server.json --to viame-csv ${options} --exported-time "${exportedTime}" -o offline.csv`);
}

test.skipIf(motion === undefined || detections === undefined)(
  "uploads a real video, imports, exports, converts and validates [needs shared/data]",
  async () => {
    copyFileSync(motion ?? "", join(workspace.folder, "motion.mp4"));
    copyFileSync(detections ?? "", join(workspace.folder, "example_detections.csv"));
    put("motion.csv", twoTracks);

    const { id, name, url, warnings } = await upload("motion.mp4 --annotations motion.csv");
    expect({ name, warnings }).toEqual({ name: "motion", warnings: [] });
    expect(url).toBe(`${server.url}/viewer/${id}`);
    expect(await server.client.call("dataset.get", { id })).toMatchObject({ type: "video", annotate: true });
    expect(await server.client.call("annotation.tracks", { folderId: id })).toHaveLength(2);

    for (const [options, meaning] of [
      ["--name slow --fps 10", "slow: 10 fps: 115 of 343 pictures can be annotated."],
      ["--name whole", "whole: all 343 pictures can be annotated."],
    ]) {
      const { stderr } = await workspace.runHere(`wakeline upload motion.mp4 --to /user/admin/Private ${options}`);
      expect(stderr).toContain(`${meaning}\n`);
    }

    await run(`wakeline import ${url} example_detections.csv`);
    const imported = await server.client.call("annotation.tracks", { folderId: id });
    expect(imported).toHaveLength(new Set(trackIdsOf(bytes("example_detections.csv").toString())).size);

    await exportAndConvert("/user/admin/Private/motion", "");
    expect(bytes("offline.csv").equals(bytes("server.csv"))).toBe(true);

    // Converting the file itself, without a server, gives the same result as the server.
    await run("wakeline convert example_detections.csv --to dive-json --fps 30 -o direct.json");
    expect(bytes("direct.json").equals(bytes("server.json"))).toBe(true);

    await run("wakeline validate server.csv server.json");
    put(
      "broken.csv",
      bytes("server.csv")
        .toString()
        .replace(/^(\d+,[^,]*,\d+,)\d+/m, "$1left"),
    );
    const broken = await workspace.runHere("wakeline validate broken.csv");
    expect(broken.exitCode).toBe(1);
    expect(broken.stdout).toMatch(/^broken\.csv:3:\d+: error: /);
  },
);

test.skipIf(motion === undefined)(
  "a video that is cut off is named, and no half-made dataset stays [needs shared/data]",
  async () => {
    put("cut.mp4", readFileSync(motion ?? "").subarray(0, 20_000));
    const { exitCode, stdout, stderr } = await workspace.runHere("wakeline upload cut.mp4 --to /user/admin/Private");
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(/^error: "cut" was not made: Failed to read cut\.mp4: .+\n$/);
    const path = "/user/admin/Private/cut";
    expect(await server.client.call("resource.lookup", { path, test: true })).toBeNull();
  },
);

const corrupted = sharedData("bad/corrupted.mp4");

test.skipIf(corrupted === undefined)(
  "a video with a damaged picture is made, what is wrong is named, and the exit code is that of findings [needs shared/data]",
  async () => {
    copyFileSync(corrupted ?? "", join(workspace.folder, "corrupted.mp4"));
    const { exitCode, stderr } = await workspace.runHere("wakeline upload corrupted.mp4 --to /user/admin/Private");
    // Which later pictures are damaged depends on the decoder's threads.
    expect(stderr).toMatch(
      /^warning: corrupted\.mp4 has a picture that cannot be decoded: 30 \(at 3 s\)\.\n(warning: corrupted.*\n)?Made corrupted\.\n$/,
    );
    expect(exitCode).toBe(1);
  },
);

test.skipIf(motion === undefined)(
  "annotations past the last frame of a video are reported once, and with --strict not sent [needs shared/data]",
  async () => {
    copyFileSync(motion ?? "", join(workspace.folder, "motion.mp4"));
    put("far.csv", twoTracks.replace("0,,30,", "0,,999999,"));
    const { id } = await upload("motion.mp4 --name far");
    const last = lastFrameOf(await server.client.call("dataset.get", { id }));

    const refused = await workspace.runHere(`wakeline import ${id} far.csv --strict`);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/^error: far\.csv was not sent: There are annotations up to frame 999999, /);
    expect(await server.client.call("annotation.tracks", { folderId: id })).toEqual([]);

    // The server reports it with the same words.
    const { exitCode, stderr } = await workspace.runHere(`wakeline import ${id} far.csv`);
    const [warning, imported, ...rest] = stderr.split("\n");
    expect(warning).toContain(`frame 999999, but the last frame of the dataset is ${last}.`);
    expect(imported).toMatch(/^Imported far\.csv \(2 tracks, 3 detections\) into far as revision 1: /);
    expect({ exitCode, rest }).toEqual({ exitCode: 1, rest: [""] });
    expect(await server.client.call("annotation.tracks", { folderId: id })).toHaveLength(2);

    put("last.csv", twoTracks.replace("0,,30,", `0,,${last},`));
    await run(`wakeline import ${id} last.csv --strict`);
  },
);

function lastFrameOf({ fps, ffprobe_info: facts }: Dataset): number {
  return Math.ceil(Number(facts?.["duration"]) * fps - 1e-6) - 1;
}

/** Track ids in a CSV file, with repetitions. */
function trackIdsOf(csv: string): string[] {
  return csv
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(",")[0] ?? "");
}

const everything = {
  version: 2,
  tracks: {
    "0": {
      id: 0,
      begin: 0,
      end: 2,
      confidencePairs: [
        ["fish 🐟, big", 0.875],
        ['sca"llop', 1e-5],
      ],
      attributes: { crew: "Ада", count: 3, seen: true },
      features: [
        {
          frame: 0,
          bounds: [1, 2, 30, 40],
          keyframe: true,
          interpolate: true,
          attributes: { sex: "f", length: 12.5 },
          notes: ["a note, with a comma", "and another"],
        },
        {
          frame: 2,
          bounds: [4, 2, 33, 40],
          keyframe: true,
          attributes: {},
          geometry: {
            type: "FeatureCollection",
            features: [
              {
                type: "Feature",
                properties: { key: "" },
                geometry: {
                  type: "Polygon",
                  coordinates: [
                    [
                      [4, 2],
                      [33.5, 2],
                      [33, 40],
                      [4, 2],
                    ],
                  ],
                },
              },
              { type: "Feature", properties: { key: "head" }, geometry: { type: "Point", coordinates: [10.5, 11] } },
            ],
          },
        },
      ],
    },
    "7": {
      id: 7,
      begin: 1,
      end: 1,
      confidencePairs: [["crab", 1]],
      attributes: {},
      features: [{ frame: 1, bounds: [0, 0, 5, 5] }],
    },
  },
  groups: {
    "0": {
      id: 0,
      begin: 0,
      end: 2,
      confidencePairs: [["school", 1]],
      attributes: {},
      members: { "0": { ranges: [[0, 2]] } },
    },
  },
};

test("the server and the command line write the same bytes", async () => {
  mkdirSync(join(workspace.folder, "reef"));
  for (const name of ["a 10.png", "a 9.png", "б 🐟.png"]) {
    const picture = {
      width: 64,
      height: 48,
      data: new Uint8Array(64 * 48 * 3).fill(name.length),
      channels: 3,
    } as const;
    put(`reef/${name}`, encode(picture));
  }
  put("everything.json", JSON.stringify(everything));

  const { id, warnings } = await upload("reef --annotations everything.json");
  expect(warnings).toEqual([]);
  await exportAndConvert(id, "--images reef");
  expect(bytes("offline.csv").toString()).toBe(bytes("server.csv").toString());
  expect(bytes("offline.csv").equals(bytes("server.csv"))).toBe(true);
  expect(bytes("server.csv").toString()).toContain(",a 9.png,0,1,2,30,40,");

  // Into the other format and back: the server has what the file contained.
  await run("wakeline convert server.json --to dive-json -o again.json");
  expect(bytes("again.json").equals(bytes("server.json"))).toBe(true);
  expect(JSON.parse(bytes("server.json").toString())).toMatchObject({ groups: everything.groups, version: 2 });
});

const png = (width: number, height: number): Uint8Array =>
  encode({ width, height, data: new Uint8Array(width * height * 3), channels: 3 });
const cvat = (name: string): string =>
  `<annotations><image id="0" name="${name}" width="100" height="80"><box label="fish" xtl="10" ytl="20" xbr="40" ybr="60"/></image></annotations>`;

test.each([
  ["CVAT XML", { "annotations.xml": cvat("b.png") }, "1 fish [10,20,40,60]"],
  ["rows of MOT", { "gt.txt": "2,1,11,21,30,40,1,1,1\n", "labels.txt": "fish\n" }, "1 fish [10,20,40,60]"],
  [
    "a table with tabs",
    { "boxes.tsv": "image\tx1\ty1\tx2\ty2\ttype\nb.png\t10\t20\t40\t60\tfish\n" },
    "1 fish [10,20,40,60]",
  ],
  [
    "labels of YOLO",
    { "a.txt": "", "b.txt": "0 0.25 0.5 0.3 0.5\n", "classes.txt": "fish\ncrab\n" },
    "1 fish [10,20,40,60]",
  ],
] as const)("%s next to pictures come along", async (kind, files, expected) => {
  const folder = kind.replaceAll(" ", "-");
  mkdirSync(join(workspace.folder, folder));
  for (const name of ["a.png", "b.png"]) put(join(folder, name), png(100, 80));
  for (const [name, text] of Object.entries(files)) put(join(folder, name), text);
  const { id } = await upload(folder);
  await run(`wakeline export ${id} --format dive-json -o out.json`);
  const { tracks } = JSON.parse(bytes("out.json").toString()) as {
    tracks: Record<string, { confidencePairs: [[string]]; features: [{ frame: number; bounds: number[] }] }>;
  };
  const found = Object.values(tracks).map(
    ({ confidencePairs: [[type]], features: [{ frame, bounds }] }) => `${frame} ${type} [${bounds.join(",")}]`,
  );
  expect(found).toEqual([expected]);
});

test("of several such files none is taken, and they are named", async () => {
  mkdirSync(join(workspace.folder, "several"));
  put("several/a.png", png(100, 80));
  put("several/annotations.xml", cvat("a.png"));
  put("several/gt.txt", "1,1,11,21,30,40,1,1,1\n");
  const { stdout } = await run("wakeline upload several --to /user/admin/Private --json");
  const { leftOut } = JSON.parse(stdout) as { leftOut: { file: string; reason: string }[] };
  expect(leftOut.map(({ file }) => file)).toEqual(["several/annotations.xml", "several/gt.txt"]);
  expect(leftOut[0]?.reason).toContain("name one with --annotations");
});
