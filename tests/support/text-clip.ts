/** A clip with a clock, a depth and a position burned in over noise, and what each of its frames says. */
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Bounds } from "#vision/bounds";
import type { Pixels } from "#vision/pixels";

import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";

export interface Burned {
  readonly clock: string;
  readonly depth: string;
  readonly position: string;
}

export const textClipSize = { width: 640, height: 360 } as const;

/** Where each text is, with some room. */
export const placesOfText: Readonly<Record<keyof Burned, Bounds>> = {
  clock: { x1: 14, y1: 10, x2: 170, y2: 46 },
  depth: { x1: 480, y1: 10, x2: 630, y2: 46 },
  position: { x1: 14, y1: 318, x2: 380, y2: 352 },
};

/** Comes with ffmpeg on Debian and Ubuntu. */
const font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

export interface ClipLook {
  /** Strength of the noise, of 100. */
  readonly noise?: number;
  /** Height of the letters with their ascenders, pixels. */
  readonly fontSize?: number;
  /** Width of their black border, pixels. */
  readonly border?: number;
  /** Quality of the compression: more is worse. */
  readonly crf?: number;
}
const digits = (value: string, count: number): string => `%{eif\\:${value}\\:d\\:${count}}`;

export function burnedAt(n: number): Burned {
  const two = (value: number): string => String(value).padStart(2, "0");
  const second = 35_990 + n * 17;
  return {
    clock: [second / 3600, (second / 60) % 60, second % 60].map((value) => two(Math.floor(value))).join(":"),
    depth: `${95 + Math.floor(n / 7)}.${n % 10} m`,
    position: `41.${String(52_000 + n * 37).padStart(5, "0")}N 070.${String(67_000 + n * 53).padStart(5, "0")}W`,
  };
}

export function writeTextClip(path: string, frames: number, look: ClipLook = {}): void {
  const { noise = 40, fontSize = 22, border = 1, crf = 23 } = look;
  const drawn = `drawtext=fontfile=${font}:fontsize=${fontSize}:fontcolor=white:borderw=${border}:bordercolor=black`;
  const { width, height } = textClipSize;
  const second = "(35990+n*17)";
  const texts: readonly (readonly [place: string, text: string])[] = [
    [
      "x=20:y=16",
      [
        digits(`floor(${second}/3600)`, 2),
        digits(`mod(floor(${second}/60),60)`, 2),
        digits(`mod(${second},60)`, 2),
      ].join("\\:"),
    ],
    ["x=490:y=16", `${digits("95+floor(n/7)", 1)}.${digits("mod(n,10)", 1)} m`],
    ["x=20:y=324", `41.${digits("52000+n*37", 5)}N 070.${digits("67000+n*53", 5)}W`],
  ];
  const chain = [
    `gradients=s=${width}x${height}:r=25:seed=7:c0=0x204060:c1=0x708090:x0=0:y0=0:x1=640:y1=360:d=${frames / 25}`,
    "format=yuv420p",
    `noise=alls=${noise}:allf=t:all_seed=5`,
    ...texts.map(([place, text]) => `${drawn}:${place}:text='${text}'`),
  ].join(",");
  execFileSync(join(ensureFfmpeg(), "ffmpeg"), [
    ...["-y", "-v", "error", "-f", "lavfi", "-i", chain, "-frames:v", String(frames)],
    ...["-c:v", "libx264", "-pix_fmt", "yuv420p", "-threads", "1", "-crf", String(crf), path],
  ]);
}

/** The pictures of such a clip, decoded. */
export function textClipPictures(frames: number, look?: ClipLook): Pixels[] {
  const path = join(mkdtempSync(join(tmpdir(), "text-clip-")), "clip.mp4");
  writeTextClip(path, frames, look);
  const { width, height } = textClipSize;
  const args = ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
  const raw = execFileSync(join(ensureFfmpeg(), "ffmpeg"), args, { maxBuffer: 2 ** 30 });
  const size = width * height * 3;
  return Array.from({ length: frames }, (_, n) => ({
    width,
    height,
    rgb: new Uint8Array(raw.subarray(n * size, (n + 1) * size)),
  }));
}
