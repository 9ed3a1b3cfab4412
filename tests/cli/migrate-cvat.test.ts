/** Backups of CVAT become datasets of a real server. The backups are generated here, in CVAT's layout. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { encode } from "fast-png";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { buildZip, type HostileEntry } from "../contract/bad-inputs/build-archive.ts";
import { sharedData } from "../support/shared-data.ts";
import { type TestServer, startTestServer } from "../support/test-server.ts";
import { type Workspace, createWorkspace } from "./transcript.ts";

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

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

const motion = sharedData("video/motion.mp4");
const picture = encode({ width: 64, height: 48, data: new Uint8Array(64 * 48 * 3).fill(90), channels: 3 });

const labels = [
  {
    name: "fish",
    color: "#12ab34",
    attributes: [
      { name: "sex", mutable: false, input_type: "select", values: ["f", "m"] },
      { name: "length", mutable: true, input_type: "number", values: ["0", "100", "1"] },
    ],
  },
  { name: "crab", color: "#ff0000", attributes: [] },
];

const box = (frame: number, x: number, others: object = {}): object => ({
  type: "rectangle",
  frame,
  points: [x, 10, x + 10, 20],
  occluded: false,
  outside: false,
  attributes: [],
  ...others,
});

const file = (name: string, content: unknown): HostileEntry => ({
  name,
  content: content instanceof Uint8Array ? content : typeof content === "string" ? content : JSON.stringify(content),
  deflated: true,
});

/** Five pictures whose order in the task differs from that of their names, in two jobs. */
function pictureTask(folder = "", own: object = { labels }): HostileEntry[] {
  const names = ["b/shot", "a/shot", "z1", "z2", "z3"];
  const task = {
    ...own,
    name: "Reef shots",
    version: "1.0",
    data: { start_frame: 0, stop_frame: 4, deleted_frames: [4] },
    jobs: [
      { start_frame: 0, stop_frame: 2, status: "annotation", issues: [{}] },
      { start_frame: 3, stop_frame: 4, status: "annotation" },
    ],
  };
  const annotations = [
    {
      version: 0,
      tags: [
        { frame: 0, label: "fish", attributes: [] },
        { frame: 2, label: "fish", attributes: [] },
        { frame: 0, label: "crab", attributes: [{ name: "x", value: "y" }] },
      ],
      shapes: [
        box(0, 1, { label: "crab", occluded: true, group: 3 }),
        {
          type: "polygon",
          frame: 1,
          points: [1, 1, 9, 1, 9, 9],
          label: "fish",
          attributes: [{ name: "sex", value: "f" }],
        },
        { type: "brush", frame: 1, points: [1, 1], label: "fish", attributes: [] },
      ],
      tracks: [],
    },
    {
      version: 0,
      shapes: [box(3, 30, { label: "crab" })],
      tracks: [],
      tags: [{ frame: 3, label: "fish", attributes: [] }],
    },
  ];
  const manifest = [
    { version: "1.1" },
    { type: "images" },
    ...names.map((name) => ({ name, extension: ".png", width: 64, height: 48, meta: {} })),
  ];
  return [
    file(`${folder}task.json`, task),
    file(`${folder}annotations.json`, annotations),
    file(`${folder}data/manifest.jsonl`, manifest.map((line) => JSON.stringify(line)).join("\n")),
    ...names.map((name) => file(`${folder}data/${name}.png`, picture)),
  ];
}

/** A track that leaves and returns, and one that lasts to the end of its job. */
function videoTask(folder = "", others: object = {}): HostileEntry[] {
  const task = {
    name: "Dive",
    version: "1.0",
    labels,
    data: { start_frame: 2, stop_frame: 20, frame_filter: "step=2" },
    jobs: [{ start_frame: 0, stop_frame: 8, status: "annotation" }],
    ...others,
  };
  const length = (value: string): object => ({ attributes: [{ name: "length", value }] });
  const tracks = [
    {
      label: "fish",
      group: 0,
      source: "manual",
      frame: 0,
      attributes: [{ name: "sex", value: "m" }],
      shapes: [
        box(0, 0, length("5")),
        box(2, 20),
        box(3, 20, { outside: true }),
        box(5, 50, { occluded: true, ...length("7") }),
        box(6, 50, { outside: true }),
      ],
    },
    { label: "crab", group: 0, source: "manual", frame: 1, attributes: [], shapes: [box(1, 5)] },
  ];
  return [
    file(`${folder}task.json`, task),
    file(`${folder}annotations.json`, [{ version: 0, tags: [], shapes: [], tracks }]),
    file(`${folder}data/motion.mp4`, motion === undefined ? "" : new Uint8Array(readFileSync(motion))),
  ];
}

const put = (name: string, entries: readonly HostileEntry[]): void =>
  writeFileSync(join(workspace.folder, name), buildZip(entries));

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
  const { stdout, stderr, exitCode } = await workspace.runHere(`wakeline migrate cvat ${args} --json`);
  return {
    lines: stdout
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line),
    stderr,
    exitCode,
  };
}

async function get<T>(path: string): Promise<T> {
  const reply = await fetch(`${server.url}/api/v1/${path}`, { headers: { "Girder-Token": server.token } });
  return (await reply.json()) as T;
}

interface WireTrack {
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs: [string, number][];
  readonly attributes: Record<string, unknown>;
  readonly features: { frame: number; bounds: number[]; interpolate?: boolean; attributes?: Record<string, unknown> }[];
}

test("a task of pictures keeps shapes on their pictures, and says what is not taken", async () => {
  put("reef.zip", pictureTask());
  const { lines, exitCode, stderr } = await migrate("reef.zip");
  expect(lines, stderr).toMatchObject([{ name: "Reef shots", type: "image-sequence" }]);
  expect(exitCode).toBe(1);
  const [{ id, warnings } = { id: "", warnings: [] }] = lines;
  expect(warnings).toEqual([
    "Reef shots: not taken: frames deleted in CVAT (their pictures are kept): 1.",
    "Reef shots: not taken: comments of reviews (issues): 1.",
    "Reef shots: not taken: attributes of tags: 1.",
    'Reef shots: not taken: shapes of the kind "brush": 1.',
  ]);
  const media = await get<{ imageData: { filename: string }[] }>(`dive_dataset/${id}/media`);
  expect(media.imageData.map(({ filename }) => filename)).toEqual([
    "a_shot.png",
    "b_shot.png",
    "z1.png",
    "z2.png",
    "z3.png",
  ]);
  const allTracks = await get<WireTrack[]>(`dive_annotation/track?folderId=${id}`);
  // Tags are labels of stretches of frames: the third and fourth of the task follow each other here, too.
  const labelsOfFrames = allTracks.filter(({ attributes }) => attributes["frameLabel"] === true);
  expect(
    labelsOfFrames.map(({ begin, end, confidencePairs, features }) => [
      begin,
      end,
      confidencePairs[0]?.[0],
      features[0]?.bounds,
    ]),
  ).toEqual([
    [1, 3, "fish", [0, 0, 64, 48]],
    [1, 1, "crab", [0, 0, 64, 48]],
  ]);
  const tracks = allTracks.filter((track) => !labelsOfFrames.includes(track));
  // The first of the task is the second by name.
  expect(tracks.map(({ begin, confidencePairs }) => [begin, confidencePairs[0]?.[0]])).toEqual(
    expect.arrayContaining([
      [1, "crab"],
      [0, "fish"],
      [3, "crab"],
    ]),
  );
  expect(tracks).toHaveLength(3);
  expect(tracks.find(({ begin }) => begin === 1)).toMatchObject({
    attributes: { group_id: 3 },
    features: [{ bounds: [1, 10, 11, 20], attributes: { occluded: true } }],
  });
  expect(tracks.find(({ begin }) => begin === 0)).toMatchObject({ attributes: { sex: "f" } });
  const dataset = await get<object>(`dive_dataset/${id}`);
  expect(dataset).toMatchObject({
    customTypeStyling: { fish: { color: "#12ab34" }, crab: { color: "#ff0000" } },
    attributes: {
      track_sex: { belongs: "track", datatype: "text", values: ["f", "m"] },
      detection_length: { belongs: "detection", datatype: "number" },
    },
  });
});

test.skipIf(motion === undefined)("a track of a video leaves and returns, on the frames of the video", async () => {
  put("dive.zip", videoTask());
  const { lines, stderr } = await migrate("dive.zip");
  expect(lines, stderr).toMatchObject([{ name: "Dive", type: "video" }]);
  const tracks = await get<WireTrack[]>(`dive_annotation/track?folderId=${lines[0]?.id}`);
  const fish = tracks.find(({ confidencePairs }) => confidencePairs[0]?.[0] === "fish");
  expect(fish).toMatchObject({ begin: 2, attributes: { sex: "m" } });
  const frames = fish?.features.map(({ frame, attributes }) => [frame, attributes?.["length"]]);
  // The object keeps its state up to the frame before it disappears.
  expect(frames).toEqual([
    [2, 5],
    [6, 5],
    [7, 5],
    [12, 7],
    [13, 7],
  ]);
  expect(fish?.features.find(({ frame }) => frame === 7)?.interpolate ?? false).toBe(false);
  const crab = tracks.find(({ confidencePairs }) => confidencePairs[0]?.[0] === "crab");
  expect([crab?.begin, crab?.end]).toEqual([4, 18]);
});

test.skipIf(motion === undefined)(
  "tags of a video label its frames where the backup says how large it is",
  async () => {
    const [task, , video] = videoTask("", { name: "Tagged" });
    if (task === undefined || video === undefined) return;
    const tags = [1, 2, 5].map((frame) => ({ frame, label: "crab", attributes: [] }));
    const annotations = file("annotations.json", [{ version: 0, tags, shapes: [], tracks: [] }]);
    const properties = { name: "motion.mp4", resolution: [640, 480], length: 20 };
    const manifest = [{ version: "1.1" }, { type: "video" }, { properties }]
      .map((line) => JSON.stringify(line))
      .join("\n");
    put("tagged.zip", [task, annotations, video, file("data/manifest.jsonl", manifest)]);
    const { lines, stderr, exitCode } = await migrate("tagged.zip");
    expect(exitCode, stderr).toBe(0);
    const tracks = await get<WireTrack[]>(`dive_annotation/track?folderId=${lines[0]?.id}`);
    const found = tracks.map(({ begin, end, attributes, features }) => [
      begin,
      end,
      attributes["frameLabel"],
      features[0]?.bounds,
    ]);
    // Every second frame of the video, from the third on.
    expect(found).toEqual([
      [4, 6, true, [0, 0, 640, 480]],
      [12, 12, true, [0, 0, 640, 480]],
    ]);
    put("unsized.zip", [task, annotations, video]);
    const { lines: planned } = await migrate("unsized.zip --dry-run");
    expect(planned).toMatchObject([
      {
        losses: ['tags "crab" of frames 1, 2, 5: there is no such picture, or the backup does not say how large it is'],
      },
    ]);
  },
);

test("a backup that is not as CVAT writes it is refused with its place, and does not end the others", async () => {
  const task = { name: "Odd", version: "1.0", labels, data: {}, jobs: [{ start_frame: 0, stop_frame: 0, type: null }] };
  const backup = (own: object, annotations: unknown) => [
    ...[file("task.json", { ...task, ...own }), file("annotations.json", annotations)],
    file("data/a.png", picture),
  ];
  put("name.zip", backup({ name: 7 }, []));
  put("tracks.zip", backup({}, [{ tracks: [{ label: "fish", shapes: [box(0, 1), { points: [1] }] }] }]));
  put("quote.zip", backup({}, [{ shapes: [box(0, 1, { label: "fish", rotation: '1" points="' })] }]));
  put("whole.zip", backup({}, [{ shapes: [box(0, 1, { label: "fish", source: null })], tags: null }]));
  const { lines, stderr, exitCode } = await migrate("name.zip tracks.zip quote.zip whole.zip");
  expect(exitCode, stderr).toBe(1);
  expect(lines.map(({ error, name }) => error ?? name)).toEqual([
    ...[
      expect.stringMatching(/name\.zip is not as CVAT writes it: task\.json, \/name is not text\.$/),
      expect.stringMatching(
        /tracks\.zip is not as CVAT writes it: annotations\.json, \/0\/tracks\/0\/shapes\/1 lacks type\.$/,
      ),
      expect.stringMatching(
        /quote\.zip is not as CVAT writes it: annotations\.json, \/0\/shapes\/0\/rotation is not a number\.$/,
      ),
    ],
    "Odd",
  ]);
});

test("a task with empty labels is imported without a message", async () => {
  const task = {
    name: "Plain",
    version: "1.0",
    labels: [{ name: "fish" }],
    data: {},
    jobs: [{ start_frame: 0, stop_frame: 0 }],
  };
  const shapes = [box(0, 1, { label: "fish" })];
  put("plain.zip", [file("task.json", task), file("annotations.json", [{ shapes }]), file("data/a.png", picture)]);
  const { lines, exitCode } = await migrate("plain.zip");
  expect(lines).toMatchObject([{ name: "Plain", warnings: [] }]);
  expect(exitCode).toBe(0);
});

test("jobs that repeat others' frames, subsets, guides and scores are named, and doubled by none", async () => {
  const shape = (more: object = {}) => ({ ...box(0, 1, { label: "fish" }), ...more });
  const jobs = ["annotation", "ground_truth", "consensus_replica"].map((type) => ({
    type,
    start_frame: 0,
    stop_frame: 0,
  }));
  const task = { name: "Checked", version: "1.0", labels, data: { start_frame: 0, stop_frame: 0 }, jobs };
  const tags = [{ label: "fish", frame: 0 }];
  const parts = [{ shapes: [shape({ score: 0.5 })] }, { shapes: [shape()], tags }, { shapes: [shape(), shape()] }];
  const media = [file("data/a.png", picture), file("annotation_guide.md", "Look twice.")];
  put("checked.zip", [file("task.json", { ...task, subset: "Train" }), file("annotations.json", parts), ...media]);
  const { lines } = await migrate("checked.zip --dry-run");
  expect(lines).toMatchObject([{ name: "Checked", shapes: 1 }]);
  for (const what of [
    "the guide for annotators",
    'its subset "Train"',
    "scores of models: 1",
    "shapes and tracks of a ground truth job: 1",
    "tags of a ground truth job: 1",
    "shapes and tracks of jobs that are copies for a consensus: 2",
  ]) {
    expect(JSON.stringify(lines)).toContain(JSON.stringify(what).slice(1, -1));
  }
  put("odd.zip", [file("task.json", task), file("annotations.json", parts.slice(0, 1)), file("data/a.png", picture)]);
  expect(JSON.stringify((await migrate("odd.zip --dry-run")).lines)).toContain("1 parts for 3 jobs");
});

test("a project gives its labels to its tasks, and a second run skips existing datasets", async () => {
  const project = [
    file("project.json", { name: "Survey", version: "1.0", labels }),
    ...pictureTask("task_0/", { subset: "" }),
    file("task_1/task.json", { name: "Far away", version: "1.0", data: {}, jobs: [] }),
    file("task_1/annotations.json", []),
    file("task_1/data/manifest.jsonl", '{"version":"1.1"}'),
  ];
  put("survey.zip", project);
  const plan = await migrate("survey.zip --dry-run");
  expect(plan.lines).toMatchObject([
    { name: "Far away", error: expect.stringContaining("cloud storage or a share") as string },
    { name: "Reef shots", files: 5, tracks: 2, shapes: 4 },
  ]);
  const first = await migrate("survey.zip --to /user/admin/Public");
  expect(first.exitCode).toBe(1);
  expect(first.lines.find(({ name }) => name === "Reef shots")?.id).toBeDefined();
  const again = await migrate("survey.zip --to /user/admin/Public");
  expect(again.lines.find(({ name }) => name === "Reef shots")).toMatchObject({ skipped: true });
});

test("media that a backup does not have come from a folder", async () => {
  const light = pictureTask().filter(({ name }) => !String(name).endsWith(".png"));
  put("light.zip", light);
  const without = await migrate("light.zip --dry-run");
  expect(without.lines).toMatchObject([{ error: expect.stringContaining("--media") as string }]);
  for (const name of ["deep/b/shot.png", "deep/a/shot.png", "z1.PNG", "z2.png", "other/one.png"]) {
    mkdirSync(join(workspace.folder, "media", dirname(name)), { recursive: true });
    writeFileSync(join(workspace.folder, "media", name), picture);
  }
  const [parent] = await server.client.call("folder.list", {
    parentType: "user",
    parentId: server.userId,
    name: "Private",
  });
  await server.client.call("folder.create", { parentId: parent?._id ?? "", name: "light" });
  const { lines, stderr } = await migrate("light.zip --media media --to /user/admin/Private/light");
  expect(lines, stderr).toMatchObject([{ name: "Reef shots", type: "image-sequence" }]);
  const [{ id, warnings } = { id: "", warnings: [] }] = lines;
  expect(warnings).toContain("Reef shots: not taken: z3.png, which is not in the folder of --media.");
  const media = await server.client.call("dataset.media", { id });
  expect(media.imageData.map(({ filename }) => filename)).toEqual(["a_shot.png", "b_shot.png", "z1.png", "z2.png"]);
  const tracks = await get<WireTrack[]>(`dive_annotation/track?folderId=${id}`);
  expect(tracks.map(({ begin }) => begin).toSorted()).toEqual([0, 1, 1, 1, 3]);
});

test.skipIf(motion === undefined)(
  "a backup that names no media takes the only video there is, and says so",
  async () => {
    put("dive.zip", videoTask("", { name: "Nameless" }).slice(0, 2));
    mkdirSync(join(workspace.folder, "media"));
    copyFileSync(motion ?? "", join(workspace.folder, "media/film.mp4"));
    const { lines, exitCode } = await migrate("dive.zip --media media");
    expect(lines).toMatchObject([{ name: "Nameless", type: "video" }]);
    expect(lines[0]?.warnings[0]).toContain("the video film.mp4 of --media is taken");
    expect(exitCode).toBe(1);
  },
);

test("the next command removes temporary files of a killed one", async () => {
  put("reef.zip", pictureTask().concat(file("data/large.png", new Uint8Array(64 * 1024 * 1024))));
  const temporary = join(workspace.folder, "tmp");
  mkdirSync(temporary);
  const left = (): string[] => readdirSync(temporary).filter((name) => name.startsWith("wakeline-migrate-"));
  const run = spawn(process.execPath, [bin, "migrate", "cvat", "reef.zip", "--to", "/user/admin/Private"], {
    cwd: workspace.folder,
    env: { ...process.env, TMPDIR: temporary, WAKELINE_SERVER: server.url, WAKELINE_TOKEN: server.token },
    stdio: "ignore",
  });
  const exited = once(run, "exit");
  while (left().length === 0 && run.exitCode === null) await sleep(5);
  run.kill("SIGKILL");
  await exited;
  expect(left()).toHaveLength(1);
  await workspace.run(`TMPDIR=${temporary} wakeline migrate cvat reef.zip --to /user/admin/Private`);
  expect(left()).toEqual([]);
});

test.each([
  ["no task", [file("readme.txt", "x")], "not a backup of a CVAT task or project"],
  ["another version", videoTask("", { version: "2.0" }), "1.0 is the version that can be read"],
  ["broken", [file("task.json", "{")], "not valid JSON"],
])("refuses %s, and says why", async (_, entries, message) => {
  put("bad.zip", entries);
  const { lines, exitCode } = await migrate("bad.zip");
  expect(lines).toMatchObject([{ error: expect.stringContaining(message) as string }]);
  expect(exitCode).toBe(1);
});
