/** `wakeline fingerprint`: real videos and pictures, and copies of them made by ffmpeg. */
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hashDistance } from "../../cli/media/picture-hash.ts";
import type { PictureFingerprint } from "../../cli/media/fingerprint.ts";
import { remux } from "../support/bar-code-video.ts";
import { sharedData } from "../support/shared-data.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";
import { createWorkspace } from "./transcript.ts";
import { runInProcess } from "./in-process.ts";
import { expectOutput } from "./output-schema.ts";

vi.setConfig({ testTimeout: 180_000 });

let folder: string;
let env: Record<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-fingerprint-"));
  env = { WAKELINE_FFMPEG: ensureFfmpeg() };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ffmpeg = (...args: string[]): void => {
  execFileSync(join(ensureFfmpeg(), "ffmpeg"), ["-v", "error", "-y", ...args]);
};
const shared = (path: string): string => sharedData(path) ?? path;
const video = (name: string): string => shared(`video/${name}`);

async function framesOf(path: string): Promise<readonly PictureFingerprint[]> {
  const { stdout, stderr, exitCode } = await runInProcess(["fingerprint", path, "--json"], { env });
  expect([path, stderr.replace(/\d[\d,]* frames?\.\n/, ""), exitCode]).toEqual([path, "", 0]);
  const document = JSON.parse(stdout) as { frames: PictureFingerprint[] };
  expectOutput("fingerprint", document);
  return document.frames;
}
const contents = (frames: readonly PictureFingerprint[]): unknown[] => frames.map(({ content }) => content);

describe.skipIf(sharedData("video") === undefined)("real media [needs shared/data]", () => {
  test.each([
    ...["bikes.mp4", "carphone_pristine.mp4", "cursed-vfr.mp4", "motion.mp4", "test.mp4"],
    ...["unordered.mov", "video_90.mov"],
  ])("content and times of %s are those of ffmpeg's framemd5", async (name) => {
    const reference = readFileSync(video(`${name}.framemd5`), "utf8");
    const tick = 1 / Number(/#tb 0: 1\/(\d+)/.exec(reference)?.[1]);
    const rows = reference.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const expected = rows.map((row) => row.split(",").map((cell) => cell.trim()));
    const frames = await framesOf(video(name));
    expect(frames.map(({ frame }) => frame)).toEqual(expected.map((_, index) => index));
    expect(contents(frames)).toEqual(expected.map((cells) => cells[5]));
    for (const [index, { seconds }] of frames.entries())
      expect(seconds).toBeCloseTo(Number(expected[index]?.[2]) * tick, 5);
  });

  test.each([
    ["mkv", []],
    ["mov", []],
    ["ts", []],
  ])("another container (%s) has the same content", async (ending, args: readonly string[]) => {
    const copy = join(folder, `copy.${ending}`);
    remux(video("bikes.mp4"), [], args, copy);
    const [before, after] = [await framesOf(video("bikes.mp4")), await framesOf(copy)];
    expect(contents(after)).toEqual(contents(before));
    const late = (after[0]?.seconds ?? 0) - (before[0]?.seconds ?? 0);
    // Matroska counts milliseconds.
    for (const [index, { seconds = 0 }] of before.entries())
      expect(Math.abs((after[index]?.seconds ?? 0) - seconds - late)).toBeLessThan(0.0011);
  });

  test("pictures hidden by an edit list are not frames", async () => {
    const cut = join(folder, "cut.mp4");
    remux(video("bikes.mp4"), ["-ss", "1.5"], [], cut);
    const [whole, part] = [await framesOf(video("bikes.mp4")), await framesOf(cut)];
    // The copy contains pictures from the previous key picture on, and shows those from 1.5 s on.
    expect(contents(part)).toEqual(contents(whole.slice(-part.length)));
    expect(part.length).toBeLessThan(220);
    expect(part[0]?.seconds).toBeGreaterThanOrEqual(0);
  });

  test("pictures look alike after encoding and scaling, and unlike each other after a cut", async () => {
    const small = join(folder, "small.mp4");
    ffmpeg("-i", video("bikes.mp4"), "-vf", "scale=320:136", "-crf", "30", "-fps_mode", "passthrough", small);
    const [before, after] = [await framesOf(video("bikes.mp4")), await framesOf(small)];
    expect(after.length).toBe(before.length);
    const same = before.map(({ perceptual = "" }, index) => hashDistance(perceptual, after[index]?.perceptual ?? ""));
    expect(Math.max(...same)).toBeLessThan(12);
    expect(hashDistance(before[0]?.perceptual ?? "", before[200]?.perceptual ?? "")).toBeGreaterThan(20);
    expect(contents(after)).not.toContain(contents(before)[0]);
  });

  test("a folder of pictures is read in natural order; one that cannot be decoded is named", async () => {
    const pictures = join(folder, "pictures %d");
    cpSync(shared("images/bikes"), pictures, { recursive: true });
    const good = await framesOf(pictures);
    expect(good[0]).toMatchObject({
      frame: 0,
      name: "bikes_000.jpg",
      content: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(good[0]?.seconds).toBeUndefined();
    writeFileSync(join(pictures, "bikes_001.jpg"), "no picture");
    const { stdout, stderr, exitCode } = await runInProcess(["fingerprint", pictures, "--json"], { env });
    const document = JSON.parse(stdout) as { frames: PictureFingerprint[]; problems: string[] };
    expectOutput("fingerprint", document);
    const { frames, problems } = document;
    expect(frames.length).toBe(good.length);
    expect(frames[1]).toEqual({ frame: 1, name: "bikes_001.jpg" });
    expect(frames[2]).toEqual(good[2]);
    expect(problems).toContain("bikes_001.jpg: cannot be decoded");
    expect(stderr).toContain("bikes_001.jpg: cannot be decoded");
    expect(exitCode).toBe(1);
  });

  test("a damaged video: decodable pictures are printed, ffmpeg's messages are findings", async () => {
    const damaged = join(folder, "damaged.mp4");
    copyFileSync(video("motion.mp4"), damaged);
    const bytes = readFileSync(damaged);
    bytes.fill(0xff, 1_000_000, 1_020_000);
    writeFileSync(damaged, bytes);
    const { stdout, stderr, exitCode } = await runInProcess(["fingerprint", damaged, "--json"], { env });
    const document = JSON.parse(stdout) as { frames: PictureFingerprint[]; problems: string[] };
    expectOutput("fingerprint", document);
    const { frames, problems } = document;
    expect(frames.length).toBeGreaterThan(100);
    expect(problems.length).toBeGreaterThan(0);
    expect(stderr).toContain("damaged.mp4: ");
    expect(exitCode).toBe(1);
  });

  test("errors of unreadable files say what to do", async () => {
    mkdirSync(join(folder, "empty"));
    const run = async (path: string, more: Record<string, string> = {}): Promise<string> => {
      const { stdout, stderr, exitCode } = await runInProcess(["fingerprint", path], { env: { ...env, ...more } });
      expect(stdout).toBe("");
      return `${exitCode} ${stderr}`;
    };
    expect(await run(join(folder, "missing.mp4"))).toMatch(/^2 error: cannot read .*: there is no such file or folder/);
    expect(await run(join(folder, "empty"))).toMatch(/^2 error: .* holds no pictures\./);
    expect(await run(shared("README.md"))).toMatch(/^1 error: .* has no picture that can be decoded: /);
    expect(await run(video("test.mp4"), { WAKELINE_FFMPEG: folder })).toMatch(
      /^2 error: there are no ffmpeg and ffprobe in /,
    );
  });

  test("memory does not grow with the length of the video", async () => {
    const long = join(folder, "long.mp4");
    ffmpeg("-stream_loop", "8", "-i", video("motion.mp4"), "-c", "copy", long);
    const workspace = createWorkspace({
      ...env,
      NODE_OPTIONS: `--import=${import.meta.resolve("./print-peak-memory.js")}`,
    });
    try {
      const peak = async (path: string): Promise<{ readonly frames: number; readonly bytes: number }> => {
        const { stdout, stderr } = await workspace.run(`wakeline fingerprint ${path}`);
        return { frames: stdout.trim().split("\n").length, bytes: Number(/peak memory (\d+)/.exec(stderr)?.[1]) };
      };
      const [short, all] = [await peak(video("motion.mp4")), await peak(long)];
      expect(short.frames).toBe(343);
      expect(all.frames).toBeGreaterThan(3_000);
      expect(all.bytes).toBeLessThan(short.bytes * 1.6);
    } finally {
      workspace.remove();
    }
  });
});
