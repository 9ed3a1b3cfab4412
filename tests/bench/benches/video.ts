/**
 * Playing and seeking in the viewer compared with a plain `<video>` of the same size, which draws no boxes and does not
 * know which picture it shows: pictures drawn per second, seek time, and the lag of the picture while scrubbing.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { uploadFile } from "#schemas";
import { loadText, openBenchPage } from "../browser/bench-browser.ts";
import { enter, openBrowserWorld, type BrowserWorld } from "../browser/world.ts";
import type { Bench } from "../context.ts";
import { median } from "../measure.ts";
import type { Row } from "../row.ts";

interface Clip {
  readonly name: string;
  readonly size: string;
  readonly fps: number;
  readonly keyDistance: number;
  readonly seconds: number;
}

const fullHd: Clip = { name: "1080p60", size: "1920x1080", fps: 60, keyDistance: 60, seconds: 10 };
const fourK: Clip = { name: "4K30", size: "3840x2160", fps: 30, keyDistance: 30, seconds: 8 };
const scrubbed: Clip = { name: "1080p30, GOP 30", size: "1920x1080", fps: 30, keyDistance: 30, seconds: 10 };

const boxesPerPicture = 20;
const playMs = 4000;
const seekCount = 15;
const seekPatienceMs = 10_000;
/** Frames between two positions of a dragged slider. */
const scrubStride = 9;

interface Drawn {
  readonly pictures: number;
  readonly boxes: number;
}

/** Operations that both kinds of page support, in the page. */
interface VideoPage {
  /** Pictures shown while playing for this long, and how many times boxes were drawn. */
  play(ms: number): Promise<Drawn>;
  /**
   * Milliseconds until the picture of each frame was drawn, one after the other; those that take longer than
   * `patienceMs` are omitted.
   */
  seek(frames: readonly number[], fps: number, patienceMs: number): Promise<readonly number[]>;
}

type WithVideoPage = typeof globalThis & { videoPage: VideoPage };

/** Runs in the viewer. */
function driveViewer(): void {
  const canvas = document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas")!;
  const field = document.querySelector<HTMLInputElement>("[data-testid=frame] input")!;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const afterTask = () => new Promise((resolve) => setTimeout(resolve));
  const press = (target: Element, key: string, code = key) =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }));
  const button = () => document.querySelector<HTMLButtonElement>("[aria-label=Play], [aria-label=Pause]")!;
  const page: VideoPage = {
    async play(ms) {
      button().click();
      // Decoding before the first picture moves must not count as playback.
      const begin = field.value;
      while (field.value === begin) await nextFrame();
      const player = document.querySelector<HTMLVideoElement>("[data-testid=canvas] video");
      const isPlayer = player?.style.visibility === "visible";
      const before = canvas.frameStatistics!.frames;
      // A busy page is notified of some pictures only; the count continues without them.
      let [first, last] = [0, 0];
      let isOver = false;
      const count: VideoFrameRequestCallback = (_now, { presentedFrames }) => {
        first ||= presentedFrames;
        last = presentedFrames;
        if (!isOver) player!.requestVideoFrameCallback(count);
      };
      if (isPlayer) player.requestVideoFrameCallback(count);
      await new Promise((resolve) => setTimeout(resolve, ms));
      isOver = true;
      const drawn = canvas.frameStatistics!.frames - before;
      button().click();
      return isPlayer ? { pictures: last - first, boxes: drawn } : { pictures: drawn, boxes: drawn };
    },
    async seek(frames, _fps, patienceMs) {
      const times: number[] = [];
      for (const frame of frames) {
        field.focus();
        setValue.call(field, String(frame));
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await nextFrame();
        const before = canvas.frameStatistics!.frames;
        const begin = performance.now();
        press(field, "Enter");
        // Checked after the frame was drawn: a `<video>` reports a picture in the frame that shows it, not in the next
        // one.
        const isOver = () => performance.now() - begin > patienceMs;
        while (canvas.frameStatistics!.frames === before && !isOver()) await nextFrame().then(afterTask);
        if (!isOver()) times.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return times;
    },
  };
  Object.assign(globalThis, { videoPage: page });
}

/** Compared with a `<video>` that can play. */
function drivePlain(): void {
  const video = document.querySelector("video")!;
  const shown = () => new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const page: VideoPage = {
    async play(ms) {
      let [first, last] = [0, 0];
      let isOver = false;
      const count: VideoFrameRequestCallback = (_now, { presentedFrames }) => {
        first ||= presentedFrames;
        last = presentedFrames;
        if (!isOver) video.requestVideoFrameCallback(count);
      };
      await video.play();
      await shown();
      video.requestVideoFrameCallback(count);
      await new Promise((resolve) => setTimeout(resolve, ms));
      isOver = true;
      video.pause();
      return { pictures: last - first, boxes: 0 };
    },
    async seek(frames, fps, patienceMs) {
      const times: number[] = [];
      for (const frame of frames) {
        const begin = performance.now();
        const drawn = shown();
        video.currentTime = (frame + 0.5) / fps;
        // A busy browser does not report some pictures.
        const untold = new Promise((resolve) => setTimeout(resolve, patienceMs, "untold"));
        if ((await Promise.race([drawn, untold])) !== "untold") times.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return times;
    },
  };
  Object.assign(globalThis, { videoPage: page });
}

interface Uploaded {
  readonly id: string;
  readonly url: string;
}

/** Boxes at different places on each frame. */
function boxesOf({ fps, seconds }: Clip): readonly Record<string, unknown>[] {
  const end = fps * seconds - 1;
  return Array.from({ length: boxesPerPicture }, (_, id) => {
    const boxAt = (frame: number, x: number) => ({
      frame,
      bounds: [x, 40 * id, x + 120, 40 * id + 90],
      keyframe: true,
      interpolate: true,
    });
    const features = [boxAt(0, 20), boxAt(end, 1600)];
    return { id, begin: 0, end, confidencePairs: [["fish", 1]], attributes: {}, features };
  });
}

async function upload({ client, url }: BrowserWorld, clip: Clip): Promise<Uploaded> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-bench-video-"));
  try {
    const file = join(folder, "clip.mp4");
    const { size, fps, seconds, keyDistance } = clip;
    const source = ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=${fps}:duration=${seconds}`];
    const codec = ["-c:v", "libx264", "-preset", "veryfast", "-g", String(keyDistance), "-pix_fmt", "yuv420p"];
    await promisify(execFile)("ffmpeg", ["-v", "error", ...source, ...codec, "-movflags", "+faststart", file]);
    const me = await client.call("user.me", {});
    const metadata = { fps: -1, type: "video" };
    const parent = { parentType: "user", parentId: me!._id } as const;
    const { _id: id } = await client.call("folder.create", { ...parent, name: clip.name, metadata });
    await uploadFile(client, { parentType: "folder", parentId: id, name: "clip.mp4" }, new Blob([readFileSync(file)]));
    await client.call("rpc.postprocess", { id });
    while (true) {
      const { video } = await client.call("dataset.media", { id });
      if (video !== undefined) {
        await client.call("annotation.save", {
          folderId: id,
          body: { tracks: { upsert: boxesOf(clip), delete: [] } } as never,
        });
        return { id, url: `${url}${video.url}` };
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function inPage<T>(
  world: BrowserWorld,
  { id, url }: Uploaded,
  isPlain: boolean,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const bench = await openBenchPage({ atScreenRate: true });
  try {
    const { page } = bench;
    await enter(page, world);
    await page.goto(`${world.url}/viewer/${id}`);
    await page.waitForFunction(
      () =>
        (document.querySelector<HTMLCanvasElement>("[data-testid=canvas] canvas")?.frameStatistics?.frames ?? 0) > 0,
      undefined,
      { timeout: 60_000, polling: 100 },
    );
    // Buttons appear after the picture.
    await page.locator("main[aria-busy]").waitFor({ state: "detached" });
    await page.locator("[aria-label=Play]").waitFor();
    if (isPlain) {
      // As large as the picture in the viewer.
      const { width = 0, height = 0 } = (await page.getByTestId("canvas").boundingBox()) ?? {};
      const html = readFileSync(new URL("../browser/plain-video.html", import.meta.url), "utf8");
      await page.route("**/plain-video", (route) => route.fulfill({ contentType: "text/html", body: html }));
      await page.goto(`${world.url}/plain-video`);
      await page.evaluate(
        async ([address, ...size]) => {
          const video = document.querySelector("video")!;
          Object.assign(video.style, { width: `${size[0]}px`, height: `${size[1]}px` });
          const canPlay = new Promise((resolve) => video.addEventListener("canplaythrough", resolve, { once: true }));
          video.src = address;
          await canPlay;
        },
        [url, width, height] as const,
      );
    }
    await page.evaluate(isPlain ? drivePlain : driveViewer);
    return await work(page);
  } finally {
    await bench.close();
  }
}

async function drawnIn(world: BrowserWorld, clip: Uploaded, isPlain: boolean): Promise<Drawn> {
  return await inPage(world, clip, isPlain, (page) =>
    page.evaluate((ms) => (globalThis as WithVideoPage).videoPage.play(ms), playMs),
  );
}

async function seeksIn(
  world: BrowserWorld,
  clip: Uploaded,
  isPlain: boolean,
  frames: readonly number[],
  fps: number,
): Promise<number> {
  const times = await inPage(world, clip, isPlain, (page) =>
    page.evaluate(([wanted, rate, patience]) => (globalThis as WithVideoPage).videoPage.seek(wanted, rate, patience), [
      frames,
      fps,
      seekPatienceMs,
    ] as const),
  );
  if (times.length < frames.length / 2) throw new Error("The browser did not say of most seeks when they were shown.");
  return median(times);
}

/** The same in every run, spread over the clip. */
function scattered({ fps, seconds }: Clip): readonly number[] {
  return Array.from({ length: seekCount }, (_, n) => 1 + ((n * 7919 + 131) % (fps * seconds - 2)));
}

const peer = "a plain <video>";

function playing(clip: Clip): Bench {
  return videoBench(`video, drawn ${clip.name}`, clip, async (world, uploaded) => {
    const plain = await drawnIn(world, uploaded, true);
    const ours = await drawnIn(world, uploaded, false);
    const perSecond = (count: number): number => (count * 1000) / playMs;
    const row = (what: string, count: number): Row => ({
      name: `video: ${what}, ${clip.name} (${loadText()})`,
      value: perSecond(count),
      unit: "/s",
      peer,
      ratio: count / plain.pictures,
      goal: { of: "ratio", min: 0.9 },
    });
    return [row("pictures shown", ours.pictures), row("pictures whose boxes were drawn", ours.boxes)];
  });
}

function seeking(what: string, clip: Clip, frames: readonly number[]): Bench {
  return videoBench(`video, ${what} ${clip.name}`, clip, async (world, uploaded) => {
    const plain = await seeksIn(world, uploaded, true, frames, clip.fps);
    const ours = await seeksIn(world, uploaded, false, frames, clip.fps);
    const name = `video: ${what}, ${clip.name}, median (${loadText()})`;
    return [{ name, value: ours, unit: "ms", peer, ratio: ours / plain, goal: { of: "ratio", max: 1.2 } }];
  });
}

function videoBench(
  name: string,
  clip: Clip,
  run: (world: BrowserWorld, uploaded: Uploaded) => Promise<readonly Row[]>,
): Bench {
  return {
    name,
    async run() {
      const world = await openBrowserWorld();
      try {
        return await run(world, await upload(world, clip));
      } finally {
        await world.close();
      }
    },
  };
}

/** Back and forth, as by hand, and never twice to the same frame: a frame already shown is not drawn again. */
const scrubPath = Array.from({ length: seekCount }, (_, n) => 20 + Math.min(n, seekCount - 1 - n) * scrubStride);

export const videoBenches: readonly Bench[] = [
  playing(fullHd),
  playing(fourK),
  seeking("seek", fullHd, scattered(fullHd)),
  seeking("seek", fourK, scattered(fourK)),
  seeking("scrub", scrubbed, scrubPath),
];
