/** `wakeline annotation pull` and `push`: two people with working copies of one dataset, on a real server. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { track, trackIdsOf } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { seededRandom } from "../support/random.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type CommandResult, runInProcess } from "./in-process.ts";
import { expectOutput } from "./output-schema.ts";
import { createWorkspace } from "./transcript.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

interface Feature {
  readonly frame: number;
  bounds: number[];
}
interface TrackJson {
  readonly id: number;
  confidencePairs: [string, number][];
  readonly features: Feature[];
}
interface Document {
  readonly tracks: Record<string, TrackJson>;
  readonly groups: Record<string, object>;
}
interface Report {
  readonly ok: boolean;
  readonly sets: readonly {
    readonly file: string;
    readonly revision: number;
    readonly sent: { readonly tracks: { added: number; changed: number; deleted: number } };
    readonly conflicts: readonly {
      kind: string;
      id: number;
      frame?: number;
      path: string;
      server: unknown;
      here: unknown;
    }[];
    readonly renumbered: { readonly tracks: Record<string, number> };
    readonly dropped: readonly string[];
  }[];
}

let server: TestServer;
let folder: string;
let dataset: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), "wakeline-copies-"));
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

let counter = 0;
let [ada, bob] = ["", ""];
beforeEach(async () => {
  counter += 1;
  [ada, bob] = [join(folder, `ada-${counter}`), join(folder, `bob-${counter}`)];
  dataset = await createImageDataset(server.client, `reef ${counter}`);
  await save([track(0), track(1), track(2)]);
});

const save = (upsert: object[], set?: string): Promise<unknown> =>
  server.client.call("annotation.save", { folderId: dataset, body: { tracks: { upsert }, ...(set && { set }) } });

function run(...args: string[]): Promise<CommandResult> {
  const env = { WAKELINE_TOKEN: server.token, WAKELINE_SERVER: server.url };
  return runInProcess(["annotation", ...args], { env });
}

async function report(...args: string[]): Promise<Report & { readonly exitCode: number | null }> {
  const { stdout, stderr, exitCode } = await run(...args, "--json");
  expect(stdout, stderr).not.toBe("");
  const document = JSON.parse(stdout) as Report;
  expectOutput("working-copy", document);
  return { ...document, exitCode };
}

async function pullBoth(): Promise<void> {
  for (const copy of [ada, bob]) expect((await run("pull", dataset, "-C", copy)).exitCode).toBe(0);
}

const read = (copy: string, name = "annotations.json"): Document =>
  JSON.parse(readFileSync(join(copy, name), "utf8")) as Document;

function edit(copy: string, change: (document: Document) => void, name = "annotations.json"): void {
  const document = read(copy, name);
  change(document);
  writeFileSync(join(copy, name), JSON.stringify(document));
}

const onServer = async (set?: string): Promise<TrackJson[]> =>
  (await server.client.call("annotation.tracks", {
    folderId: dataset,
    ...(set !== undefined && { set }),
  })) as unknown as TrackJson[];

test("changes of both to different parts of one track are in both copies and on the server", async () => {
  await pullBoth();
  edit(ada, ({ tracks }) => {
    tracks["0"]!.features[0]!.bounds = [5, 6, 7, 8];
    delete tracks["2"];
  });
  edit(bob, ({ tracks }) => {
    tracks["0"]!.confidencePairs = [["cod", 1]];
    tracks["7"] = { ...tracks["1"]!, id: 7 };
  });
  expect(await report("push", "-C", ada)).toMatchObject({
    ok: true,
    sets: [{ from: 1, revision: 2, sent: { tracks: { added: 0, changed: 1, deleted: 1 } } }],
  });
  expect(await report("push", "-C", bob)).toMatchObject({
    sets: [
      {
        from: 1,
        revision: 3,
        received: { tracks: { added: 0, changed: 1, deleted: 1 } },
        sent: { tracks: { added: 1, changed: 1, deleted: 0 } },
      },
    ],
  });
  expect((await onServer()).map(({ id }) => id)).toEqual([0, 1, 7]);
  expect((await onServer())[0]).toMatchObject({
    confidencePairs: [["cod", 1]],
    features: [{ bounds: [5, 6, 7, 8] }, {}],
  });
  await run("pull", "-C", ada);
  expect(readFileSync(join(ada, "annotations.json"))).toEqual(readFileSync(join(bob, "annotations.json")));
});

test("a conflict is listed with its place, nothing is sent, and --prefer decides", async () => {
  await pullBoth();
  edit(ada, ({ tracks }) => (tracks["1"]!.features[1]!.bounds = [1, 1, 2, 2]));
  edit(bob, ({ tracks }) => {
    tracks["1"]!.features[1]!.bounds = [3, 3, 4, 4];
    tracks["0"]!.confidencePairs = [["cod", 1]];
  });
  await run("push", "-C", ada);
  const before = readFileSync(join(bob, "annotations.json"));
  const refused = await report("push", "-C", bob);
  expect(refused).toMatchObject({ exitCode: 1, ok: false, sets: [{ from: 1, revision: 1, conflictCount: 1 }] });
  expect(refused.sets[0]!.conflicts).toMatchObject([
    { kind: "track", id: 1, frame: 1, path: "bounds", server: [1, 1, 2, 2], here: [3, 3, 4, 4] },
  ]);
  expect(readFileSync(join(bob, "annotations.json"))).toEqual(before);
  expect((await onServer())[0]).toMatchObject({ confidencePairs: [["fish", 0.75]] });
  const { stderr, exitCode } = await run("pull", "-C", bob);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/track 1, frame 1 +bounds +\[3,4,32,42\] +\[1,1,2,2\] +\[3,3,4,4\]/);
  expect(await report("push", "-C", bob, "--prefer", "mine")).toMatchObject({
    exitCode: 0,
    sets: [{ conflictCount: 1 }],
  });
  expect((await onServer())[1]!.features[1]!.bounds).toEqual([3, 3, 4, 4]);
  expect((await onServer())[0]!.confidencePairs).toEqual([["cod", 1]]);
});

test("--dry-run reports everything and changes neither side", async () => {
  await pullBoth();
  await save([track(5)]);
  edit(ada, ({ tracks }) => (tracks["1"]!.confidencePairs = [["cod", 1]]));
  const files = (): unknown => [".wakeline-copy.json", "annotations.json"].map((name) => readFileSync(join(ada, name)));
  const before = files();
  for (const verb of ["pull", "push"]) {
    expect(await report(verb, "-C", ada, "--dry-run")).toMatchObject({
      ok: true,
      dryRun: true,
      sets: [
        { received: { tracks: { added: 1 } }, unsent: { tracks: { changed: 1 } }, sent: { tracks: { changed: 0 } } },
      ],
    });
  }
  expect(files()).toEqual(before);
  expect((await onServer())[1]!.confidencePairs).toEqual([["fish", 0.75]]);
});

test("tracks that both draw under one id are both kept; a killed push sends nothing twice", async () => {
  await pullBoth();
  edit(ada, ({ tracks }) => (tracks["3"] = { ...tracks["1"]!, id: 3, confidencePairs: [["ray", 1]] }));
  edit(bob, ({ tracks }) => (tracks["3"] = { ...tracks["1"]!, id: 3, confidencePairs: [["eel", 1]] }));
  await run("push", "-C", ada);
  // The state of the folder when the command is killed after the server has saved.
  await run("pull", "-C", bob);
  cpSync(bob, `${bob}-killed`, { recursive: true });
  const pushed = await report("push", "-C", bob);
  expect(pushed).toMatchObject({ sets: [{ sent: { tracks: { added: 1, changed: 0, deleted: 0 } } }] });
  expect(await report("push", "-C", `${bob}-killed`)).toMatchObject({ sets: [{ sent: { tracks: { added: 0 } } }] });
  expect((await onServer()).map(({ id, confidencePairs }) => `${id} ${confidencePairs[0]?.[0]}`)).toEqual([
    ...["0 fish", "1 fish", "2 fish", "3 ray", "4 eel"],
  ]);
});

test("copies that push at the same moment lose nothing", async () => {
  const random = seededRandom(34);
  const copies = Array.from({ length: 4 }, (_, index) => join(folder, `many-${index}`));
  const expected = new Map<string, string>();
  for (const copy of copies) await run("pull", dataset, "-C", copy);
  for (let round = 0; round < 4; round += 1) {
    for (const [index, copy] of copies.entries()) {
      await run("pull", "-C", copy);
      edit(copy, ({ tracks }) => {
        // Each copy has members of its own in the tracks that all of them change.
        for (const id of [0, 1, 2]) {
          const value = `${round} ${Math.floor(random() * 1e6)}`;
          Object.assign(tracks[id]!, { [`of${index}`]: value });
          expected.set(`${id} of${index}`, value);
        }
        tracks["50"] = { ...tracks["1"]!, id: 50, confidencePairs: [[`copy ${index} round ${round}`, 1]] };
        expected.set(`copy ${index} round ${round}`, "1");
      });
    }
    const results = await Promise.all(copies.map((copy) => report("push", "-C", copy)));
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    for (const copy of copies) {
      await run("pull", "-C", copy);
      edit(copy, ({ tracks }) => {
        const own = tracks["50"];
        if (own === undefined) return;
        delete tracks["50"];
        expected.delete(own.confidencePairs[0]![0]);
      });
      await run("push", "-C", copy);
    }
  }
  const found = new Map<string, string>();
  for (const one of await onServer()) {
    for (const [name, value] of Object.entries(one))
      if (one.id < 3 && /^of\d/.test(name)) found.set(`${one.id} ${name}`, String(value));
    const [[type] = ["none"]] = one.confidencePairs;
    if (type.startsWith("copy")) found.set(type, "1");
  }
  expect(found).toEqual(expected);
});

test("sets have files of their own, and a new file becomes a set", async () => {
  await save([track(9, "ray")], "model");
  await run("pull", dataset, "-C", ada);
  expect(Object.keys(read(ada, "model.json").tracks)).toEqual(["9"]);
  cpSync(join(ada, "model.json"), join(ada, "mine.json"));
  expect((await run("push", "-C", ada)).stderr).toContain("mine.json; --add FILE makes a set");
  expect((await report("push", "-C", ada, "--add", "mine.json")).exitCode).toBe(0);
  expect(await onServer("mine")).toEqual(await onServer("model"));
  expect((await run("pull", "-C", bob)).stderr).toContain("is not a working copy");
  await run("pull", dataset, "-C", bob, "--set", "default");
  expect((await run("pull", "-C", bob)).stderr).toContain("Not in this copy: set mine, set model");
});

test("whatever a file of the corpus holds, the server has all of it after a push, and the next push sends nothing", async () => {
  await run("pull", dataset, "-C", ada);
  const corpus = fileURLToPath(new URL("../corpus/dive-json/", import.meta.url));
  const names = readdirSync(corpus).filter((name) => existsSync(join(corpus, name, "input.json")));
  for (const name of names) cpSync(join(corpus, name, "input.json"), join(ada, `${name}.json`));
  const adding = names.flatMap((name) => ["--add", `${name}.json`]);
  const taken = (sets: Report["sets"]): Report["sets"] => sets.filter((one) => !("error" in one));
  const sent = taken((await report("push", "-C", ada, ...adding)).sets);
  expect(sent.length).toBeGreaterThan(20);
  const nothing = { added: 0, changed: 0, deleted: 0 };
  // For other files, the server reports what it does not accept.
  for (const { file, conflicts, renumbered, ...again } of taken((await report("push", "-C", ada)).sets)) {
    expect({ file, conflicts, renumbered, ...again.sent }).toEqual({
      file,
      conflicts: [],
      renumbered: { tracks: {}, groups: {} },
      tracks: nothing,
      groups: nothing,
    });
  }
  const lost = sent.slice(1).map(async ({ file, dropped }) => {
    const original = join(corpus, file.replace(".json", ""), "input.json");
    const { stdout } = await runInProcess(["diff", original, join(ada, file), "--json"]);
    const { tracks, groups, detections } = JSON.parse(stdout === "" ? "{}" : stdout) as Record<string, object>;
    return stdout === "" ? [] : [{ file, dropped, tracks, groups, detections }];
  });
  const compared = (await Promise.all(lost)).flat();
  expect(compared.length).toBeGreaterThan(15);
  for (const one of compared) expect(one).toMatchObject({ tracks: nothing, groups: nothing, detections: nothing });
});

test("a file with broken parts is not sent, and losses of sets are reported", async () => {
  await run("pull", dataset, "-C", ada);
  writeFileSync(join(ada, "annotations.json"), '{"tracks": {"0": 5, "1": {"id": 1}}, "groups": {}, "version": 2}');
  const broken = await run("push", "-C", ada);
  expect([broken.exitCode, broken.stderr]).toMatchObject([
    1,
    expect.stringContaining("cannot be read, which would be lost"),
  ]);
  expect(await onServer()).toHaveLength(3);
  rmSync(join(ada, "annotations.json"));
  expect((await run("pull", "-C", ada)).stderr).toContain("was missing and was written again");
  edit(ada, (document) => {
    document.tracks["0"]!.features[0]!.bounds = [1.5, 2, 30, 40.25];
    Object.assign(document, { ours: 1 });
  });
  expect(await report("push", "-C", ada)).toMatchObject({
    exitCode: 0,
    sets: [{ dropped: ["ours"], conflictCount: 0 }],
  });
  expect(read(ada).tracks["0"]!.features[0]).toMatchObject({ exactBounds: [1.5, 2, 30, 40.25] });
});

test("a server that was set back to other data is recognized", async () => {
  await run("pull", dataset, "-C", ada);
  const path = join(ada, ".wakeline-copy.json");
  const state = JSON.parse(readFileSync(path, "utf8")) as { sets: { sha256: string; revision: number }[] };
  const write = (change: object): void =>
    writeFileSync(path, JSON.stringify({ ...state, sets: [{ ...state.sets[0], ...change }] }));
  write({ sha256: "0".repeat(64) });
  edit(ada, ({ tracks }) => (tracks["0"]!.confidencePairs = [["cod", 1]]));
  expect((await run("push", "-C", ada)).stderr).toContain("its data were set back, or it is another server");
  write({ revision: 9 });
  expect((await run("push", "-C", ada)).stderr).toContain("its data were set back, or it is another server");
});

test("branches of git with copies at different revisions merge by the driver, and push what is new", async () => {
  const workspace = createWorkspace({ WAKELINE_TOKEN: server.token, WAKELINE_SERVER: server.url });
  try {
    const git = (...args: string[]): string => execFileSync("git", args, { cwd: workspace.folder, encoding: "utf8" });
    const shell = async (command: string): Promise<void> => {
      const { exitCode, stderr, stdout } = await workspace.run(command);
      expect(exitCode, stderr + stdout).toBe(0);
    };
    git("init", "-q", "-b", "main");
    git("config", "user.name", "Ada");
    git("config", "user.email", "ada@example.org");
    await shell(`wakeline git install && wakeline annotation pull ${dataset} -C .`);
    await shell("git add . && git commit -qm base && git checkout -qb other");
    await save([track(1, "ray")]);
    await shell("wakeline annotation pull");
    edit(workspace.folder, ({ tracks }) => (tracks["0"]!.confidencePairs = [["cod", 1]]));
    await shell("git commit -qam other && git checkout -q main");
    await save([track(8)]);
    await shell("wakeline annotation pull && git commit -qam newer && git merge -q -m both other");
    expect(JSON.parse(git("show", "HEAD:.wakeline-copy.json"))).toMatchObject({ sets: [{ revision: 3 }] });
    await save([track(2, "eel")]);
    await shell("wakeline annotation push");
  } finally {
    workspace.remove();
  }
  expect((await onServer()).map(({ id, confidencePairs }) => `${id} ${confidencePairs[0]?.[0]}`)).toEqual([
    ...["0 cod", "1 ray", "2 eel", "8 fish"],
  ]);
});

test("a dataset with several cameras has a copy for each; both are pulled and pushed at once", async () => {
  const { id, cameras } = await createMultiCamDataset(server.client, {
    name: `rig ${counter}`,
    cameras: [
      { name: "left", images: 2 },
      { name: "right", images: 2 },
    ],
  });
  const saveIn = (folderId: string, upsert: object[]) =>
    server.client.call("annotation.save", { folderId, body: { tracks: { upsert } } as never });
  await saveIn(cameras["left"]!, [track(0)]);
  expect((await run("pull", id, "-C", ada)).exitCode).toBe(0);
  expect(readdirSync(ada).toSorted()).toEqual([".wakeline-cameras.json", "left", "right"]);
  const tracksOf = (camera: string): object =>
    (JSON.parse(readFileSync(join(ada, camera, "annotations.json"), "utf8")) as Document).tracks;
  expect([Object.keys(tracksOf("left")), Object.keys(tracksOf("right"))]).toEqual([["0"], []]);
  // Both sides change, each on another camera and on the same one.
  await saveIn(cameras["right"]!, [track(5)]);
  const left = JSON.parse(readFileSync(join(ada, "left", "annotations.json"), "utf8")) as Document;
  left.tracks["1"] = track(1) as unknown as TrackJson;
  writeFileSync(join(ada, "left", "annotations.json"), JSON.stringify(left));
  const pushed = await run("push", "-C", ada, "--json");
  const reports = pushed.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Report);
  for (const one of reports) expectOutput("working-copy", one);
  expect([pushed.exitCode, reports.map(({ sets }) => sets[0]?.sent.tracks.added)]).toEqual([0, [1, 0]]);
  expect(Object.keys(tracksOf("right"))).toEqual(["5"]);
  expect(await trackIdsOf(server.client, cameras["left"]!)).toEqual([0, 1]);
  // A broken file of one camera keeps the other one from nothing.
  writeFileSync(join(ada, "left", "annotations.json"), "{");
  await saveIn(cameras["right"]!, [track(6)]);
  expect((await run("pull", "-C", ada)).exitCode).not.toBe(0);
  expect(Object.keys(tracksOf("right"))).toEqual(["5", "6"]);
  expect((await run("push", "-C", ada, "--add", "x.json")).exitCode).toBe(2);
  const other = await run("pull", dataset, "-C", ada);
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining("name another folder with --copy")]);
});

test("cameras with names alike have folders of their own, and no camera has one outside the copy", async () => {
  const cameras = ["Left cam", "left-cam"].map((name) => ({ name, images: 1 }));
  const { id } = await createMultiCamDataset(server.client, { name: `alike ${counter}`, cameras });
  expect((await run("pull", id, "-C", ada)).exitCode).toBe(0);
  const folders = readdirSync(ada).filter((name) => !name.startsWith("."));
  expect(new Set(folders.map((name) => name.toLowerCase())).size).toBe(2);
  const path = join(ada, ".wakeline-cameras.json");
  const state = JSON.parse(readFileSync(path, "utf8")) as { cameras: Record<string, string> };
  for (const wrong of ["..", "../left", "/tmp", folders[0]!.toUpperCase()]) {
    writeFileSync(path, JSON.stringify({ ...state, cameras: { a: folders[0], b: wrong } }));
    const { exitCode, stderr } = await run("pull", "-C", ada);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("is not the list of cameras")]);
  }
});
