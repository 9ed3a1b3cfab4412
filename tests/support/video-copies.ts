/**
 * Copies of videos, made by ffmpeg from a seed: cut, joined, at another rate, cropped, scaled, encoded again. Which
 * picture of the original each picture of a copy is, is known from the same filters over a video whose pictures say
 * their number.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";
import { makeBarCodeVideo, readNumbers } from "./bar-code-video.ts";
import { seededRandom } from "./random.ts";
import { sharedData } from "./shared-data.ts";

export interface Original {
  readonly name: string;
  readonly path: string;
  readonly frames: number;
  readonly rate: string;
  readonly width: number;
  readonly height: number;
  /** Shown width of a stored pixel. */
  readonly pixelAspect: number;
}

export interface VideoCopy {
  readonly path: string;
  /** The steps taken. */
  readonly what: string;
  /** By picture the one of the original; -1 of another video. */
  readonly truth: readonly number[];
  /** Of the original in parts of its width and height. */
  readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const run = (...args: string[]): void => {
  execFileSync(join(ensureFfmpeg(), "ffmpeg"), ["-v", "error", "-y", ...args]);
};
/** The number of pictures of another video: one that no bar code of an original has. */
const foreign = 1023;

/** Real videos where they are there, and drawn ones. */
export function originals(folder: string): readonly Original[] {
  const drawn = (name: string, source: string): Original => {
    const path = join(folder, `${name}.mp4`);
    run(
      "-f",
      "lavfi",
      "-i",
      `${source},trim=end_frame=200`,
      "-c:v",
      "libx264",
      "-crf",
      "16",
      "-pix_fmt",
      "yuv420p",
      path,
    );
    return { name, path, frames: 200, rate: "25", width: 320, height: 180, pixelAspect: 1 };
  };
  const real = (name: string, facts: Omit<Original, "name" | "path">): readonly Original[] => {
    const path = sharedData(`video/${name}`);
    return path === undefined ? [] : [{ name, path, ...facts }];
  };
  return [
    drawn("zoom", "mandelbrot=size=320x180:rate=25:end_scale=0.01:end_pts=220"),
    drawn(
      "cells",
      "life=size=160x90:rate=25:mold=25:ratio=0.1:seed=5:death_color=#203060:life_color=#e0d080,scale=320:180",
    ),
    ...real("bikes.mp4", { frames: 250, rate: "25", width: 640, height: 272, pixelAspect: 1 }),
    // Without its last picture, which has no duration there: at another rate, ffmpeg leaves it out.
    ...real("motion.mp4", { frames: 342, rate: "30", width: 320, height: 240, pixelAspect: 1 }),
    ...real("carphone_pristine.mp4", {
      frames: 120,
      rate: "30000/1001",
      width: 176,
      height: 144,
      pixelAspect: 128 / 117,
    }),
  ];
}

/** @param folder for the copy and what is needed to make it */
export function makeCopy(original: Original, seed: number, folder: string): VideoCopy {
  const random = seededRandom(seed * 7919 + 13);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const between = (low: number, high: number): number => low + random() * (high - low);
  const { frames } = original;
  const what: string[] = [];

  const part = (): { readonly from: number; readonly to: number } => {
    const length = Math.round(between(Math.min(40, frames / 2), frames));
    const from = Math.floor(random() * (frames - length + 1));
    return { from, to: from + length };
  };
  const parts =
    pick<number>([0, 1, 1, 2]) === 0 ? [{ from: 0, to: frames }] : [part(), ...(random() < 0.35 ? [part()] : [])];
  what.push(...parts.map(({ from, to }) => `${from}-${to - 1}`));
  const foreignAt = random() < 0.25 ? Math.floor(random() * (parts.length + 1)) : undefined;
  if (foreignAt !== undefined) what.push(`another video at ${foreignAt}`);

  const [up, down = "1"] = original.rate.split("/");
  const rate = Number(up) / Number(down);
  const change = pick(["none", "none", "rate", "rate", "retimed"]);
  const time =
    change === "rate"
      ? `fps=${pick(["15", "24", "25", "30", "60", (rate / 2).toFixed(4)])}`
      : change === "retimed"
        ? `setpts=PTS*${between(0.7, 1.5).toFixed(3)}`
        : "null";
  if (time !== "null") what.push(time);

  const even = (value: number): number => 2 * Math.round(value / 2);
  const isCropped = random() < 0.5;
  const [cropWidth, cropHeight] = isCropped
    ? [even(between(0.5, 1) * original.width), even(between(0.5, 1) * original.height)]
    : [original.width, original.height];
  const [x, y] = [
    even(random() * (original.width - cropWidth) - 1),
    even(random() * (original.height - cropHeight) - 1),
  ].map((value) => Math.max(0, value)) as [number, number];
  if (isCropped) what.push(`crop ${cropWidth}x${cropHeight}+${x}+${y}`);
  const factor = pick([1, 1, between(0.5, 1.4)]);
  const size = [even(cropWidth * factor), even(cropHeight * factor)].join(":");
  if (factor !== 1) what.push(`scale ${size}`);

  const codec = pick([
    ["libx264", "-crf", String(Math.round(between(16, 34)))],
    ["libx264", "-crf", String(Math.round(between(20, 30))), "-preset", "veryfast"],
    // Its clock is too coarse for times that fit no rate.
    ...(change === "retimed" ? [] : [["mpeg4", "-q:v", String(Math.round(between(2, 8)))]]),
  ]);
  what.push(codec.join(" "));

  const graph = (size: string, other: string): string => {
    const labels: string[] = [];
    const chains: string[] = [];
    const sources = [...parts];
    for (let index = 0; index <= sources.length; index++) {
      if (index === foreignAt) {
        chains.push(`${other},scale=${size},setsar=1,format=yuv420p,setpts=PTS-STARTPTS[f]`);
        labels.push("[f]");
      }
      const one = sources[index];
      if (one === undefined) continue;
      chains.push(
        `[0:v]trim=start_frame=${one.from}:end_frame=${one.to},setpts=PTS-STARTPTS,setsar=1,format=yuv420p[p${index}]`,
      );
      labels.push(`[p${index}]`);
    }
    return `${chains.join(";")};${labels.join("")}concat=n=${labels.length},settb=1/30000,${time}`;
  };
  const path = join(folder, `copy-${original.name}-${seed}.${pick(["mp4", "mkv"])}`);
  const clip = (color: string): string => `${color}:rate=${original.rate},trim=end_frame=45`;
  const shape = `crop=${cropWidth}:${cropHeight}:${x}:${y},scale=${size}`;
  const content = `${graph(`${original.width}:${original.height}`, clip("testsrc2=size=320x240"))},${shape}`;
  // The clock of the filters: that of the encoder would round times.
  const every = ["-fps_mode", "passthrough", "-enc_time_base", "1:30000"];
  run("-i", original.path, "-filter_complex", content, ...every, "-an", "-c:v", ...codec, "-pix_fmt", "yuv420p", path);

  const numbers = join(folder, `numbers-${original.name}.nut`);
  makeBarCodeVideo(numbers, { args: ["-c:v", "ffv1"], frames, rate: original.rate });
  const shown = join(folder, "shown.mkv");
  run(
    "-i",
    numbers,
    "-filter_complex",
    graph("160:64", clip("color=white:size=160x64")),
    ...every,
    "-c:v",
    "ffv1",
    shown,
  );
  const truth = readNumbers(shown).map((number) => (number === foreign ? -1 : number));
  const { width, height } = original;
  const crop = { x: x / width, y: y / height, width: cropWidth / width, height: cropHeight / height };
  return { path, what: what.join(", "), truth, crop };
}
