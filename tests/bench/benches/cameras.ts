/**
 * Several cameras in the viewer: the cost of a frame step on four of them compared with one, and how many pictures they
 * show during playback compared with plain `<video>` elements of the same size, which draw no boxes and are not
 * synchronized.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { createMultiCamDataset } from "../../support/multicam-dataset.ts";
import { createImageDataset } from "../../support/dataset.ts";
import { loadText, openBenchPage } from "../browser/bench-browser.ts";
import { walkInViewer } from "../browser/walk.ts";
import { enter, openBrowserWorld, type BrowserWorld } from "../browser/world.ts";
import type { Bench } from "../context.ts";
import { median } from "../measure.ts";

const names = ["north", "east", "south", "west"] as const;
const boxesPerCamera = 1000;
const pictureCount = 24;
const pictureSize = { width: 320, height: 240 } as const;
const rounds = 5;

const clip = { size: "1280x720", fps: 30, seconds: 10 } as const;
const boxesPerPicture = 20;
const playMs = 5000;

/** Boxes at different places on each frame. */
function boxes(count: number, lastFrame: number, { width, height }: { width: number; height: number }) {
  return Array.from({ length: count }, (_, id) => {
    const boxAt = (frame: number) => {
      const [x, y] = [(id * 37 + frame * 3) % (width - 40), (id * 53) % (height - 30)];
      return { frame, bounds: [x, y, x + 36, y + 26], keyframe: true, interpolate: true };
    };
    const features = [boxAt(0), boxAt(lastFrame)];
    return { id, begin: 0, end: lastFrame, confidencePairs: [["fish", 0.9]], attributes: {}, features };
  });
}

async function annotate({ client }: BrowserWorld, ids: readonly string[], tracks: readonly unknown[]): Promise<void> {
  for (const folderId of ids) {
    await client.call("annotation.save", { folderId, body: { tracks: { upsert: tracks, delete: [] } } as never });
  }
}

async function inViewer<T>(
  world: BrowserWorld,
  id: string,
  cameraCount: number,
  atScreenRate: boolean,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const bench = await openBenchPage({ atScreenRate });
  try {
    const { page } = bench;
    await enter(page, world);
    await page.goto(`${world.url}/viewer/${id}`);
    await page.waitForFunction(
      (count) => {
        const canvases = [...document.querySelectorAll<HTMLCanvasElement>("[data-testid=canvas] canvas")];
        return canvases.length === count && canvases.every((one) => (one.frameStatistics?.frames ?? 0) > 0);
      },
      cameraCount,
      { timeout: 60_000, polling: 100 },
    );
    return await work(page);
  } finally {
    await bench.close();
  }
}

async function stepMs(page: Page): Promise<number> {
  await page.locator("[data-testid=canvas] canvas").first().focus();
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const forward = await walkInViewer(page, "ArrowRight", pictureCount - 1);
    await walkInViewer(page, "ArrowLeft", pictureCount - 1);
    if (round > 0) times.push(forward);
  }
  return median(times);
}

const stepping: Bench = {
  name: "cameras, frame step",
  async run() {
    const world = await openBrowserWorld();
    try {
      const tracks = boxes(boxesPerCamera, pictureCount - 1, pictureSize);
      const single = await createImageDataset(world.client, "one", pictureCount, { size: pictureSize, fps: 30 });
      const rig = await createMultiCamDataset(world.client, {
        name: "four",
        cameras: names.map((name) => ({ name, images: pictureCount, fps: 30 })),
        timeAlignment: { mode: "frame", cameras: {} },
      });
      await annotate(world, [single, ...Object.values(rig.cameras)], tracks);
      const one = await inViewer(world, single, 1, false, stepMs);
      const four = await inViewer(world, rig.id, names.length, false, stepMs);
      return [
        {
          name: `cameras: a frame step, 4 cameras of ${boxesPerCamera} boxes each (${loadText()})`,
          value: four,
          unit: "ms",
          peer: "one camera",
          ratio: one / four,
          goal: { of: "ratio", min: 0.25 },
        },
      ];
    } finally {
      await world.close();
    }
  },
};

/** Pictures shown by all cameras together. */
async function playInViewer(page: Page): Promise<number> {
  return await page.evaluate(async (ms) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const places = [...document.querySelectorAll("[data-testid=canvas]")];
    const field = document.querySelector<HTMLInputElement>("[data-testid=frame] input")!;
    const begin = field.value;
    document.querySelector<HTMLButtonElement>("[aria-label=Play]")!.click();
    // Decoding before the first picture moves must not count as playback.
    while (field.value === begin) await nextFrame();
    let isOver = false;
    const counts = places.map((place) => {
      const canvas = place.querySelector("canvas")!;
      const player = place.querySelector("video");
      if (player?.style.visibility !== "visible") {
        const before = canvas.frameStatistics!.frames;
        return () => canvas.frameStatistics!.frames - before;
      }
      // A busy page is notified of some pictures only; the count continues without them.
      let [first, last] = [0, 0];
      const count: VideoFrameRequestCallback = (_now, { presentedFrames }) => {
        first ||= presentedFrames;
        last = presentedFrames;
        if (!isOver) player.requestVideoFrameCallback(count);
      };
      player.requestVideoFrameCallback(count);
      return () => last - first;
    });
    await new Promise((resolve) => setTimeout(resolve, ms));
    isOver = true;
    return counts.reduce((sum, shown) => sum + shown(), 0);
  }, playMs);
}

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** At the positions that the cameras have in the viewer. */
async function playPlain(page: Page, world: BrowserWorld, urls: readonly string[]): Promise<number> {
  const canvases = await page.getByTestId("canvas").all();
  const places = await Promise.all(canvases.map((canvas) => canvas.boundingBox()));
  const html = readFileSync(new URL("../browser/plain-video.html", import.meta.url), "utf8");
  await page.route("**/plain-video", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(`${world.url}/plain-video`);
  return await page.evaluate(
    async ([addresses, rects, ms]) => {
      const model = document.querySelector("video")!;
      const videos = addresses.map((address, index) => {
        const video = model.cloneNode() as HTMLVideoElement;
        const { x, y, width, height } = rects[index]!;
        Object.assign(video.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
        document.body.append(video);
        video.muted = true;
        video.src = address;
        return video;
      });
      model.remove();
      await Promise.all(
        videos.map((video) => new Promise((resolve) => video.addEventListener("canplaythrough", resolve))),
      );
      const shown = (video: HTMLVideoElement) => new Promise((resolve) => video.requestVideoFrameCallback(resolve));
      await Promise.all(videos.map((video) => video.play()));
      await Promise.all(videos.map(shown));
      let isOver = false;
      const counts = videos.map((video) => {
        let [first, last] = [0, 0];
        const count: VideoFrameRequestCallback = (_now, { presentedFrames }) => {
          first ||= presentedFrames;
          last = presentedFrames;
          if (!isOver) video.requestVideoFrameCallback(count);
        };
        video.requestVideoFrameCallback(count);
        return () => last - first;
      });
      await new Promise((resolve) => setTimeout(resolve, ms));
      isOver = true;
      return counts.reduce((sum, count) => sum + count(), 0);
    },
    [urls, places as readonly Rect[], playMs] as const,
  );
}

/** A separate clip for each camera. */
async function makeClip(camera: number): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-bench-cameras-"));
  try {
    const file = join(folder, "clip.mp4");
    const { size, fps, seconds } = clip;
    const source = ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=${fps}:duration=${seconds}`];
    const filter = ["-vf", `hue=h=${camera * 90}`];
    const codec = ["-c:v", "libx264", "-preset", "veryfast", "-g", String(fps), "-pix_fmt", "yuv420p"];
    await promisify(execFile)("ffmpeg", [
      "-v",
      "error",
      ...source,
      ...filter,
      ...codec,
      "-movflags",
      "+faststart",
      file,
    ]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const playing: Bench = {
  name: "cameras, drawn 4 x 720p30",
  async run() {
    const world = await openBrowserWorld();
    try {
      const clips = await Promise.all(names.map((_, camera) => makeClip(camera)));
      const rig = await createMultiCamDataset(world.client, {
        name: "four videos",
        cameras: names.map((name, camera) => ({ name, video: { name: `${name}.mp4`, bytes: clips[camera]! } })),
        timeAlignment: { mode: "frame", cameras: {} },
      });
      const ids = names.map((name) => rig.cameras[name]!);
      await annotate(world, ids, boxes(boxesPerPicture, clip.fps * clip.seconds - 1, { width: 1280, height: 720 }));
      const urls = await Promise.all(
        ids.map(async (id) => `${world.url}${(await world.client.call("dataset.media", { id })).video!.url}`),
      );
      const plain = await inViewer(world, rig.id, names.length, true, (page) => playPlain(page, world, urls));
      const ours = await inViewer(world, rig.id, names.length, true, playInViewer);
      return [
        {
          name: `cameras: pictures shown, 4 x 720p30 (${loadText()})`,
          value: (ours * 1000) / playMs,
          unit: "/s",
          peer: "four plain <video>",
          ratio: ours / plain,
          goal: { of: "ratio", min: 0.8 },
        },
      ];
    } finally {
      await world.close();
    }
  },
};

export const cameraBenches: readonly Bench[] = [stepping, playing];
