import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { sharedData } from "../support/shared-data.ts";
import { runFfmpeg } from "../../server/adapters/ffmpeg/run-ffmpeg.ts";
import { mediabunnyProbe } from "../../server/adapters/mediabunny/probe-video.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wakeline-probe-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** 45 grey pictures of 32 x 16 at 30000/1001. */
async function makeVideo(name: string): Promise<string> {
  const { outputs } = await runFfmpeg({
    inputs: [
      {
        name: "in.yuv",
        bytes: new Uint8Array(32 * 16 * 1.5 * 45).fill(90),
        options: ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "32x16", "-r", "30000/1001"],
      },
    ],
    args: ["-c:v", "libx264", "-g", "30", name],
    outputs: [name],
  });
  const path = join(folder, name);
  await writeFile(path, outputs.get(name)!);
  return path;
}

test("counts pictures and reads the exact rate and the size", async () => {
  const path = await makeVideo("good.mp4");
  expect(await mediabunnyProbe.probe(path)).toMatchObject({
    container: "mp4",
    codec: "h264",
    frameCount: 45,
    rate: { text: "30000/1001" },
    width: 32,
    height: 16,
    rotation: 0,
    hasAudio: false,
  });
});

test("a file that was cut off says so", async () => {
  const path = await makeVideo("cut.mp4");
  const { length } = await readFile(path);
  await truncate(path, Math.floor(length / 2));
  await expect(mediabunnyProbe.probe(path)).rejects.toMatchObject({ name: "VideoProbeError" });
});

test.each([
  ["empty", "", "damaged", "is empty"],
  ["text", "frame,x,y\n1,2,3\n", "damaged", "is not a video file"],
  ["avi", "RIFF\x10\x00\x00\x00AVI LIST", "unknown-container", "has to be converted"],
])("a file that holds %s", async (name, content, problem, text) => {
  const path = join(folder, name);
  await writeFile(path, content, "latin1");
  const error: unknown = await mediabunnyProbe.probe(path).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ problem, message: expect.stringContaining(text) });
});

test.skipIf(sharedData("video") === undefined)("real files: counts and rates as ffmpeg finds them", async () => {
  const facts = async (name: string): Promise<unknown[]> => {
    const found = await mediabunnyProbe.probe(sharedData(name)!);
    return [found.codec, found.frameCount, found.rate.text, found.width, found.height, found.rotation];
  };
  expect(await facts("video/bikes.mp4")).toEqual(["h264", 250, "25/1", 640, 272, 0]);
  expect(await facts("video/carphone_pristine.mp4")).toEqual(["h264", 120, "30000/1001", 193, 144, 0]);
  expect(await facts("video/cursed-vfr.mp4")).toEqual(["h264", 63, "3628800/502589", 3026, 1386, 0]);
  expect(await facts("video/motion.mp4")).toEqual(["h264", 343, "30/1", 320, 240, 0]);
  expect(await facts("video/test.mp4")).toEqual(["mpeg4", 30, "15/1", 240, 180, 0]);
  expect(await facts("video/unordered.mov")).toEqual(["h264", 4, "32/1", 50, 50, 0]);
  expect(await facts("video/video_90.mov")).toEqual(["h264", 3, "30/1", 320, 568, 90]);
  expect(await facts("bad/test_invalid_moov_atom.mp4")).toEqual(["h264", 179, "12/1", 176, 211, 0]);
});

test.skipIf(sharedData("bad") === undefined)("real damage: what is wrong is said", async () => {
  await expect(mediabunnyProbe.probe(sharedData("bad/annex-b.mp4")!)).rejects.toMatchObject({
    problem: "damaged",
    message: expect.stringContaining("announces 745 pictures"),
  });
  await expect(mediabunnyProbe.probe(sharedData("bad/test_malformed.mp4")!)).rejects.toMatchObject({
    problem: "no-video",
  });
  await expect(mediabunnyProbe.probe(sharedData("video/video.avi")!)).rejects.toMatchObject({
    problem: "unknown-container",
  });
});
