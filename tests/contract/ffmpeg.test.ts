/** Real videos through the real ffmpeg: picture n of the result is picture n of the original, at its time. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { findFfmpeg } from "../../core-wasm/programs/find-ffmpeg.ts";
import { kindOfFile } from "../../server/domain/file-kinds.ts";
import { VideoConversionError } from "../../server/ports/video-converter.ts";
import type { VideoProbeError } from "../../server/ports/video-probe.ts";
import {
  generatedKinds,
  type GeneratedKind,
  type GeneratedVideo,
  generatedVideos,
} from "../support/generated-videos.ts";
import {
  makeBarCodeVideo,
  readNumbers,
  readPackets,
  readStream,
  readStreamAndTimes,
  readTimes,
  remux,
} from "../support/bar-code-video.ts";
import { sharedData } from "../support/shared-data.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";
import { videoConverter } from "../../server/adapters/ffmpeg/convert-video.ts";
import { createVideoProbe } from "../../server/adapters/mediabunny/probe-video.ts";
import { type FfmpegPrograms, systemPrograms, wasmPrograms } from "../../server/adapters/ffmpeg/programs.ts";

const limits = { timeoutMs: 120_000, memoryBytes: 2 ** 32, outputBytes: 2 ** 30 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-convert-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nothing = { onProgress: () => undefined, onNote: () => undefined };

function programs(isWasm: boolean): FfmpegPrograms {
  const found = findFfmpeg([ensureFfmpeg()]);
  const wasm = wasmPrograms();
  if (found === undefined || wasm === undefined) throw new Error("no ffmpeg");
  return isWasm ? wasm : systemPrograms(found);
}

async function convert(
  source: string,
  { isWasm = false, ...more }: Partial<typeof limits> & { readonly isWasm?: boolean } = {},
  signal = new AbortController().signal,
) {
  const target = join(folder, "converted.mp4");
  const progress: [number, number][] = [];
  const converted = await videoConverter(programs(isWasm), { ...limits, ...more }).convert(source, target, {
    ...nothing,
    onProgress: (done, total) => progress.push([done, total]),
    signal,
  });
  return { ...converted, target, progress };
}

/** Compares times to the precision of the containers' clocks: the coarsest counts milliseconds. */
function expectSameTimes(actual: readonly number[], expected: readonly number[], isRelative: boolean): void {
  expect(actual).toHaveLength(expected.length);
  const known = expected.findIndex((time) => !Number.isNaN(time));
  const shift = isRelative ? (expected[known] ?? 0) - (actual[known] ?? 0) : 0;
  const differences = actual.map((time, n) => Math.abs(time + shift - (expected[n] ?? 0)));
  // Some containers leave the time of a picture to the reader.
  const worst = Math.max(...differences.filter((_, n) => !Number.isNaN(expected[n])));
  expect(worst).toBeLessThan(0.0011);
}

const numbersTo = (end: number): number[] => Array.from({ length: end }, (_, n) => n);
/** The picture numbers that the result contains; everything else is checked here. */
async function convertedNumbers(kind: GeneratedKind, isWasm: boolean): Promise<number[]> {
  const { file, isRelative, make }: GeneratedVideo = generatedVideos[kind];
  const path = join(folder, file);
  make(path);
  const { target, frameCount, progress } = await convert(path, { isWasm });
  const { stream, times } = readStreamAndTimes(target);
  expect(frameCount).toBe(40);
  expectSameTimes(times, readTimes(path), isRelative === true);
  expect(progress.at(-1)).toEqual([40, 40]);
  expect(stream).toMatchObject({ codec_name: "h264", pix_fmt: "yuv420p", has_b_frames: 0 });
  return readNumbers(target);
}

/** Cut or rotated ones have their own tests. `npm run media -- --generated` converts all, both ways. */
const whole = generatedKinds.filter((kind) => !["an edit list", "rotation", "a start before 0"].includes(kind));

describe("the frame table is preserved", () => {
  test.for(whole)("%s", async (kind) => {
    expect(await convertedNumbers(kind, false)).toEqual(numbersTo(40));
  });

  // Three program starts each, which take seconds; conversion.test.ts converts an AVI with it.
  test.for(["MPEG transport stream, H.264 with B-frames"] as const)("by WebAssembly too: %s", async (kind) => {
    expect(await convertedNumbers(kind, true)).toEqual(numbersTo(40));
  });

  test("pictures before time 0 are removed, and the rest keep their times", async () => {
    const path = join(folder, "before.mov");
    generatedVideos["a start before 0"].make(path);
    const shown = readNumbers(path);
    expect(shown).toEqual(numbersTo(40).slice(5));
    const { target } = await convert(path);
    expect(readNumbers(target)).toEqual(shown);
    expectSameTimes(readTimes(target), readTimes(path), false);
  });

  test("an edit list cuts off what it cuts off, and a key picture comes every 30", async () => {
    const [whole, cut] = [join(folder, "whole.mov"), join(folder, "cut.mov")];
    makeBarCodeVideo(whole, { args: ["-c:v", "libx265", "-g", "60", "-x265-params", "log-level=none"], frames: 80 });
    remux(whole, ["-ss", "0.4"], [], cut);
    const shown = readNumbers(cut);
    expect(shown[0]).toBe(10);
    const { target } = await convert(cut);
    expect(readNumbers(target)).toEqual(shown);
    expectSameTimes(readTimes(target), readTimes(cut), false);
    expect(readPackets(target).flatMap(({ isKey }, n) => (isKey ? [n] : []))).toEqual([0, 30, 60]);
    // `moov` comes before the pictures, so that playback starts immediately.
    const bytes = readFileSync(target).toString("latin1");
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
  });

  test("odd sizes become even, pixels square, and turned pictures upright", async () => {
    const path = join(folder, "odd.mkv");
    makeBarCodeVideo(path, { args: ["-c:v", "ffv1"], filters: ["scale=161:63", "setsar=4/3"] });
    const { target } = await convert(path);
    expect(readStream(target)).toMatchObject({ width: 216, height: 64, sample_aspect_ratio: "1:1" });
    expect(readNumbers(target)).toEqual(numbersTo(40));
    const [lying, turned] = [join(folder, "lying.mov"), join(folder, "turned.mov")];
    makeBarCodeVideo(lying, { args: ["-c:v", "prores_ks"] });
    remux(lying, [], ["-metadata:s:v", "rotate=90"], turned);
    const upright = await convert(turned);
    expect(readStream(upright.target)).toMatchObject({ width: 64, height: 160 });
    expect(readStream(upright.target)["side_data_list"]).toBeUndefined();
  });

  test.each([
    // Narrower, wider, and one whose width is rounded.
    ...["1/2", "4/3", "16/11"].map((aspect) => ["kept.mp4", aspect] as const),
    ["turned.mp4", "4/3"] as const,
    ["kept.mkv", "16/11"] as const,
    ["kept.webm", "1/2"] as const,
  ])("%s of pixels %s: a video that is kept is as large as it would be converted", async (name, aspect) => {
    const [path, turned] = [join(folder, name), name.startsWith("turned")];
    const encoder = name.endsWith("webm") ? ["-c:v", "libvpx", "-cpu-used", "8"] : ["-c:v", "libx264"];
    const made = turned ? join(folder, "lying.mp4") : path;
    makeBarCodeVideo(made, { args: encoder, filters: ["scale=480:360", `setsar=${aspect}`], frames: 2 });
    if (turned) remux(made, [], ["-metadata:s:v", "rotate=90"], path);
    const { width, height, pixelAspect } = await createVideoProbe().probe(path);
    const { target } = await convert(path);
    expect({ width, height }).toEqual(sizeOf(readStream(target)));
    if (name.endsWith("mp4")) expect(pixelAspect.join("/")).toBe(aspect);
  });
});

test.each([
  ["camcorder.mts", ["-c:v", "libx264", "-bf", "2", "-f", "mpegts"]],
  ["disc.m2ts", ["-c:v", "libx264", "-f", "mpegts", "-mpegts_m2ts_mode", "1"]],
  ["tape.m2t", ["-c:v", "mpeg2video", "-q:v", "2", "-f", "mpegts"]],
  ["phone.3gp", ["-c:v", "libx264"]],
  ["preview.LRV", ["-c:v", "libx264", "-f", "mp4"]],
  ["broadcast.mxf", ["-c:v", "mpeg2video", "-q:v", "2"]],
  ["disc.vob", ["-c:v", "mpeg2video", "-q:v", "2", "-f", "vob"]],
  ["tape.dv", ["-target", "pal-dv"]],
  ["plain.y4m", []],
  ["stream.h264", ["-c:v", "libx264", "-bf", "2", "-f", "h264"]],
  ["stream.265", ["-c:v", "libx265", "-x265-params", "log-level=error", "-f", "hevc"]],
])("%s is taken by its name and content, and each picture of it is there", async (name, args) => {
  const path = join(folder, name);
  makeBarCodeVideo(path, { args: [...args, "-pix_fmt", "yuv420p"], frames: 12 });
  expect(kindOfFile(name)).toBe("video");
  const facts = await createVideoProbe()
    .probe(path)
    .catch((error: unknown) => (error as VideoProbeError).problem);
  if (typeof facts !== "string") return void expect(facts.frameCount).toBe(12);
  expect(facts).toBe("unknown-container");
  const { target, frameCount } = await convert(path);
  expect(frameCount).toBe(12);
  expect(readNumbers(target)).toEqual(numbersTo(12));
  expect((await createVideoProbe().probe(target)).rate.text).toBe("25/1");
});

const sizeOf = ({ width, height }: Readonly<Record<string, unknown>>) => ({ width, height });

const shared = sharedData("video");
describe.skipIf(shared === undefined)("the videos of shared/data [needs shared/data]", () => {
  // The larger ones take a minute; `npm run media -- FOLDER --convert` covers all of them.
  const files = ["carphone_pristine.mp4", "test.mp4", "unordered.mov", "video.avi", "video_90.mov"];
  test.for(files)("%s: as many, at the same times", { timeout: 240_000 }, async (file) => {
    const path = join(shared ?? "", file);
    const { target, frameCount } = await convert(path);
    const times = readTimes(path);
    expect(times.length).toBeGreaterThan(2);
    expect(frameCount).toBe(times.length);
    expectSameTimes(readTimes(target), times, false);
  });
});

describe("what can be read of a damaged video stays, and what is wrong is named", () => {
  const check = async (path: string, isWasm = false): Promise<readonly string[]> => {
    const { times } = await createVideoProbe().probeTimes(path);
    const run = { ...nothing, signal: new AbortController().signal };
    return await videoConverter(programs(isWasm), limits).check(path, times, run);
  };
  /** The bytes of picture n, without its length field. */
  const pictureBytes = (path: string, n: number): [number, number] => {
    const at = readPackets(path)[n] ?? { pos: 0, size: 0 };
    return [at.pos + 4, at.pos + at.size];
  };

  test("a video that stays as it is: which of its pictures cannot be decoded", async () => {
    const path = join(folder, "holes.mp4");
    // Intra-coded pictures, so that only the damaged ones are lost.
    makeBarCodeVideo(path, { args: ["-c:v", "libx264", "-g", "1", "-bf", "0"] });
    expect(await check(path)).toEqual([]);
    const bytes = readFileSync(path);
    for (const n of [7, 12, 13]) bytes.fill(0xff, ...pictureBytes(path, n));
    writeFileSync(path, bytes);
    const named = ["has 3 pictures that cannot be decoded: 7, 12 to 13 (from 0.28 s on)."];
    expect(await check(path)).toEqual(named);
    expect(await check(path, true)).toEqual(named);
  });

  test("several streams of pictures are said, cover images are not", async () => {
    const [source, two, music] = ["alone.mp4", "two-streams.mkv", "cover.mp4"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    makeBarCodeVideo(source, { args: ["-c:v", "libx264"] });
    remux(source, ["-i", source], ["-map", "0:v", "-map", "1:v"], two);
    const cover = ["-c:v:1", "png", "-frames:v:1", "1", "-disposition:v:1", "attached_pic"];
    remux(source, ["-i", source], ["-map", "0:v", "-map", "1:v", ...cover], music);
    const said =
      "has 2 streams of pictures, of which only one is shown: save each as a separate file to annotate the others.";
    expect(await check(two)).toEqual([said]);
    expect(await check(two, true)).toEqual([said]);
    expect((await convert(two)).problems).toEqual([said]);
    expect(await check(music)).toEqual([]);
  });

  test("cuts without encoding, edits and starts before 0 are not damage, and damage in them is named", async () => {
    const [source, whole] = [join(folder, "to-cut.mp4"), join(folder, "to-cut-alone.mp4")];
    makeBarCodeVideo(source, { args: ["-c:v", "libx264", "-g", "12", "-bf", "3"] });
    makeBarCodeVideo(whole, { args: ["-c:v", "libx264", "-g", "1", "-bf", "0"] });
    const cut = (name: string, before: readonly string[], args: readonly string[] = [], from = source): string => {
      const path = join(folder, name);
      remux(from, before, args, path);
      return path;
    };
    const shifted = ["-itsoffset", "-0.17"];
    const trimmed = cut("trimmed.mov", []);
    // As trimmed by phones: the edit ends long before the pictures do.
    const bytes = readFileSync(trimmed);
    bytes.writeUInt32BE(300, bytes.indexOf("elst") + 12);
    writeFileSync(trimmed, bytes);
    const videos = [
      ...[cut("cut.mp4", ["-ss", "0.35"]), cut("cut.mkv", ["-ss", "0.35"]), cut("cut-late.mp4", [], ["-ss", "0.35"])],
      ...[cut("negative.mkv", shifted, ["-avoid_negative_ts", "disabled"]), trimmed],
      cut("fragments.mp4", ["-ss", "0.35"], ["-movflags", "negative_cts_offsets+frag_keyframe"]),
    ];
    for (const path of videos) expect([basename(path), await check(path)]).toEqual([basename(path), []]);
    // The container's times differ by 0.01 s from what ffmpeg reads.
    const holes = cut("cut-holes.mp4", ["-ss", "0.33"], [], whole);
    const damaged = readFileSync(holes);
    for (const n of [7, 12, 13]) damaged.fill(0xff, ...pictureBytes(holes, n));
    writeFileSync(holes, damaged);
    const { times } = await createVideoProbe().probeTimes(holes);
    const hidden = readPackets(holes).length - times.seconds.length;
    const [first, second, third] = [7, 12, 13].map((n) => n - hidden);
    expect((await check(holes))[0]).toMatch(`has 3 pictures that cannot be decoded: ${first}, ${second} to ${third} (`);
  });

  test("a converted one: what is left out, and up to where one that was cut off goes", async () => {
    const path = join(folder, "holes.avi");
    makeBarCodeVideo(path, { args: ["-c:v", "mpeg4", "-g", "1", "-q:v", "3"] });
    const { size } = statSync(path);
    truncateSync(path, Math.floor(size / 2));
    const { target, frameCount, problems, storedSeconds } = await convert(path);
    expect(problems[0]).toBe(`is cut off at byte ${Math.floor(size / 2)}: it announces ${size} bytes.`);
    expect(frameCount).toBeGreaterThan(5);
    expect(storedSeconds.length - frameCount).toBeLessThanOrEqual(1);
    expect(readNumbers(target)).toEqual(numbersTo(frameCount));
    const fast = join(folder, "tables-first.mp4");
    makeBarCodeVideo(fast, { args: ["-c:v", "libx264", "-g", "5", "-movflags", "+faststart"] });
    const [, end] = pictureBytes(fast, 20);
    truncateSync(fast, end + 10);
    const cut = await convert(fast);
    expect(cut.problems[0]).toMatch(
      new RegExp(`^is cut off at byte ${end + 10}: 2\\d of 40 pictures can be shown, up to [\\d.]+ s\\.$`),
    );
    expect(readNumbers(cut.target).slice(0, 20)).toEqual(numbersTo(20));
  });
});

describe("what cannot be converted says why", () => {
  const whyNot = async (path: string, more: Parameters<typeof convert>[1] = {}): Promise<string> => {
    const error: unknown = await convert(path, more).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(VideoConversionError);
    return (error as Error).message;
  };
  const whole = (): string => {
    const path = join(folder, "whole.avi");
    makeBarCodeVideo(path, { args: ["-c:v", "mpeg4", "-q:v", "3"] });
    return path;
  };

  test("cut off before the first picture, no video, no pictures, a playlist", async () => {
    const avi = join(folder, "cut.avi");
    copyFileSync(whole(), avi);
    const { size } = statSync(avi);
    truncateSync(avi, readFileSync(avi).indexOf("movi") + 4);
    expect(await whyNot(avi)).toMatch(new RegExp(`^is cut off at byte \\d+: it announces ${size} bytes\\.$`));
    const mov = join(folder, "cut.mov");
    makeBarCodeVideo(mov, { args: ["-c:v", "prores_ks"] });
    truncateSync(mov, 5000);
    expect(await whyNot(mov)).toBe(
      "is cut off at byte 5000: the table of its pictures, which should be at its end, is missing.",
    );
    const sound = join(folder, "sound.avi");
    remux("sine=frequency=440:duration=1", ["-f", "lavfi"], ["-c:a", "pcm_s16le"], sound);
    expect(await whyNot(sound)).toBe("has no video stream, only other ones.");
    const text = join(folder, "text.avi");
    writeFileSync(text, "no video at all");
    expect(await whyNot(text)).toBe("is not a readable video, or its beginning is damaged.");
    const playlist = join(folder, "list.avi");
    // In the same folder: ffmpeg itself refuses files of other folders.
    writeFileSync(playlist, `ffconcat version 1.0\nfile ${basename(whole())}\n`);
    expect(await whyNot(playlist)).toMatch(/^is not a readable video|^cannot be read/);
    const foreign = join(folder, "foreign.avi");
    const bytes = readFileSync(whole());
    for (let at = bytes.indexOf("FMP4"); at >= 0; at = bytes.indexOf("FMP4", at + 1)) bytes.write("ZZZ9", at);
    writeFileSync(foreign, bytes);
    expect(await whyNot(foreign)).toBe("cannot be converted: unsupported codec (ZZZ9).");
  });

  test("by WebAssembly the same, within the same limits", async () => {
    const [mov, sound, text] = ["cut.mov", "sound.avi", "text.avi"].map((name) => join(folder, name));
    makeBarCodeVideo(mov!, { args: ["-c:v", "prores_ks"] });
    truncateSync(mov!, 5000);
    remux("sine=frequency=440:duration=1", ["-f", "lavfi"], ["-c:a", "pcm_s16le"], sound!);
    writeFileSync(text!, "no video at all");
    for (const path of [mov!, sound!, text!]) {
      expect(await whyNot(path, { isWasm: true })).toBe(await whyNot(path));
    }
    const path = join(folder, "long.mkv");
    makeBarCodeVideo(path, { args: ["-c:v", "ffv1"], filters: ["scale=640:360"], frames: 60 });
    const why = await whyNot(path, { isWasm: true, timeoutMs: 400 });
    expect(why).toBe("cannot be converted: it took more than 0.4 seconds.");
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(new Error("enough")), 1500);
    await expect(convert(path, { isWasm: true }, cancel.signal)).rejects.toThrow("enough");
  });

  test("limits on time, memory and output; cancelling", async () => {
    const path = join(folder, "long.mkv");
    makeBarCodeVideo(path, { args: ["-c:v", "ffv1"], filters: ["scale=640:360"], frames: 120 });
    expect(await whyNot(path, { timeoutMs: 200 })).toBe("cannot be converted: it took more than 0.2 seconds.");
    expect(await whyNot(path, { memoryBytes: 20_000_000 })).toContain("more than 20000000 bytes of memory");
    expect(await whyNot(path, { outputBytes: 2000 })).toContain("wrote more than 2000 bytes");
    const cancel = new AbortController();
    const cancelled = convert(path, {}, cancel.signal);
    setTimeout(() => cancel.abort(new Error("enough")), 300);
    const startMs = performance.now();
    await expect(cancelled).rejects.toThrow("enough");
    expect(performance.now() - startMs).toBeLessThan(5000);
  });
});
