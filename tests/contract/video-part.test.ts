/** One picture of a video on another machine: the bytes around it are enough, and few of a large file. */
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { videoConverter } from "../../server/adapters/ffmpeg/convert-video.ts";
import { systemPrograms } from "../../server/adapters/ffmpeg/programs.ts";
import { findFfmpeg } from "../../core-wasm/programs/find-ffmpeg.ts";
import { createVideoProbe } from "../../server/adapters/mediabunny/probe-video.ts";
import type { RangedBytes } from "../../server/ports/video-probe.ts";
import { makeBarCodeVideo } from "../support/bar-code-video.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";

const videoProbe = createVideoProbe();
const frames = 400;
const rate = 25;
/** Filled up to a constant rate, so that it is as large as a film of the sea. */
const film = ["-c:v", "libx264", "-g", "50", "-b:v", "6M", "-minrate", "6M", "-maxrate", "6M", "-bufsize", "1M"];
const filled = [...film, "-x264-params", "nal-hrd=cbr"];
const limits = { timeoutMs: 60_000, memoryBytes: 2 ** 32, outputBytes: 2 ** 30 };
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wakeline-part-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The number that a picture shows: see `bar-code-video.ts`. */
async function numberOf(path: string): Promise<number> {
  const { data, info } = await sharp(path).grayscale().raw().toBuffer({ resolveWithObject: true });
  let number = 0;
  for (let bar = 0; bar < 10; bar++) {
    if ((data[(32 * info.width + bar * 16 + 8) * info.channels] ?? 0) > 128) number += 2 ** bar;
  }
  return number;
}

for (const { name, args, sound = false } of [
  { name: "tables-first.mp4", args: [...filled, "-bf", "3", "-movflags", "+faststart"], sound: true },
  { name: "open-groups.mov", args: [...film, "-bf", "3", "-x264-params", "nal-hrd=cbr:open-gop=1"] },
  { name: "clusters.mkv", args: [...filled, "-bf", "2"], sound: true },
]) {
  test(`a copy of the parts around a picture gives the same picture as the whole file: ${name}`, async () => {
    const path = join(folder, name);
    makeBarCodeVideo(path, { args, sound, frames, rate: String(rate) });
    const { size } = await stat(path);
    let readBytes = 0;
    const file: RangedBytes = {
      size,
      read: ({ start, end }) => {
        readBytes += end - start;
        return createReadStream(path, { start, end: end - 1 });
      },
    };
    const ffmpeg = videoConverter(systemPrograms(findFfmpeg([ensureFfmpeg()])!), limits);
    const { times } = await videoProbe.probeTimes(path);
    for (const frame of [0, 50, 51, 277, frames - 1]) {
      const at = times.seconds[frame]!;
      const afterSeconds = frame === 0 ? undefined : (times.seconds[frame - 1]! + at) / 2;
      const pictures: Buffer[] = [];
      const part = join(folder, "part");
      readBytes = 0;
      await videoProbe.copyAround(file, part, frame === 0 ? undefined : at);
      expect((await stat(part)).size).toBe(size);
      expect([frame, readBytes < 4e6 ? "few" : readBytes]).toEqual([frame, "few"]);
      for (const source of [path, part]) {
        const target = join(folder, "picture.png");
        await ffmpeg.writePicture({ source, target, ...(afterSeconds !== undefined && { afterSeconds }) });
        expect([frame, await numberOf(target)]).toEqual([frame, frame]);
        pictures.push(await readFile(target));
      }
      expect(pictures[0]!.equals(pictures[1]!)).toBe(true);
    }
  });
}
