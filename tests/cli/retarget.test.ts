/** `wakeline annotation retarget`: copies of videos whose frames are known, and annotations moved to them. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeCopy, originals, type Original } from "../support/video-copies.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";
import { type CommandResult, runInProcess } from "./in-process.ts";
import { expectOutput } from "./output-schema.ts";
import { judgeCopy } from "./judge-copy.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 180_000 });

let folder: string;
let all: readonly Original[];
let env: Record<string, string>;
const at = (name: string): string => join(folder, name);
const ffmpeg = (...args: string[]): void =>
  void execFileSync(join(ensureFfmpeg(), "ffmpeg"), ["-v", "error", "-y", ...args]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-retarget-"));
  env = { WAKELINE_FFMPEG: ensureFfmpeg() };
  all = originals(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sums = { right: 0, refused: 0, foreign: 0 };

// A zoom and cells, both with another video in between, and a real video with pixels that are not square;
// `npm run copies` tries more.
test.each([1000, 1001, 1004])("copy %i: each frame is found right or refused, none wrong", async (seed) => {
  vi.stubEnv("WAKELINE_FFMPEG", ensureFfmpeg());
  const original = all[seed % all.length]!;
  const copy = makeCopy(original, seed, folder);
  const { right, refused, foreign, wrong, offPx } = await judgeCopy(original, copy);
  rmSync(copy.path);
  expect([original.name, copy.what, wrong]).toEqual([original.name, copy.what, 0]);
  expect(right === 0 ? 0 : offPx, copy.what).toBeLessThan(2);
  sums.foreign += foreign;
  // A steady zoom may be refused as a whole.
  if (original.name === "zoom") return;
  sums.right += right;
  sums.refused += refused;
});

test("most frames of the copies are found", () => {
  expect(sums.right).toBeGreaterThan(3 * sums.refused);
  expect(sums.foreign).toBeGreaterThan(20);
});

const feature = (frame: number, bounds: readonly number[], more: object = {}): object => ({
  frame,
  bounds,
  keyframe: true,
  interpolate: true,
  ...more,
});
const shape = (type: string, coordinates: unknown): object => ({
  type: "FeatureCollection",
  features: [{ type: "Feature", properties: { key: "" }, geometry: { type, coordinates } }],
});
const annotations = {
  version: 2,
  tracks: {
    "0": {
      id: 0,
      begin: 0,
      end: 199,
      confidencePairs: [["fish", 0.9]],
      attributes: { sex: "f" },
      // 0.5 pixels a frame.
      features: [feature(0, [100, 60, 140, 100]), feature(199, [199.5, 60, 239.5, 100], { interpolate: false })],
    },
    "1": {
      id: 1,
      begin: 60,
      end: 61,
      confidencePairs: [["crab", 1]],
      attributes: {},
      features: [
        feature(60, [100, 50, 120, 70], {
          geometry: shape("Polygon", [
            [
              [100, 50],
              [120, 50],
              [120, 70],
              [100, 50],
            ],
          ]),
        }),
        feature(61, [100, 50, 120, 70], { notes: ["seen"], interpolate: false }),
      ],
    },
    "2": {
      id: 2,
      begin: 5,
      end: 6,
      confidencePairs: [["crab", 1]],
      attributes: {},
      features: [feature(5, [100, 50, 120, 70]), feature(6, [100, 50, 120, 70], { interpolate: false })],
    },
    "3": {
      id: 3,
      begin: 70,
      end: 70,
      confidencePairs: [["crab", 1]],
      attributes: {},
      features: [feature(70, [0, 0, 20, 20], { interpolate: false })],
    },
  },
  groups: {
    "0": {
      id: 0,
      begin: 20,
      end: 90,
      confidencePairs: [["shoal", 1]],
      attributes: {},
      members: { "0": { ranges: [[20, 90]] } },
    },
  },
};

interface Report {
  readonly ok: boolean;
  readonly frames: { readonly count: number; readonly found: number };
  readonly missing: { readonly first: number; readonly last: number }[];
  readonly refused: { readonly first: number; readonly last: number; readonly why: string }[];
  readonly place: { readonly isWhole: boolean; readonly crop: { readonly x: number; readonly width: number } };
  readonly annotations: Record<string, unknown>;
  readonly counterparts: [number, number, number][];
}
interface Moved {
  readonly fps: number;
  readonly tracks: Record<
    string,
    { begin: number; end: number; features: { frame: number; bounds: number[]; interpolate?: boolean }[] }
  >;
  readonly groups: Record<string, unknown>;
}

async function retarget(copy: string): Promise<CommandResult & { readonly report: Report; readonly moved: Moved }> {
  writeFileSync(at("old.json"), JSON.stringify(annotations));
  const files = [at("cells.mp4"), copy, "-a", at("old.json"), "-o", at("new.json")];
  const result = await runInProcess(["annotation", "retarget", ...files, "--json"], { env });
  expect(result.stdout, result.stderr).not.toBe("");
  const moved = JSON.parse(readFileSync(at("new.json"), "utf8")) as Moved;
  const report = JSON.parse(result.stdout) as Report;
  expectOutput("annotation-retarget", report);
  return { ...result, report, moved };
}

test("annotations of a copy that was only encoded again stay as they are", async () => {
  ffmpeg("-i", at("cells.mp4"), "-crf", "28", at("again.mkv"));
  const { exitCode, report } = await retarget(at("again.mkv"));
  expect(report).toMatchObject({ ok: true, frames: { count: 200, found: 200 }, place: { isWhole: true }, missing: [] });
  expect(report.counterparts.map(([frame, old]) => frame - old)).toEqual(Array.from({ length: 200 }, () => 0));
  expect(exitCode).toBe(0);
  const { stdout, exitCode: differs } = await runInProcess(["diff", at("old.json"), at("new.json")], { env });
  expect([
    stdout
      .split("\n")
      .filter((line) => !line.startsWith("added\tdocument"))
      .join("\n"),
    differs,
  ]).toEqual(["", differs]);
});

test("cut, cropped and scaled: boxes go along, and what has no counterpart is listed", async () => {
  const crop = "trim=start_frame=50:end_frame=150,setpts=PTS-STARTPTS,crop=240:140:40:20,scale=360:210";
  ffmpeg("-i", at("cells.mp4"), "-vf", crop, "-crf", "20", at("cut.mp4"));
  const { exitCode, report, moved } = await retarget(at("cut.mp4"));
  expect(exitCode).toBe(1);
  expect(report).toMatchObject({
    ok: false,
    frames: { count: 100, found: 100 },
    refused: [],
    missing: [
      { first: 0, last: 49 },
      { first: 150, last: 199 },
    ],
    annotations: {
      stored: 7,
      moved: 2,
      outside: 1,
      passedOver: 0,
      lostTracks: [2, 3],
      lostGroups: [],
      lost: [
        {
          track: 0,
          frames: [
            [0, 0],
            [199, 199],
          ],
        },
        { track: 2, frames: [[5, 6]] },
      ],
    },
  });
  // Old (x - 40) * 1.5, and the box has moved by 0.5 pixels a frame.
  const ends = moved.tracks["0"]!.features;
  expect(ends.map(({ frame, interpolate }) => [frame, interpolate])).toEqual([
    [0, true],
    [99, false],
  ]);
  for (const { frame, bounds } of ends) {
    const left = 100 + 0.5 * (frame + 50);
    for (const [index, expected] of [left, 60, left + 40, 100].entries())
      expect(Math.abs(bounds[index]! - (expected - (index % 2 === 0 ? 40 : 20)) * 1.5)).toBeLessThan(1);
  }
  expect(moved.tracks["1"]).toMatchObject({ begin: 10, end: 11, features: [{ frame: 10 }, { notes: ["seen"] }] });
  expect(JSON.stringify(moved.tracks["1"])).toContain('"type":"Polygon"');
  expect(moved.groups).toMatchObject({ "0": { begin: 0, end: 40, members: { "0": { ranges: [[0, 40]] } } } });
  expect(moved.fps).toBe(25);
});

test("at a lower rate, detections that it passes over are not findings", async () => {
  ffmpeg("-i", at("cells.mp4"), "-vf", "fps=12.5", "-crf", "20", at("half.mp4"));
  const { exitCode, report, moved } = await retarget(at("half.mp4"));
  // After the last picture of the copy there is none that passes it over.
  expect(report).toMatchObject({ frames: { count: 100 }, missing: [{ first: 199, last: 199 }] });
  expect(report.counterparts.length).toBeGreaterThan(95);
  expect(moved.fps).toBeCloseTo(12.5, 2);
  // Two of the old frames are one new one, so that the track moves twice as far.
  const [first, last] = [moved.tracks["0"]!.features[0]!, moved.tracks["0"]!.features.at(-1)!];
  expect((last.bounds[0]! - first.bounds[0]!) / (last.frame - first.frame)).toBeCloseTo(1, 1);
  expect(report.annotations).toMatchObject({ passedOver: 2, lost: [{ track: 0, frames: [[199, 199]] }] });
  expect(exitCode).toBe(1);
});

test("joined with another video and in another order: no track goes over the seam", async () => {
  const part = (from: number, to: number): string =>
    `trim=start_frame=${from}:end_frame=${to},setpts=PTS-STARTPTS,format=yuv420p`;
  const graph =
    `[0:v]${part(120, 180)}[a];testsrc2=size=320x180:rate=25,${part(0, 30)}[f];` +
    `[0:v]${part(20, 80)}[b];[a][f][b]concat=n=3`;
  ffmpeg("-i", at("cells.mp4"), "-filter_complex", graph, at("joined.mp4"));
  const { report, moved } = await retarget(at("joined.mp4"));
  for (const [frame, old] of report.counterparts) expect(old).toBe(frame < 60 ? frame + 120 : frame - 90 + 20);
  expect(report.counterparts.filter(([frame]) => frame >= 60 && frame < 90)).toEqual([]);
  expect(report.frames.found).toBeGreaterThan(110);
  const before = moved.tracks["0"]!.features.filter(({ frame }) => frame < 90).at(-1)!;
  expect(before.interpolate).toBe(false);
});

test("another video: nothing is written", async () => {
  ffmpeg("-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=4", at("other.mp4"));
  writeFileSync(at("old.json"), JSON.stringify(annotations));
  const args = [
    "annotation",
    "retarget",
    at("cells.mp4"),
    at("other.mp4"),
    "-a",
    at("old.json"),
    "-o",
    at("none.json"),
  ];
  const { stderr, exitCode } = await runInProcess(args, { env });
  expect([stderr, exitCode]).toEqual([expect.stringMatching(/^error: nothing was written: no part of /), 1]);
  expect(existsSync(at("none.json"))).toBe(false);
});

test("a report that would replace an input or the result, and a video that is not there, are refused before anything is read", async () => {
  writeFileSync(at("kept.json"), JSON.stringify(annotations));
  const refusal = async (fresh: string, ...options: string[]): Promise<string> => {
    const args = ["annotation", "retarget", at("cells.mp4"), fresh, "-a", at("kept.json"), ...options];
    const { stderr, exitCode } = await runInProcess(args, { env });
    return `${exitCode} ${stderr}`;
  };
  const result = ["-o", at("moved.json")];
  expect(await refusal(at("cells.mp4"), ...result, "--report", at("kept.json"))).toMatch(
    /^2 .*would replace the input/,
  );
  expect(await refusal(at("cells.mp4"), ...result, "--report", at("moved.json"))).toMatch(/^2 .*-o and --report both/);
  expect(await refusal(at("gone.mp4"), ...result)).toMatch(/^2 .*cannot read .*gone\.mp4: there is no such file/);
  expect(await refusal(folder, ...result)).toMatch(/^2 .*is a folder: name a video/);
  expect(existsSync(at("moved.json"))).toBe(false);
});
