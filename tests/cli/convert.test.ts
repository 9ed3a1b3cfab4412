/** Interrupted conversions, large files, and which code is loaded for a small one. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Workspace, createWorkspace } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => {
  workspace.remove();
});

/** Rows of tracks with 50 detections each. */
function rows(count: number, picture = ""): string {
  return Array.from({ length: count }, (_, index) => {
    const [track, step] = [Math.floor(index / 50), index % 50];
    const [x, y] = [(track * 37) % 1800, (track * 17) % 1000];
    return `${track},${picture},${step},${x},${y},${x + 50 + step},${y + 40},0.9,-1,fish,0.9\n`;
  }).join("");
}

const path = (name: string): string => join(workspace.folder, name);
const tree = (folder: string): string[] => readdirSync(path(folder), { recursive: true }).map(String).toSorted();

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [bin, "convert", ...args], { cwd: workspace.folder, stdio: "ignore" });
}

/** Waits until a draft is in the folder: a file is being written. */
async function untilDraft(child: ChildProcess, folder: string): Promise<void> {
  const isThere = (): boolean => {
    try {
      return tree(folder).some((name) => name.endsWith(".tmp"));
    } catch {
      return false;
    }
  };
  while (child.exitCode === null && !isThere()) await sleep(2);
}

function makeManyFiles(): void {
  mkdirSync(path("runs"));
  const content = rows(40_000);
  for (let index = 0; index < 12; index++) writeFileSync(path(`runs/${index}.csv`), content);
}

test.each([
  ["SIGINT", 130],
  ["SIGHUP", 129],
  ["SIGTERM", 143],
] as const)(
  "%s takes away what is not complete, what is complete is whole, and the exit code is %i",
  async (signal, code) => {
    makeManyFiles();
    const child = start(["runs", "--to", "dive-json", "-o", "out"]);
    const exited = once(child, "exit") as Promise<[number | null]>;
    await untilDraft(child, "out");
    child.kill(signal);
    expect((await exited)[0]).toBe(code);
    // If it stopped before anything was complete, not even the folder remains.
    const names = readdirSync(workspace.folder).includes("out") ? tree("out") : [];
    expect(names.length).toBeLessThan(12);
    for (const name of names) {
      expect(name).toMatch(/^\d+\.json$/);
      expect(() => JSON.parse(readFileSync(path(`out/${name}`), "utf8")) as unknown).not.toThrow();
    }
  },
);

test("a process that is killed leaves nothing half-written under the name of a result, nor harms what was there", async () => {
  makeManyFiles();
  mkdirSync(path("out"));
  for (let index = 0; index < 12; index++) writeFileSync(path(`out/${index}.json`), "earlier");
  const child = start(["runs", "--to", "dive-json", "-o", "out"]);
  const exited = once(child, "exit");
  await untilDraft(child, "out");
  child.kill("SIGKILL");
  await exited;
  const isHarmed = (content: string): boolean => {
    if (content === "earlier") return false;
    const { tracks } = JSON.parse(content) as { readonly tracks: object };
    return Object.keys(tracks).length !== 800;
  };
  const contents = Array.from({ length: 12 }, (_, index) => readFileSync(path(`out/${index}.json`), "utf8"));
  expect(contents.filter(isHarmed)).toEqual([]);
});

test("threads give the same files as one thread", async () => {
  makeManyFiles();
  expect(await workspace.run("wakeline convert runs --to viame-csv -o many --jobs 3 --exported-time x")).toMatchObject({
    exitCode: 0,
  });
  await workspace.run("wakeline convert runs --to viame-csv -o one --jobs 1 --exported-time x");
  expect(tree("many")).toEqual(tree("one"));
  expect(await workspace.run("diff -r many one")).toMatchObject({ exitCode: 0, stdout: "" });
});

test("a large CSV or DIVE JSON comes in pieces, from a file or a pipe, with the same result; memory does not grow with it", async () => {
  const peak = `node --import ${import.meta.resolve("./print-peak-memory.js")} ${bin} convert`;
  const measure = async (command: string): Promise<number> => {
    const { exitCode, stderr } = await workspace.run(command);
    expect(exitCode, stderr).toBe(0);
    return Number(/^peak memory (\d+)$/m.exec(stderr)?.[1]);
  };
  writeFileSync(path("small.csv"), rows(50));
  const base = await measure(`${peak} small.csv --to dive-json -o small.json`);
  // The names of pictures are long and not kept: memory must not contain the whole file.
  const content = rows(500_000, "a picture with a long name/".repeat(8));
  writeFileSync(path("large.csv"), content);
  for (const [format, file] of [
    ["kwcoco", "large.kwcoco.json"],
    ["dive-json", "large.json"],
  ] as const) {
    const large = await measure(`${peak} large.csv --to ${format} -o ${file}`);
    expect((large - base) / content.length, format).toBeLessThan(1.1);
  }
  await workspace.run("wakeline convert - --to dive-json -o - < large.csv > piped.json");
  expect(await workspace.run("cmp large.json piped.json")).toMatchObject({ exitCode: 0 });
  const { size } = statSync(path("large.json"));
  expect(size).toBeGreaterThan(32 << 20);
  const fromFile = await measure(`${peak} large.json --to dive-json -o again.json`);
  expect(await workspace.run("cmp large.json again.json")).toMatchObject({ exitCode: 0 });
  // The size of a pipe is unknown; columns must not be reallocated repeatedly because of that.
  // On a busy machine garbage is collected late, which only adds: the least of some runs counts.
  const more = async () => (await measure(`cat large.json | ${peak} - --to dive-json -o again.json`)) - fromFile;
  await expect.poll(async () => (await more()) / size, { timeout: 60_000 }).toBeLessThan(0.5);
  expect(await workspace.run("cmp large.json again.json")).toMatchObject({ exitCode: 0 });
});

test("a small file loads neither threads, network, server, schemas nor the readers of other formats", async () => {
  writeFileSync(path("a.csv"), rows(3));
  const modules = `--import=${import.meta.resolve("./print-modules.js")}`;
  const { stderr } = await workspace.run(`NODE_OPTIONS=${modules} wakeline convert a.csv --to dive-json -o a.json`);
  const loaded = stderr.split("\n");
  expect(loaded).toContainEqual(expect.stringMatching(/\/cli\/offline\/convert-file\.ts$/));
  expect(
    loaded.filter((url) =>
      /worker_threads|\/offline\/threads|\/threads\/|\/undici\/|\/server\/|\/validators|\/yaml\/|\/diff\//.test(url),
    ),
  ).toEqual([]);
});
