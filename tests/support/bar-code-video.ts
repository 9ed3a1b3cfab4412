/**
 * Videos whose pictures show their own number: black or white bars, its bits. So a test knows which picture of the
 * original a picture of a converted video is, whatever the codec lost.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";

const bars = 10;
const barPx = 16;
const heightPx = 64;

const run = (program: "ffmpeg" | "ffprobe", args: readonly string[], input?: Buffer): Buffer =>
  execFileSync(join(ensureFfmpeg(), program), ["-v", "error", ...args], {
    maxBuffer: 2 ** 30,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    ...(input !== undefined && { input }),
  });

export interface BarCodeVideo {
  /** Options after the input: codec, container, times. */
  readonly args: readonly string[];
  /** Filters after the bars, such as `setsar=4/3`. */
  readonly filters?: readonly string[];
  readonly frames?: number;
  readonly rate?: string;
  /** Sound in addition to the picture. */
  readonly sound?: boolean;
}

export function makeBarCodeVideo(
  path: string,
  { args, filters = [], frames = 40, rate = "25", sound = false }: BarCodeVideo,
): void {
  const tone = sound ? ["-f", "lavfi", "-i", "sine=frequency=440", "-shortest"] : [];
  const size = `${bars * barPx}x${heightPx}`;
  const raw = ["-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", size, "-framerate", rate, "-i", "pipe:0"];
  const chain = ["setsar=1", ...filters].join(",");
  run("ffmpeg", ["-y", ...raw, ...tone, "-vf", chain, ...args, path], barCodes(frames));
}

/** Drawn here, since a filter of ffmpeg that computes each pixel takes a second. @returns pictures in yuv420p */
function barCodes(frames: number): Buffer {
  const width = bars * barPx;
  const lumaBytes = width * heightPx;
  const pictureBytes = lumaBytes * 1.5;
  const pictures = Buffer.alloc(frames * pictureBytes, 128);
  for (let frame = 0; frame < frames; frame++) {
    const row = Buffer.alloc(width, 16);
    for (let bar = 0; bar < bars; bar++) if ((frame >> bar) & 1) row.fill(16 + 219, bar * barPx, (bar + 1) * barPx);
    const start = frame * pictureBytes;
    pictures.fill(row, start, start + lumaBytes);
  }
  return pictures;
}

/** Copies the streams of a video into another container. */
export function remux(from: string, before: readonly string[], args: readonly string[], to: string): void {
  run("ffmpeg", ["-y", ...before, "-i", from, "-c", "copy", ...args, to]);
}

/** The numbers shown by its pictures, in presentation order. */
export function readNumbers(path: string): number[] {
  const width = bars * barPx;
  const raw = run("ffmpeg", [
    ...[
      "-copyts",
      "-i",
      path,
      "-map",
      "0:v:0",
      "-vf",
      `select='gte(t,-0.0005)',scale=${width}:${heightPx},format=gray`,
    ],
    ...["-fps_mode", "passthrough", "-f", "rawvideo", "-"],
  ]);
  const numbers: number[] = [];
  for (let start = 0; start + width * heightPx <= raw.length; start += width * heightPx) {
    let number = 0;
    for (let bar = 0; bar < bars; bar++) {
      // The middle of the bar.
      const at = start + (heightPx / 2) * width + bar * barPx + barPx / 2;
      if ((raw[at] ?? 0) > 128) number += 2 ** bar;
    }
    numbers.push(number);
  }
  return numbers;
}

/** Positions of its pictures' data in the file, in storage order. */
export function readPackets(path: string): { readonly pos: number; readonly size: number; readonly isKey: boolean }[] {
  const args = ["-select_streams", "v:0", "-show_entries", "packet=pos,size,flags", "-of", "json", path];
  const { packets } = JSON.parse(run("ffprobe", args).toString("utf8")) as {
    packets: { pos: string; size: string; flags: string }[];
  };
  return packets.map(({ pos, size, flags }) => ({
    pos: Number(pos),
    size: Number(size),
    isKey: flags.startsWith("K"),
  }));
}

/** Presentation times of its pictures in seconds, from 0 on; NaN where the container does not say. */
export const readTimes = (path: string): number[] => readStreamAndTimes(path).times;

/** The picture stream, as described by ffprobe. */
export function readStream(path: string): Stream {
  const json = run("ffprobe", ["-select_streams", "v:0", "-show_streams", "-of", "json", path]).toString();
  return (JSON.parse(json) as { streams: Stream[] }).streams[0] ?? {};
}

type Stream = Readonly<Record<string, unknown>>;

/** Both at once: most of the processor time of such a program is its start. */
export function readStreamAndTimes(path: string): { readonly stream: Stream; readonly times: number[] } {
  const entries = ["-show_streams", "-show_entries", "frame=best_effort_timestamp_time"];
  const json = run("ffprobe", ["-select_streams", "v:0", ...entries, "-of", "json", path]).toString();
  const { frames, streams } = JSON.parse(json) as {
    frames: { best_effort_timestamp_time?: string }[];
    streams: Stream[];
  };
  const times = frames.map((frame) => Number(frame.best_effort_timestamp_time));
  return { stream: streams[0] ?? {}, times: times.filter((time) => !(time < -0.0005)) };
}
