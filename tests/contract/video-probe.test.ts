import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

import { afterAll, beforeAll, expect, test } from "vitest";

import { makeNumberedVideo } from "../e2e/support/frame-numbers.ts";
import { sharedData } from "../support/shared-data.ts";
import { runSystemFfmpeg } from "../support/system-ffmpeg.ts";
import { createVideoProbe } from "../../server/adapters/mediabunny/probe-video.ts";
import { type RangedBytes, VideoProbeError } from "../../server/ports/video-probe.ts";

const videoProbe = createVideoProbe();
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wakeline-probe-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** 45 gray pictures of 32 x 16 at 30000/1001. */
async function makeVideo(name: string): Promise<string> {
  const outputs = await runSystemFfmpeg({
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
  expect(await videoProbe.probe(path)).toMatchObject({
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

test.each(["at next", "before next"] as const)(
  "references of VP8 that are never shown are not pictures: %s",
  async (hidden) => {
    const video = { codec: "vp8", pictureCount: 120, gaps: [24], keyDistance: 90 } as const;
    const path = join(folder, "hidden.webm");
    await writeFile(path, (await makeNumberedVideo({ ...video, hidden })).bytes);
    expect(await videoProbe.probe(path)).toMatchObject({ codec: "vp8", frameCount: 120, rate: { text: "25/1" } });
  },
);

test("a file that was cut off says so", async () => {
  const path = await makeVideo("cut.mp4");
  const { length } = await readFile(path);
  await truncate(path, Math.floor(length / 2));
  await expect(videoProbe.probe(path)).rejects.toMatchObject({ name: "VideoProbeError" });
});

test.each([
  ["empty", "", "damaged", "is empty"],
  ["text", "frame,x,y\n1,2,3\n", "damaged", "is not a video file"],
  ["avi", "RIFF\x10\x00\x00\x00AVI LIST", "unknown-container", "has to be converted"],
  ["ogg", "OggS\x00\x02theora", "unknown-container", "has to be converted"],
])("a file that holds %s", async (name, content, problem, text) => {
  const path = join(folder, name);
  await writeFile(path, content, "latin1");
  const error: unknown = await videoProbe.probe(path).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ problem, message: expect.stringContaining(text) });
});

test("a playlist is refused, and nothing that it names is read", async () => {
  const outputs = await runSystemFfmpeg({
    inputs: [
      {
        name: "in.yuv",
        bytes: new Uint8Array(32 * 16 * 1.5 * 10).fill(90),
        options: ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "32x16", "-r", "10"],
      },
    ],
    args: ["-c:v", "libx264", "part.ts"],
    outputs: ["part.ts"],
  });
  const part = join(folder, "part.ts");
  await writeFile(part, outputs.get("part.ts")!);
  // It is a valid video: if the playlist were followed, it would be one, too.
  expect((await videoProbe.probe(part)).frameCount).toBe(10);
  const playlists = {
    "list.mp4": `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${part}\n#EXT-X-ENDLIST\n`,
    "relative.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\npart.ts\n#EXT-X-ENDLIST\n",
    "concat.mp4": `ffconcat version 1.0\nfile '${part}'\n`,
    "dash.mp4": `<?xml version="1.0"?>\n<MPD><BaseURL>file://${part}</BaseURL></MPD>\n`,
  };
  for (const [name, content] of Object.entries(playlists)) {
    await writeFile(join(folder, name), content);
    await expect(videoProbe.probe(join(folder, name)), name).rejects.toMatchObject({
      problem: "damaged",
      message: expect.stringContaining("is a playlist"),
    });
  }
});

test("tables that announce billions of pictures hold nothing up and are given up", async () => {
  const good = await readFile(await makeVideo("tables.mp4"));
  const careful = createVideoProbe({ timeoutMs: 3000, memoryMb: 64 });
  /** Replaces the number that is `offset` bytes after the name of a table. */
  const changed = async (table: string, offset: number, value: number): Promise<string> => {
    const bytes = Buffer.from(good);
    bytes.writeUInt32BE(value, bytes.indexOf(table, 0, "latin1") + offset);
    const path = join(folder, `${table}-${offset}-${value}.mp4`);
    await writeFile(path, bytes);
    return path;
  };
  const outcomes: Record<string, string> = {};
  let ticks = 0;
  const timer = setInterval(() => ticks++, 20);
  for (const [table, offset, value] of [
    // After name (4), version and flags (4): the number of entries, and the content of the first one.
    ...(["stts", "ctts", "stsc"] as const).flatMap((name) => [
      [name, 8, 2 ** 32 - 1] as const,
      [name, 12, 2 ** 32 - 1] as const,
    ]),
    ["stsc", 16, 2 ** 32 - 1],
    // The common sample size, and the number of samples.
    ["stsz", 8, 1],
    ["stsz", 12, 2 ** 32 - 1],
    ["stco", 8, 2 ** 32 - 1],
    ["stco", 12, 2 ** 32 - 1],
    // Ticks per second; 0 would be a division by zero.
    ["mdhd", 16, 0],
    ["mvhd", 16, 0],
    ["stsd", 8, 2 ** 32 - 1],
    ["trak", -4, 2 ** 31],
    ["trak", -4, 0],
  ] as const) {
    const outcome = await careful.probe(await changed(table, offset, value)).then(
      ({ frameCount, rate }) => (frameCount > 0 && rate.value > 0 && Number.isFinite(rate.value) ? "read" : "no facts"),
      (error: unknown) => (error instanceof VideoProbeError ? error.message : `broken: ${String(error)}`),
    );
    outcomes[`${table} ${offset} ${value}`] = outcome;
  }
  clearInterval(timer);
  expect(Object.values(outcomes).filter((text) => text === "no facts" || text.startsWith("broken"))).toEqual([]);
  expect(outcomes["ctts 12 4294967295"]).toMatch(/^is damaged: reading its tables takes more than /);
  // The thread of this test kept running meanwhile.
  expect(ticks).toBeGreaterThan(20);
  // And waiting probes get their turn.
  const read = () => careful.probe(join(folder, "tables.mp4")).then(({ frameCount }) => frameCount);
  // On a busy machine a thread may take longer than the limit to start.
  await expect.poll(() => read().catch(() => 0), { timeout: 60_000 }).toBe(45);
}, 240_000);

test.skipIf(sharedData("video") === undefined)(
  "real files: counts, rates and clocks of variable rates as ffmpeg finds them",
  async () => {
    const facts = async (name: string): Promise<unknown[]> => {
      const found = await videoProbe.probe(sharedData(name)!);
      return [
        found.codec,
        found.frameCount,
        found.rate.text,
        found.clockRate.text,
        found.width,
        found.height,
        found.rotation,
      ];
    };
    expect(await facts("video/bikes.mp4")).toEqual(["h264", 250, "25/1", "25/1", 640, 272, 0]);
    expect(await facts("video/carphone_pristine.mp4")).toEqual(["h264", 120, "30000/1001", "30000/1001", 194, 144, 0]);
    expect(await facts("video/cursed-vfr.mp4")).toEqual(["h264", 63, "3628800/502589", "57600/1", 3026, 1386, 0]);
    expect(await facts("video/motion.mp4")).toEqual(["h264", 343, "30/1", "30/1", 320, 240, 0]);
    expect(await facts("video/test.mp4")).toEqual(["mpeg4", 30, "15/1", "15/1", 240, 180, 0]);
    expect(await facts("video/unordered.mov")).toEqual(["h264", 4, "32/1", "32/1", 50, 50, 0]);
    expect(await facts("video/video_90.mov")).toEqual(["h264", 3, "30/1", "30/1", 320, 568, 90]);
    expect(await facts("bad/test_invalid_moov_atom.mp4")).toEqual(["h264", 179, "12/1", "12/1", 120, 144, 0]);
  },
);

test.skipIf(sharedData("bad") === undefined)("real damage: what is wrong is said", async () => {
  await expect(videoProbe.probe(sharedData("bad/annex-b.mp4")!)).rejects.toMatchObject({
    problem: "cut-off",
    message: expect.stringContaining("announces 745 pictures"),
  });
  await expect(videoProbe.probe(sharedData("bad/test_malformed.mp4")!)).rejects.toMatchObject({
    problem: "no-video",
  });
  await expect(videoProbe.probe(sharedData("video/video.avi")!)).rejects.toMatchObject({
    problem: "unknown-container",
  });
});

/** A file on another machine that counts the bytes read. */
async function remote(path: string, fail?: Error): Promise<RangedBytes & { readonly bytesRead: () => number }> {
  const { size } = await stat(path);
  let bytesRead = 0;
  const read: RangedBytes["read"] = ({ start, end }) => {
    bytesRead += end - start;
    return fail === undefined ? createReadStream(path, { start, end: end - 1 }) : Readable.from(raise(fail));
  };
  return { size, read, bytesRead: () => bytesRead };
}

// oxlint-disable-next-line require-yield
async function* raise(error: Error): AsyncGenerator<Uint8Array> {
  throw error;
}

test("of a video on another machine only the tables are read, wherever in the file they are", async () => {
  const frames = { width: 640, height: 480, count: 40 };
  const noise = randomBytes(frames.width * frames.height * 1.5 * frames.count);
  for (const [name, flags] of [
    ["tables-last.mp4", []],
    ["tables-first.mp4", ["-movflags", "+faststart"]],
  ] as const) {
    const outputs = await runSystemFfmpeg({
      inputs: [
        {
          name: "in.yuv",
          bytes: noise,
          options: ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "640x480", "-r", "25"],
        },
      ],
      args: ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", ...flags, name],
      outputs: [name],
    });
    const path = join(folder, name);
    await writeFile(path, outputs.get(name)!);
    const file = await remote(path);
    expect(file.size).toBeGreaterThan(12_000_000);
    expect(await videoProbe.probeTimes(file), name).toEqual(await videoProbe.probeTimes(path));
    expect(file.bytesRead(), name).toBeLessThan(file.size / 8);
  }
});

test("a video on another machine that cannot be read is not called damaged; what is damaged is", async () => {
  const path = await makeVideo("away.mp4");
  await expect(videoProbe.probe(await remote(path, new TypeError("the bucket is away")))).rejects.toThrow(
    new TypeError("the bucket is away"),
  );
  const playlist = join(folder, "remote.m3u8");
  await writeFile(playlist, "#EXTM3U\nsecret.ts\n".padEnd(100));
  await expect(videoProbe.probe(await remote(playlist))).rejects.toThrow("is a playlist");
  for (const name of ["remote.mkv", "remote.ts"]) {
    const other = await makeVideo(name);
    expect(await videoProbe.probeTimes(await remote(other)), name).toEqual(await videoProbe.probeTimes(other));
  }
});
