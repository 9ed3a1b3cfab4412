/** The files of the sample datasets: made once, then cached in a folder. */

import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runFfmpeg } from "../adapters/ffmpeg/run-ffmpeg.ts";
import { runInThread } from "../../core-wasm/threads/run-in-thread.ts";
import { groundTruthTracks } from "./ground-truth.ts";
import type { GroundTruthTrack } from "./ground-truth.ts";
import type { RenderedScene } from "./render.worker.ts";
import { imageStep, sceneFps, sceneHeight, sceneWidth } from "./scene.ts";

export interface SampleFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface SampleDataset {
  readonly files: readonly SampleFile[];
  readonly tracks: readonly GroundTruthTrack[];
}

export interface SampleMedia {
  readonly video: SampleDataset;
  readonly images: SampleDataset;
  readonly fps: number;
}

const videoName = "harbour.mp4";

/** Reads the sample files from the cache, or creates them there. */
export async function loadSampleMedia(
  cacheFolder = join(import.meta.dirname, "../../.cache/sample"),
): Promise<SampleMedia> {
  const folder = join(cacheFolder, await sourceHash());
  const cached = await readCache(folder);
  if (cached !== undefined) return cached;
  const media = await makeSampleMedia();
  await writeCache(folder, media).catch((error: NodeJS.ErrnoException) => {
    // An installation on a read-only disk makes its samples without a cache.
    if (!["EACCES", "EPERM", "EROFS", "ENOSPC"].includes(error.code ?? "")) throw error;
  });
  return media;
}

/** Key of the cache, a hash of the code that fills it: a changed scene is rendered again. */
async function sourceHash(): Promise<string> {
  const hash = createHash("sha256");
  const sources = (await readdir(import.meta.dirname)).filter(
    (name) => /\.[jt]s$/.test(name) && !name.endsWith(".test.ts"),
  );
  for (const name of sources.sort()) hash.update(await readFile(join(import.meta.dirname, name)));
  return hash.digest("hex").slice(0, 16);
}

async function makeSampleMedia(): Promise<SampleMedia> {
  const file = new URL("./render.worker.ts", import.meta.url);
  const scene = (await runInThread({ file, call: undefined })) as RenderedScene;
  const { outputs } = await runFfmpeg({
    inputs: [
      {
        name: "scene.yuv",
        bytes: scene.yuv,
        options: [
          "-f",
          "rawvideo",
          "-pix_fmt",
          "yuv420p",
          "-s",
          `${sceneWidth}x${sceneHeight}`,
          "-r",
          String(sceneFps),
        ],
      },
    ],
    args: [
      ...["-c:v", "libx264", "-preset", "superfast", "-crf", "25", "-g", "30", "-movflags", "+faststart"],
      ...["-colorspace", "smpte170m", "-color_primaries", "smpte170m", "-color_trc", "smpte170m", "-color_range", "tv"],
      ...["-fflags", "+bitexact", "-flags:v", "+bitexact", videoName],
    ],
    outputs: [videoName],
  });
  return {
    video: {
      files: [{ name: videoName, bytes: outputs.get(videoName)! }],
      tracks: groundTruthTracks(scene.sightings),
    },
    images: {
      files: scene.images.map((bytes, i) => ({ name: `harbour_${String(i * imageStep).padStart(3, "0")}.png`, bytes })),
      tracks: groundTruthTracks(scene.sightings.filter((_, frame) => frame % imageStep === 0)),
    },
    fps: sceneFps,
  };
}

const tracksName = "tracks.json";

async function readCache(folder: string): Promise<SampleMedia | undefined> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (!names.includes(tracksName)) return undefined;
  const tracks = JSON.parse(await readFile(join(folder, tracksName), "utf8")) as Record<
    "video" | "images",
    GroundTruthTrack[]
  >;
  const load = (pattern: RegExp): Promise<SampleFile[]> =>
    Promise.all(
      names
        .filter((name) => pattern.test(name))
        .sort()
        .map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
    );
  return {
    video: { files: await load(/\.mp4$/), tracks: tracks.video },
    images: { files: await load(/\.png$/), tracks: tracks.images },
    fps: sceneFps,
  };
}

/** Writes next to the cache and moves it there, so that an incomplete cache is never read. */
async function writeCache(folder: string, media: SampleMedia): Promise<void> {
  const draft = `${folder}.${process.pid}.draft`;
  await mkdir(draft, { recursive: true });
  for (const { name, bytes } of [...media.video.files, ...media.images.files])
    await writeFile(join(draft, name), bytes);
  await writeFile(join(draft, tracksName), JSON.stringify({ video: media.video.tracks, images: media.images.tracks }));
  await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster: its files are the same.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    await rm(draft, { recursive: true });
  });
}
