/** `wakeline release`: copies of real media and annotations, and the command's messages about each. */
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { conforms } from "#schemas/validators";
import { compareFrames } from "../../cli/release/compare-frames.ts";
import { makeBarCodeVideo, readPackets, remux } from "../support/bar-code-video.ts";
import { seededRandom } from "../support/random.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";
import { type CommandResult, runInProcess } from "./in-process.ts";
import { expectOutput } from "./output-schema.ts";

vi.setConfig({ testTimeout: 180_000 });

/** Flipped bytes that are tried; `npm run test:long` tries more. */
const flips = Number(process.env["WAKELINE_FLIPS"] ?? 16);

let folder: string;
let env: Record<string, string>;
const at = (name: string): string => join(folder, name);
const rows = ["0,,0,1,2,30,40,0.9,-1,fish,0.9", "0,,4,5,2,34,40,0.9,-1,fish,0.9", "1,,2,50,50,60,60,0.5,-1,crab,0.5"];

const run = (...args: string[]): Promise<CommandResult> => runInProcess(args, { env });

interface Verdict {
  readonly is: string;
  readonly problems?: string[];
  readonly frames?: { kind: string; frame: number }[];
  readonly entities?: { kind: string; id: number; change: string; columns: string[] }[];
}

async function verify(...copies: string[]): Promise<{ readonly exitCode: number | null; readonly files: Verdict[] }> {
  const { stdout, stderr, exitCode } = await run("release", "verify", at("release.json"), ...copies, "--json");
  expect(stdout, stderr).not.toBe("");
  const document = JSON.parse(stdout) as { files: Verdict[] };
  expectOutput("release-verify", document);
  return { exitCode, files: document.files };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-release-"));
  env = { WAKELINE_FFMPEG: ensureFfmpeg(), SOURCE_DATE_EPOCH: "1700000000" };
  makeBarCodeVideo(at("dive.mp4"), { args: ["-c:v", "libx264", "-g", "10", "-bf", "2"], sound: true });
  makeBarCodeVideo(at("still.avi"), { args: ["-c:v", "mjpeg", "-q:v", "3"] });
  writeFileSync(at("dive.csv"), `${rows.join("\n")}\n`);
  const files = [at("dive.mp4"), at("still.avi"), at("dive.csv")];
  const { stderr, exitCode } = await run("release", "create", ...files, "-o", at("release.json"), "--name", "reef 1");
  if (exitCode !== 0) throw new Error(stderr);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the manifest has its published form, and the same files give the same bytes", async () => {
  const manifest = JSON.parse(readFileSync(at("release.json"), "utf8")) as unknown;
  expect(conforms("release-manifest", manifest)).toBe(true);
  expect(manifest).toMatchObject({
    name: "reef 1",
    created: "2023-11-14T22:13:20.000Z",
    media: [{ path: "dive.mp4", kind: "video", width: 160, height: 64 }, { path: "still.avi" }],
    annotations: [{ path: "dive.csv", counts: { tracks: 2, detections: 3 }, schema: { types: ["crab", "fish"] } }],
  });
  const files = [at("dive.mp4"), at("still.avi"), at("dive.csv")];
  await run("release", "create", ...files, "-o", at("again.json"), "--name", "reef 1");
  expect(readFileSync(at("again.json"))).toEqual(readFileSync(at("release.json")));
});

test("the dataset is as released; so is a copy elsewhere", async () => {
  const { exitCode, files } = await verify();
  expect([exitCode, files.map(({ is }) => is)]).toEqual([0, ["identical", "identical", "identical"]]);
  mkdirSync(at("elsewhere"));
  copyFileSync(at("dive.mp4"), at("elsewhere/dive.mp4"));
  expect(await verify(at("elsewhere/dive.mp4"))).toMatchObject({ exitCode: 0, files: [{ is: "identical" }] });
});

test.each(["mkv", "mov", "ts"])("a copy in another container (%s) is the same", async (ending) => {
  remux(at("dive.mp4"), [], [], at(`dive.${ending}`));
  expect(await verify(at(`dive.${ending}`))).toMatchObject({ exitCode: 0, files: [{ is: "same", frames: [] }] });
});

test.each([0, 1, 17, 39])("dropped frame %i is named, and nothing else", async (frame) => {
  const copy = at("still.mkv");
  remux(at("still.avi"), [], ["-bsf:v", `noise=drop='eq(n,${frame})'`], copy);
  const { exitCode, files } = await verify(copy);
  expect(exitCode).toBe(1);
  expect(files).toMatchObject([{ is: "different", problems: [], frames: [{ kind: "missing", frame }] }]);
  expect(files[0]?.frames?.length).toBe(1);
});

test(`each of ${flips} flipped bytes is found; in a picture, that picture is named`, async () => {
  const random = seededRandom(7);
  const bytes = readFileSync(at("dive.mp4"));
  const packets = readPackets(at("dive.mp4"));
  let named = 0;
  for (let flip = 0; flip < flips; flip++) {
    const copy = Buffer.from(bytes);
    // Half of them inside pictures, half anywhere.
    const packet = packets[Math.floor(random() * packets.length)]!;
    const isInPicture = flip % 2 === 0;
    const place = isInPicture
      ? packet.pos + 5 + Math.floor(random() * Math.max(1, packet.size - 6))
      : Math.floor(random() * bytes.length);
    copy[place] = (copy[place] ?? 0) ^ (1 << Math.floor(random() * 8));
    mkdirSync(at("flipped"), { recursive: true });
    writeFileSync(at("flipped/dive.mp4"), copy);
    const { exitCode, files } = await verify(at("flipped/dive.mp4"));
    expect([flip, place, exitCode, files[0]?.is]).toEqual([
      flip,
      place,
      1,
      expect.stringMatching(/^(different|unreadable)$/),
    ]);
    if ((files[0]?.frames ?? []).length > 0) named++;
  }
  expect(named).toBeGreaterThan(flips / 4);
});

test("annotations in another format and order are the same; differences are named by track and column", async () => {
  await run("convert", at("dive.csv"), "--to", "dive-json", "-o", at("dive.json"));
  expect(await verify(at("dive.json"))).toMatchObject({ exitCode: 0, files: [{ is: "same", entities: [] }] });
  mkdirSync(at("edited"));
  const edit = async (lines: readonly string[]): Promise<Verdict | undefined> => {
    writeFileSync(at("edited/dive.csv"), `${lines.join("\n")}\n`);
    const { exitCode, files } = await verify(at("edited/dive.csv"));
    expect(exitCode).toBe(files[0]?.is === "same" ? 0 : 1);
    return files[0];
  };
  const [first = "", second = "", third = ""] = rows;
  expect(await edit([third, first, second])).toMatchObject({ is: "same" });
  expect(await edit([first, second.replace("34", "34.5"), third])).toMatchObject({
    entities: [{ kind: "track", id: 0, change: "changed", columns: ["detection.bounds"] }],
    columns: ["detection.bounds"],
  });
  expect(await edit([first, second, third.replace("crab,0.5", "cod,0.5")])).toMatchObject({
    entities: [{ kind: "track", id: 1, change: "changed", columns: ["track.confidencePairs"] }],
  });
  expect(await edit([first, second])).toMatchObject({ entities: [{ kind: "track", id: 1, change: "missing" }] });
  expect(await edit([...rows, "7,,2,50,50,60,60,0.5,-1,crab,0.5"])).toMatchObject({
    entities: [{ kind: "track", id: 7, change: "added" }],
  });
});

test("people read which frame it is", async () => {
  const args = ["release", "verify", at("release.json"), at("still.mkv")];
  remux(at("still.avi"), [], ["-bsf:v", "noise=drop='between(n,5,7)'"], at("still.mkv"));
  const { stdout, stderr, exitCode } = await run(...args);
  expect(stdout).toBe(`${at("still.mkv")} (still.avi)\tdifferent\tframes 5 to 7 are missing\n`);
  expect([stderr, exitCode]).toEqual(["1 file, 1 not as released.\n", 1]);
});

test("a video that was encoded again is another one that looks alike", async () => {
  const ffmpeg = (...args: string[]): void =>
    void execFileSync(join(ensureFfmpeg(), "ffmpeg"), ["-v", "error", "-y", ...args]);
  ffmpeg("-f", "lavfi", "-i", "testsrc2=size=320x180:rate=10:duration=2", at("scene.mp4"));
  await run("release", "create", at("scene.mp4"), "-o", at("scene.json"));
  ffmpeg("-i", at("scene.mp4"), "-crf", "32", at("scene.mkv"));
  const { stdout, exitCode } = await run("release", "verify", at("scene.json"), at("scene.mkv"));
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/\tframes 0 to 19 are other pictures\n.*\t20 changed pictures of 20 look alike\.\n$/);
});

test("pictures of a folder are known by name", async () => {
  const program = join(ensureFfmpeg(), "ffmpeg");
  mkdirSync(at("pictures"));
  execFileSync(program, ["-v", "error", "-i", at("still.avi"), "-frames:v", "6", at("pictures/p%d.png")]);
  await run("release", "create", at("pictures"), "-o", at("pictures.json"));
  cpSync(at("pictures"), at("other"), { recursive: true });
  const check = async (): Promise<string> => (await run("release", "verify", at("pictures.json"), at("other"))).stdout;
  // Only what they show was compared.
  expect(await check()).toMatch(/\tok\tthe same content\n$/);
  rmSync(at("other/p3.png"));
  expect(await check()).toMatch(/\tframe 2 is missing\n$/);
  renameSync(at("other/p4.png"), at("other/p3.png"));
  expect(await check()).toMatch(/\tframe 2 is another picture\n.*\tframe 3 is missing\n$/);
});

test("missing files are named, and other files than manifests are refused", async () => {
  renameSync(at("still.avi"), at("gone.avi"));
  const { exitCode, files } = await verify();
  renameSync(at("gone.avi"), at("still.avi"));
  expect([exitCode, files.map(({ is }) => is)]).toEqual([1, ["identical", "unreadable", "identical"]]);
  writeFileSync(at("no.json"), '{"version":1}');
  const refused = await run("release", "verify", at("no.json"));
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("is not a manifest of a release")]);
});

test("a copy that players turn is another one, whatever its container", async () => {
  mkdirSync(at("turned"));
  const copy = at("turned/dive.mov");
  remux(at("dive.mp4"), [], ["-metadata:s:v", "rotate=90"], copy);
  const { exitCode, files } = await verify(copy);
  expect([exitCode, files]).toMatchObject([
    1,
    [{ is: "different", problems: ["Players turn it by 270 degrees, and the release by 0."] }],
  ]);
  const manifest = at("turned.json");
  await run("release", "create", copy, "-o", manifest);
  expect(JSON.parse(readFileSync(manifest, "utf8"))).toMatchObject({ media: [{ turned: 270 }] });
  expect((await run("release", "verify", manifest, copy)).exitCode).toBe(0);
});

test("an input is never replaced, and a manifest of nothing is a failure", async () => {
  const before = readFileSync(at("dive.mp4"));
  const refused = await run("release", "create", at("dive.mp4"), at("dive.csv"), "-o", at("dive.mp4"));
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("would replace the input")]);
  expect(readFileSync(at("dive.mp4"))).toEqual(before);
  const manifest = JSON.parse(readFileSync(at("release.json"), "utf8")) as object;
  writeFileSync(at("nothing.json"), JSON.stringify({ ...manifest, media: [], annotations: [] }));
  const nothing = await run("release", "verify", at("nothing.json"));
  expect([nothing.exitCode, nothing.stderr]).toEqual([1, expect.stringContaining("lists no files")]);
});

test("long videos of pictures that are all alike are compared in no time", () => {
  const side = (count: number, content: (frame: number) => string): Parameters<typeof compareFrames>[0] => ({
    looks: [],
    content: Array.from({ length: count }, (_, frame) => content(frame)),
    seconds: Array.from({ length: count }, (_, frame) => frame / 30),
  });
  const before = process.cpuUsage();
  expect(
    compareFrames(
      side(50_000, () => "a"),
      side(50_000, () => "b"),
    ).length,
  ).toBe(50_000);
  expect(
    compareFrames(
      side(50_000, () => "a"),
      side(49_990, () => "a"),
    ),
  ).toHaveLength(10);
  const [all, odd] = [
    side(50_000, (frame) => `${frame}`),
    side(50_000, (frame) => (frame % 2 === 0 ? "x" : `${frame}`)),
  ];
  expect(compareFrames(all, odd)).toHaveLength(25_000);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(3);
});
