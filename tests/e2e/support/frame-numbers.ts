/**
 * Videos whose pictures show their own number: 4 x 3 black or white blocks, the first is the highest bit. Generated
 * with ffmpeg, so that the proof needs no external data.
 */
import { runSystemFfmpeg } from "../../support/system-ffmpeg.ts";

const numberColumns = 4;
const numberRows = 3;
const blockPx = 32;
const width = numberColumns * blockPx;
const height = numberRows * blockPx;
const bits = numberColumns * numberRows;

export interface NumberedVideo {
  readonly bytes: Uint8Array;
  /** `mp4` or `webm`. */
  readonly extension: string;
  /** Requested presentation time of each picture, in seconds. */
  readonly pts: readonly number[];
}

export interface NumberedVideoOptions {
  readonly codec: "h264" | "vp8";
  readonly pictureCount: number;
  /** Ticks of 1/600 s between pictures, repeated cyclically. */
  readonly gaps: readonly number[];
  /** Pictures per key picture. */
  readonly keyDistance: number;
  /** Pixel aspect ratio, `1/2`; square if absent. */
  readonly aspect?: string;
  /** With an alpha channel (VP8 only), opaque everywhere. */
  readonly hasAlpha?: boolean;
  /**
   * With references that are never shown (VP8 only), as encoders add them when they are not in a hurry: at the time of
   * the next picture, or just before it.
   */
  readonly hidden?: "at next" | "before next";
  /** With grain, which makes the file of h264 a hundred times as large. */
  readonly isNoisy?: boolean;
}

const ticksPerSecond = 600;

export async function makeNumberedVideo(options: NumberedVideoOptions): Promise<NumberedVideo> {
  const { codec, pictureCount, gaps, keyDistance, hasAlpha = false, hidden, aspect = "1", isNoisy = false } = options;
  const ticks: number[] = [];
  for (let i = 0, tick = 0; i < pictureCount; tick += gaps[i % gaps.length]!, i++) ticks.push(tick);
  const extension = codec === "h264" ? "mp4" : "webm";
  const output = `out.${extension}`;
  const encoder =
    codec === "h264"
      ? [
          "-c:v",
          "libx264",
          "-preset",
          "veryfast",
          ...(isNoisy ? ["-qp", "6"] : []),
          "-bf",
          "3",
          "-video_track_timescale",
          `${ticksPerSecond}`,
        ]
      : hidden !== undefined
        ? [
            "-c:v",
            "libvpx",
            "-deadline",
            "good",
            "-cpu-used",
            "4",
            "-auto-alt-ref",
            "1",
            "-lag-in-frames",
            "16",
            "-b:v",
            "300k",
          ]
        : ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "300k"];
  const round = gaps.reduce((sum, gap) => sum + gap, 0);
  const alpha = hasAlpha ? ["-auto-alt-ref", "0"] : [];
  const format = hasAlpha ? "format=yuva420p" : "format=yuv420p";
  // Tick of the n-th picture: whole cycles of gaps, then the gaps of the last cycle, as an ffmpeg expression.
  const within = gaps.map((_, k) => `gte(mod(N,${gaps.length}),${k + 1})*${gaps[k]}`).join("+");
  const tick = `floor(N/${gaps.length})*${round}+${within}`;
  const outputs = await runSystemFfmpeg({
    inputs: [
      {
        name: "in.gray",
        bytes: rawPictures(pictureCount, isNoisy ? 90 : 0),
        options: ["-f", "rawvideo", "-pix_fmt", "gray", "-s", `${width}x${height}`, "-r", "25"],
      },
    ],
    args: [
      ...["-vf", `settb=1/${ticksPerSecond},setpts=${tick.replaceAll(",", "\\,")},${format},setsar=${aspect}`],
      ...["-fps_mode", "passthrough", "-enc_time_base", hidden === "at next" ? "1/25" : `1/${ticksPerSecond}`],
      ...["-g", `${keyDistance}`, ...encoder, ...alpha, output],
    ],
    twoPasses: hidden !== undefined,
    outputs: [output],
  });
  return { bytes: outputs.get(output)!, extension, pts: ticks.map((value) => value / ticksPerSecond) };
}

/** @param grain most that a pixel differs from black or white */
function rawPictures(count: number, grain: number): Uint8Array<ArrayBuffer> {
  let seed = 1;
  const pictures = new Uint8Array(count * width * height);
  for (let picture = 0; picture < count; picture++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const block = Math.floor(y / blockPx) * numberColumns + Math.floor(x / blockPx);
        const bit = (picture >> (bits - 1 - block)) & 1;
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
        const off = grain === 0 ? 0 : (seed >>> 16) % grain;
        pictures[(picture * height + y) * width + x] = bit === 1 ? 255 - off : off;
      }
    }
  }
  return pictures;
}

/** The blocks to measure in a displayed picture: the inner halves, away from the codec's blurred edges. */
export const numberBlocks = Array.from({ length: bits }, (_, block) => {
  const left = (block % numberColumns) * blockPx + blockPx / 4;
  const top = Math.floor(block / numberColumns) * blockPx + blockPx / 4;
  return [left, top, left + blockPx / 2, top + blockPx / 2] as const;
});

export const numberedSize = { width, height } as const;

/** The number a picture shows, from the mean red, green and blue of its blocks; throws if a block is gray. */
export function readNumber(means: readonly number[]): number {
  let number = 0;
  for (let block = 0; block < bits; block++) {
    const green = means[block * 3 + 1]!;
    if (green > 64 && green < 192) throw new Error(`Block ${block} is neither black nor white: ${green}.`);
    number = number * 2 + (green > 128 ? 1 : 0);
  }
  return number;
}
