/** A real program that behaves as a pipeline runner: what it receives, what it leaves, how it is stopped. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { PipelineRun } from "../../ports/pipeline-engine.ts";
import { commandEngine } from "./engine.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "wakeline-command-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const limits = { timeoutMs: 60_000, memoryBytes: 2 ** 31, outputBytes: 2 ** 20 };

/** @param body of a program, with its arguments in `args` */
function install(body: string, manifest: object = {}, folder = "viame"): void {
  const at = join(root, "pipelines", folder);
  mkdirSync(at, { recursive: true });
  const program = join(at, "run.mjs");
  writeFileSync(
    program,
    `#!${process.execPath}\nimport fs from "node:fs"; const args = process.argv.slice(2);\n${body}\n`,
  );
  chmodSync(program, 0o755);
  writeFileSync(join(at, "detector_fish_net.pipe"), "process in\n");
  writeFileSync(join(at, "embedded_part.pipe"), "process in\n");
  const whole = {
    command: ["./run.mjs", "{pipe}"],
    results: ["{folder}/tracks.csv", "{folder}/boxes.csv"],
    ...manifest,
  };
  writeFileSync(join(at, "runner.json"), JSON.stringify(whole));
}

/** These tests run programs only. */
const noModel = { run: () => Promise.reject(new Error("There is no model here.")) };
const noModels = { "channel-features": noModel, onnx: noModel };
const engine = (more: Partial<typeof limits> = {}, folder = "pipelines") =>
  commandEngine(join(root, folder), { ...limits, ...more }, noModels);

function runOf(more: Partial<PipelineRun> = {}): PipelineRun & { said: string[]; steps: number[][] } {
  const folder = join(root, "run");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const picture = join(root, "0f3a");
  writeFileSync(picture, "a picture");
  const [said, steps]: [string[], number[][]] = [[], []];
  const written = (name: string, content: string) => async () => {
    writeFileSync(join(root, name), content);
    return join(root, name);
  };
  return {
    pipe: "detector_fish_net.pipe",
    parameters: {},
    media: {
      kind: "images",
      files: [
        { path: picture, name: "reef 1.png" },
        { path: picture, name: "../b.png" },
      ],
    },
    fps: 5,
    annotations: { viameCsv: written("in.csv", "# csv\n"), diveJson: written("in.json", "{}") },
    folder,
    signal: new AbortController().signal,
    progress: (done, total) => void steps.push([done, total]),
    log: (text) => void said.push(text),
    ...more,
    said,
    steps,
  };
}

test("its .pipe files are listed by their names, with what the manifest says of them", async () => {
  const size = { key: "net:size", label: "Size", type: "select", type_props: { items: ["s", "l"] }, default: "s" };
  const pipelines = { "detector_fish_net.pipe": { description: "Finds fish.", parameters: [size] } };
  install("", { pipelines });
  expect(await engine().list()).toEqual([
    { pipe: "detector_fish_net.pipe", description: "Finds fish.", parameters: [size] },
  ]);
  install("", { command: ["./run.mjs", "{firstFrame}", "{lastFrame}"] });
  expect(await engine().list()).toMatchObject([{ pipe: "detector_fish_net.pipe", takesFrames: true }]);
  install("", { results: "x" });
  await expect(engine().list()).rejects.toThrow(/viame\/runner\.json: .*results/s);
  install("", { progress: "(" });
  await expect(engine().list()).rejects.toThrow('"progress" is not a regular expression.');
  await expect(engine({}, "nowhere").list()).rejects.toThrow("cannot be read");
});

test("it gets media under their names, the annotations it asks for and its parameters, and none of our variables", async () => {
  process.env["WAKELINE_TEST_SECRET"] = "secret";
  install(
    `const list = fs.readFileSync(args[1], "utf8").trim().split("\\n");
     console.log("frame 1 of 2"); console.log("hello"); console.log("frame 2 of 2");
     fs.writeFileSync("boxes.csv", JSON.stringify({ args, env: process.env, cwd: process.cwd(), list,
       contents: list.map((path) => fs.readFileSync(path, "utf8")), csv: fs.readFileSync(args[2], "utf8") }));`,
    {
      command: ["./run.mjs", "{pipe}", "{media}", "{viameCsv}", "{fps}", "{unknown}"],
      forImages: ["--images"],
      forVideo: ["--video"],
      forParameter: ["-s", "{key}={value}"],
      environment: { VIAME_INSTALL: "/opt/viame" },
      progress: "^frame (?<done>\\d+) of (?<total>\\d+)",
    },
  );
  const run = runOf({ parameters: { "net:size": "{pipe}; rm -rf /", "net:limit": 3 } });
  const { path, format } = await engine().run(run);
  expect([path, format]).toEqual([join(run.folder, "boxes.csv"), "viame-csv"]);
  const got = JSON.parse(readFileSync(path, "utf8")) as Record<string, never> & { args: string[]; list: string[] };
  const pipe = join(root, "pipelines/viame/detector_fish_net.pipe");
  expect(got.args).toEqual([
    ...[pipe, join(run.folder, "media.txt"), join(root, "in.csv"), "5", "{unknown}", "--images"],
    ...["-s", "net:size={pipe}; rm -rf /", "-s", "net:limit=3"],
  ]);
  expect(got.list).toEqual([join(run.folder, "media/reef 1.png"), join(run.folder, "media/.._b.png")]);
  expect(got["contents"]).toEqual(["a picture", "a picture"]);
  expect([got["csv"], got["cwd"]]).toEqual(["# csv\n", run.folder]);
  expect(got["env"]).toMatchObject({ VIAME_INSTALL: "/opt/viame", HOME: run.folder });
  expect(got["env"]).not.toHaveProperty("WAKELINE_TEST_SECRET");
  expect([run.steps, run.said]).toEqual([
    [
      [1, 2],
      [2, 2],
    ],
    ["hello"],
  ]);
  expect(existsSync(join(root, "in.json"))).toBe(false);
});

test("failures are reported: its end, no result, no program", async () => {
  install(`console.error("no GPU\\nhere"); process.exit(3);`);
  await expect(engine().run(runOf())).rejects.toThrow(/run\.mjs ended with code 3\.\nno GPU\nhere$/);
  install(`fs.writeFileSync("tracks.csv", "");`);
  await expect(engine().run(runOf())).rejects.toThrow("has left no result ({folder}/tracks.csv, {folder}/boxes.csv).");
  install("", { command: ["./missing"] });
  await expect(engine().run(runOf())).rejects.toThrow("missing cannot be started (ENOENT).");
  await expect(engine().run(runOf({ pipe: "../other.pipe" }))).rejects.toThrow(
    "There is no pipeline ../other.pipe here.",
  );
});

test("limits on time, memory and what it writes", async () => {
  install("setTimeout(() => {}, 60_000);");
  await expect(engine({ timeoutMs: 300 }).run(runOf())).rejects.toThrow("run.mjs took more than 0.3 seconds.");
  install(`fs.writeFileSync("more.bin", Buffer.alloc(2 ** 21)); setTimeout(() => {}, 60_000);`);
  await expect(engine().run(runOf())).rejects.toThrow(`wrote more than ${2 ** 20} bytes.`);
  // In a separate process: processes that it starts count as well.
  const child = `import("node:child_process").then(({ spawn }) => spawn(process.execPath, ["-e", "globalThis.kept = Buffer.alloc(3e8, 1); setTimeout(() => {}, 60000)"]));`;
  install(`${child} setTimeout(() => {}, 60_000);`);
  await expect(engine({ memoryBytes: 2.5e8 }).run(runOf())).rejects.toThrow(
    "used more than 250000000 bytes of memory.",
  );
});

test("cancelled, it ends with all that it has started", async () => {
  const mark = `wakeline-mark-${process.pid}`;
  install(
    `const { spawn } = await import("node:child_process");
     spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)", "${mark}"], { stdio: "ignore" });
     console.log("ready"); setTimeout(() => {}, 60_000);`,
  );
  const controller = new AbortController();
  const run = runOf({ signal: controller.signal });
  const ended = engine().run(run);
  ended.catch(() => undefined);
  const running = (): boolean => execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).includes(mark);
  await expect.poll(() => run.said).toEqual(["ready"]);
  await expect.poll(running).toBe(true);
  controller.abort(new Error("cancelled by a user"));
  await expect(ended).rejects.toThrow("cancelled by a user");
  await expect.poll(running).toBe(false);
});

test("a trained pipeline with a hostile name, and pictures whose names become the same, stay in their folders", async () => {
  install('fs.writeFileSync("tracks.csv", args.join("\\n")); console.log(args[0], fs.readFileSync(args[1], "utf8"));', {
    command: ["./run.mjs", "{pipe}", "{media}"],
    runsTrained: true,
  });
  const model = join(root, "model");
  mkdirSync(model);
  const picture = join(root, "0f3a");
  for (const pipe of ["/etc/evil.pipe", "../../x.pipe", "..\\x.pipe"]) {
    const run = runOf({ pipe, model });
    const files = ["a/b.png", "a_b.png"].map((name) => ({ name, path: picture }));
    await engine()
      .run({ ...run, media: { kind: "images", files } })
      .catch((error: unknown) => run.said.push(String(error)));
    const text = run.said.join("\n");
    expect(text).toContain(join(model, pipe.replaceAll(/[/\\]/g, "_")));
    expect(text).toContain("a_b (1).png");
  }
});
