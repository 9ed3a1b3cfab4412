/**
 * Frame identity: frame n shows the n-th stored picture, with both decoders, for every file. Real videos are compared
 * with what ffmpeg decodes (whose MD5s must match the ground truth next to the file); generated ones show their picture
 * number. docs/frames.md explains.
 */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { bundlePage } from "../support/page-bundle.ts";
import { startRangeServer } from "../support/range-server.ts";
import type { RangeServer, Served } from "../support/range-server.ts";
import { sharedData } from "../support/shared-data.ts";
import { runSystemFfmpeg } from "../support/system-ffmpeg.ts";
import type { MediaFailure, Measurement, OpenedFacts } from "./support/frame-page/page.ts";
import { makeNumberedVideo, numberBlocks, numberedSize, readNumber } from "./support/frame-numbers.ts";
import type { NumberedVideo, NumberedVideoOptions } from "./support/frame-numbers.ts";
import { randomIntegers } from "./support/frame-random.ts";
import { decodeReference, readFrameMd5 } from "./support/frame-reference.ts";
import type { Reference } from "./support/frame-reference.ts";
import { computeSignatures, recognize } from "./support/frame-signature.ts";
import type { Recognition } from "./support/frame-signature.ts";

// The files are independent: two workers share them.
test.describe.configure({ mode: "parallel", timeout: 300_000 });
// There is nothing of interest on the page, and recording it takes longer than the seeks.
test.use({ trace: "off", screenshot: "off" });

type Decoder = "webcodecs" | "video-element";
const decoders: readonly Decoder[] = ["webcodecs", "video-element"];
/** Random seeks per file: with the exact decoder, and with the browser's player, which must seek each time. */
type SeekCounts = Readonly<Record<Decoder, number>>;
/** `WAKELINE_SEEKS=all` runs the number of seeks documented in docs/frames.md. */
const allSeeks: SeekCounts | undefined =
  process.env["WAKELINE_SEEKS"] === "all" ? { webcodecs: 200, "video-element": 60 } : undefined;
const seekCounts = allSeeks ?? { webcodecs: 40, "video-element": 12 };
/** A picture of four million pixels takes ten times as long as the others. */
const seekCountsOfLarge = allSeeks ?? { webcodecs: 15, "video-element": 5 };

let server: RangeServer;

test.beforeAll(async () => {
  server = await startRangeServer();
  const folder = fileURLToPath(new URL("./support/frame-page/", import.meta.url));
  for (const [path, content] of await bundlePage(folder)) server.serve(`/${path}`, content);
});

test.afterAll(() => server.close());

test.beforeEach(async ({ page }) => {
  await page.goto(`${server.origin}/index.html`);
  await page.waitForFunction(() => "framePage" in window);
});

interface OpenOptions {
  readonly decoder?: Decoder | "auto";
  readonly fps?: number;
  readonly originalFps?: number;
}

async function tryOpen(page: Page, name: string, served: Served, options: OpenOptions = {}) {
  server.serve(`/media/${name}`, served);
  return page.evaluate((video) => window.framePage.openVideo(video), { url: `/media/${name}`, name, ...options });
}

async function open(page: Page, name: string, served: Served, options: OpenOptions = {}): Promise<OpenedFacts> {
  const opened = await tryOpen(page, name, served, options);
  if ("code" in opened) throw new Error(opened.message);
  return opened;
}

/** In batches, so that the trace of the test stays readable and no call takes long. */
async function measure(page: Page, measurement: Measurement): Promise<number[][]> {
  const means: number[][] = [];
  for (let i = 0; i < measurement.frames.length; i += 20) {
    const portion = { ...measurement, frames: measurement.frames.slice(i, i + 20) };
    means.push(...(await page.evaluate((wanted) => window.framePage.measure(wanted), portion)));
  }
  return means;
}

test.describe("real videos against the pictures that ffmpeg decodes", () => {
  const videos = [
    // Ends 1.57 s after its last picture: only the container knows, not ffmpeg's listing.
    { file: "video/cursed-vfr.mp4", width: 3026, height: 1386, seed: 4, atLowerRate: { fps: 4, lastSeconds: 1.57 } },
    { file: "video/bikes.mp4", width: 640, height: 272, seed: 1 },
    { file: "video/motion.mp4", width: 320, height: 240, seed: 3 },
    { file: "video/carphone_pristine.mp4", width: 194, height: 144, seed: 2 },
  ];

  for (const { file, width, height, seed, atLowerRate } of videos) {
    const andLower = atLowerRate && "; with a lower annotation rate frame n is the picture shown at n / fps";
    test(`every random seek in ${basename(file)} shows the picture that was asked for${andLower ?? ""}`, async ({
      page,
    }) => {
      const path = sharedData(file);
      test.skip(path === undefined, `${file} of the shared test data is not there`);
      const reference = await decodeReference(path!);
      const truth = readFrameMd5(path!);
      expect(reference.md5).toEqual(truth.md5);
      expect(reference.pts).toEqual(truth.pts);
      const signatures = computeSignatures(reference);
      for (const decoder of decoders) {
        const facts = await open(page, basename(file), path!, { decoder });
        expect(facts).toMatchObject({ decoder, frameCount: truth.pts.length, width, height });
        const counts = width > 1920 ? seekCountsOfLarge : seekCounts;
        const frames = randomIntegers(seed, counts[decoder], facts.frameCount);
        const shown = await measure(page, { ...signatures, frames });
        const seen = recognize(signatures, shown, frames);
        const worst = Math.max(...seen.map(({ position }) => position));
        const result = `${frames.length} seeks, at most ${worst.toFixed(3)} of the way to another picture`;
        test.info().annotations.push({ type: decoder, description: result });
        expect(missed(seen), `${decoder}: ${result}`).toEqual([]);
      }
      if (atLowerRate === undefined) return;
      const { fps, lastSeconds } = atLowerRate;
      const facts = await open(page, basename(file), path!, { fps });
      expect(facts.frameCount).toBe(Math.ceil((reference.pts.at(-1)! + lastSeconds) * fps));
      const frames = Array.from({ length: facts.frameCount }, (_, n) => n);
      const wanted = frames.map((n) => shownAt(reference, n / fps));
      const seen = recognize(signatures, await measure(page, { ...signatures, frames }), wanted);
      expect(missed(seen), "at a lower annotation rate").toEqual([]);
    });
  }
});

test.describe("generated videos that show their picture number", () => {
  test("[V-PLAY-16] [V-PLAY-17] [V-PLAY-19] a video element preloads the video's URL, and seeks to the original frame grid, at least 1/90000 s after the picture's begin", async ({
    page,
  }) => {
    const video = await makeNumberedVideo({ codec: "h264", pictureCount: 60, gaps: [20], keyDistance: 12 });
    await page.evaluate(() => {
      const seeks: number[] = [];
      const elements: { preload: string; src: string }[] = [];
      const { prototype } = HTMLMediaElement;
      const time = Object.getOwnPropertyDescriptor(prototype, "currentTime")!;
      const src = Object.getOwnPropertyDescriptor(prototype, "src")!;
      Object.defineProperty(prototype, "currentTime", {
        ...time,
        set(this: HTMLMediaElement, seconds: number) {
          seeks.push(seconds);
          time.set!.call(this, seconds);
        },
      });
      Object.defineProperty(prototype, "src", {
        ...src,
        set(this: HTMLMediaElement, url: string) {
          elements.push({ preload: this.preload, src: url });
          src.set!.call(this, url);
        },
      });
      Object.assign(window, { seeks, elements });
    });
    const recorded = () =>
      page.evaluate(() => {
        const { seeks, elements } = window as unknown as {
          seeks: number[];
          elements: { preload: string; src: string }[];
        };
        return { seeks, elements };
      });
    // 30 pictures per second, annotated 7 times per second: most frames begin between two pictures.
    const facts = await open(page, "grid.mp4", video.bytes, { decoder: "video-element", fps: 7, originalFps: 30 });
    expect((await recorded()).elements).toEqual([{ preload: "auto", src: "/media/grid.mp4" }]);
    for (let frame = 1; frame < facts.frameCount; frame += 1) {
      await page.evaluate(() => void (window as unknown as { seeks: number[] }).seeks.splice(0));
      const [means] = await measure(page, { ...numberedSize, frames: [frame], blocks: numberBlocks });
      const picture = Math.floor((frame / 7) * 30 + 1e-6);
      expect(readNumber(means!), `frame ${frame}`).toBe(picture);
      const { seeks } = await recorded();
      expect(seeks.length).toBeGreaterThan(0);
      for (const seconds of seeks) {
        expect(seconds).toBeGreaterThanOrEqual(video.pts[picture]! + 1 / 90_000);
        expect(seconds).toBeLessThan(video.pts[picture + 1] ?? Infinity);
      }
    }
  });

  const kinds: readonly (NumberedVideoOptions & { readonly name: string })[] = [
    { name: "constant", codec: "h264", pictureCount: 400, gaps: [20], keyDistance: 60 },
    { name: "variable", codec: "h264", pictureCount: 300, gaps: [20, 7, 61, 20, 3, 240], keyDistance: 250 },
    { name: "vp8", codec: "vp8", pictureCount: 240, gaps: [24, 12, 48], keyDistance: 60 },
    { name: "hidden at next", codec: "vp8", pictureCount: 240, gaps: [24], keyDistance: 90, hidden: "at next" },
    { name: "hidden before next", codec: "vp8", pictureCount: 240, gaps: [24], keyDistance: 90, hidden: "before next" },
  ];

  for (const kind of kinds) {
    test(`${kind.name} (${kind.codec}): random seeks, steps and lower annotation rates`, async ({ page }) => {
      const video = await makeNumberedVideo(kind);
      const name = `${kind.name}.${video.extension}`;
      for (const decoder of decoders) {
        const facts = await open(page, name, video.bytes, { decoder });
        expect(facts).toMatchObject({ decoder, frameCount: kind.pictureCount, ...numberedSize });
        const seeks = randomIntegers(7, seekCounts[decoder], kind.pictureCount);
        expect(await numbersShown(page, seeks)).toEqual(seeks);
        // Where key pictures are 60 apart, across one each way. The browser's player seeks for every picture.
        const forward =
          decoder === "webcodecs" || allSeeks !== undefined
            ? Array.from({ length: 70 }, (_, i) => 100 + i)
            : Array.from({ length: 12 }, (_, i) => 114 + i);
        expect(await numbersShown(page, forward)).toEqual(forward);
        const back = forward.toReversed().map((frame) => frame - 60);
        expect(await numbersShown(page, back)).toEqual(back);
      }
      await expectLowerRate(page, name, video, 10);
      await expectLowerRate(page, name, video, 7);
    });
  }

  test("a seek decodes only the pictures it needs, and the next one; its decoder is kept for the one after that, and no seek waits for it", async ({
    page,
  }) => {
    const video = await makeNumberedVideo({ codec: "h264", pictureCount: 120, gaps: [20], keyDistance: 60 });
    await open(page, "ahead.mp4", video.bytes, { decoder: "webcodecs" });
    const measurementOf = (frame: number) => ({ frames: [frame], ...numberedSize, blocks: numberBlocks });
    const given = await page.evaluate(
      async ([sought, stepped]) => {
        const Decoder = VideoDecoder;
        let made = 0;
        let packets = 0;
        // The decoder that made the picture of the seek is reused for the next one, whose picture it withholds.
        window.VideoDecoder = class extends Decoder {
          readonly #state: { isFirst: boolean; isDone: boolean; isHeld: boolean };
          constructor(init: VideoDecoderInit) {
            const state = { isFirst: ++made === 1, isDone: false, isHeld: false };
            super({ ...init, output: (frame) => (state.isHeld ? frame.close() : init.output(frame)) });
            this.#state = state;
          }
          override async flush(): Promise<void> {
            await super.flush();
            this.#state.isDone = true;
          }
          override decode(chunk: EncodedVideoChunk): void {
            const { isFirst, isDone } = this.#state;
            packets += 1;
            if (isFirst && isDone) {
              this.#state.isHeld = true;
              document.title = "held";
            }
            super.decode(chunk);
          }
        };
        await window.framePage.measure(sought);
        const ofSeek = packets;
        await window.framePage.measure(stepped);
        return { ofSeek, made };
      },
      [measurementOf(30), measurementOf(31)] as const,
    );
    expect(given.made).toBe(1);
    // Most of the 31 pictures up to the target are not referenced by other pictures.
    expect(given.ofSeek).toBeLessThan(25);
    await expect(page).toHaveTitle("held");
    const shown = await Promise.race([numbersShown(page, [20]), page.waitForTimeout(20_000)]);
    expect(shown).toEqual([20]);
  });

  test("a video with an alpha channel (WebM): its pictures, of which none stays open that was thrown away", async ({
    page,
  }) => {
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(`${message.text()} ${message.location().url}`));
    const video = await makeNumberedVideo({
      codec: "vp8",
      pictureCount: 120,
      gaps: [24],
      keyDistance: 30,
      hasAlpha: true,
    });
    const facts = await open(page, "alpha.webm", video.bytes, { decoder: "webcodecs" });
    expect(facts.frameCount).toBe(120);
    const debuggerOf = await page.context().newCDPSession(page);
    // Seeks that abandon a decoder in the middle of its work.
    for (let round = 0; round < 6; round += 1) {
      const frames = [...randomIntegers(round, 8, 120), 60 + round, 61 + round, 62 + round];
      const means = await measure(page, { frames, ...numberedSize, blocks: numberBlocks });
      expect(means.map(readNumber)).toEqual(frames);
      // Chromium warns about a VideoFrame that is garbage-collected without having been closed.
      await debuggerOf.send("HeapProfiler.collectGarbage");
    }
    await expect.poll(() => complaints).toEqual([]);
  });

  test("pixels that are not square: the width is scaled, to an even number, whichever way pictures come", async ({
    page,
  }) => {
    for (const [aspect, width] of [
      ["1/2", 64],
      ["3/4", 96],
      ["4/3", 172],
      ["16/15", 138],
    ] as const) {
      const video = await makeNumberedVideo({ codec: "h264", pictureCount: 24, gaps: [20], keyDistance: 12, aspect });
      for (const decoder of decoders) {
        const facts = await open(page, `${width}.mp4`, video.bytes, { decoder });
        expect(facts, aspect).toMatchObject({ decoder, frameCount: 24, width, height: numberedSize.height });
        expect(await numbersShown(page, [23, 5, 6])).toEqual([23, 5, 6]);
      }
    }
  });

  test("of several video tracks the first that is switched on is the one, whichever way pictures come", async ({
    page,
  }) => {
    const first = await makeNumberedVideo({ codec: "h264", pictureCount: 30, gaps: [20], keyDistance: 10 });
    const denser = await makeNumberedVideo({ codec: "h264", pictureCount: 60, gaps: [12, 8], keyDistance: 10 });
    // In Matroska a flag marks the default track; the browser's player ignores it.
    for (const [name, isFirstOn, video] of [
      ["two.mp4", true, first],
      ["off.mp4", false, denser],
      ["off.mkv", false, first],
    ] as const) {
      const bytes = [first, denser].map((video) => video.bytes.slice() as Uint8Array<ArrayBuffer>);
      const off = ["-disposition:v:0", "0", "-disposition:v:1", "default"];
      const outputs = await runSystemFfmpeg({
        inputs: bytes.map((part, n) => ({ name: `${n}.mp4`, bytes: part })),
        args: ["-map", "0:v", "-map", "1:v", "-c", "copy", ...(isFirstOn ? [] : off), name],
        outputs: [name],
      });
      for (const decoder of decoders) {
        const facts = await open(page, name, outputs.get(name)!, { decoder });
        expect(facts, `${name}, ${decoder}`).toMatchObject({ decoder, frameCount: video.pts.length });
        const seeks = randomIntegers(5, 12, video.pts.length);
        expect(await numbersShown(page, seeks), `${name}, ${decoder}`).toEqual(seeks);
      }
    }
  });

  async function numbersShown(page: Page, frames: readonly number[]): Promise<number[]> {
    return (await measure(page, { frames, ...numberedSize, blocks: numberBlocks })).map(readNumber);
  }

  async function expectLowerRate(page: Page, name: string, video: NumberedVideo, fps: number): Promise<void> {
    const facts = await open(page, name, video.bytes, { fps });
    expect(facts.fps).toBe(fps);
    const frames = randomIntegers(fps, 60, facts.frameCount);
    expect(await numbersShown(page, frames)).toEqual(frames.map((n) => shownAt(video, n / fps)));
  }

  test("a page without WebCodecs (plain http from another machine) falls back by itself, as exactly", async ({
    page,
  }) => {
    const video = await makeNumberedVideo(kinds[0]!);
    server.serve("/media/constant.mp4", video.bytes);
    // This host has no DNS entry, so every request to it passes here.
    await page.route("http://wakeline.test/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: server.origin + pathname }) });
    });
    await page.goto("http://wakeline.test/index.html");
    await page.waitForFunction(() => "framePage" in window);
    expect(await page.evaluate(() => "VideoDecoder" in window)).toBe(false);
    const facts = await open(page, "constant.mp4", video.bytes, { decoder: "auto" });
    expect(facts).toMatchObject({ decoder: "video-element", frameCount: 400 });
    const seeks = randomIntegers(11, 40, 400);
    expect(await numbersShown(page, seeks)).toEqual(seeks);
  });
});

test.describe("media that cannot be shown says why", () => {
  const notVideo = new TextEncoder().encode("This is a letter, not a video.\n".repeat(100));

  test("bytes that are not a video, an empty file, a missing file", async ({ page }) => {
    expect(await tryOpen(page, "letter.mp4", notVideo)).toMatchObject({
      code: "not-media",
      message: expect.stringContaining("letter.mp4 is not a readable video"),
    });
    expect(await tryOpen(page, "empty.mp4", new Uint8Array(0))).toMatchObject({
      code: "not-media",
      message: expect.stringContaining("0 bytes"),
    });
    const missing = await page.evaluate(() => window.framePage.openVideo({ url: "/media/none.mp4", name: "none.mp4" }));
    expect(missing).toMatchObject({ code: "request", message: expect.stringContaining("404 Not Found") });
  });

  test("a video that is cut off, before or within its tables", async ({ page }) => {
    const { bytes } = await makeNumberedVideo({ codec: "h264", pictureCount: 30, gaps: [20], keyDistance: 30 });
    const withoutTables = await tryOpen(page, "cut.mp4", bytes.subarray(0, bytes.length / 3));
    expect(withoutTables).toMatchObject({
      code: "truncated",
      message: expect.stringContaining("index is missing"),
    });
    const path = sharedData("bad/annex-b.mp4");
    test.skip(path === undefined, "bad/annex-b.mp4 of the shared test data is not there");
    expect(await tryOpen(page, "annex-b.mp4", path!)).toMatchObject({
      code: "truncated",
      message: expect.stringContaining("745 pictures"),
    });
  });

  test("an unknown codec is named, a damaged picture is an error of its frame only", async ({ page }) => {
    const [mpeg4, damaged, moovLast] = ["video/test.mp4", "bad/corrupted.mp4", "bad/test_invalid_moov_atom.mp4"].map(
      sharedData,
    );
    test.skip(mpeg4 === undefined, "video/test.mp4 and bad/ of the shared test data are not there");
    expect(await tryOpen(page, "test.mp4", mpeg4!)).toMatchObject({
      code: "unsupported-codec",
      message: expect.stringMatching(/cannot decode mp4v.*Convert the video to H\.264/),
    });
    expect(await open(page, "corrupted.mp4", damaged!)).toMatchObject({ frameCount: 50 });
    const failure = (frame: number): Promise<MediaFailure | undefined> =>
      page.evaluate((wanted) => window.framePage.failure(wanted), frame);
    expect(await failure(30)).toMatchObject({
      code: "picture",
      message: expect.stringContaining("Frame 30"),
    });
    expect(await failure(28)).toBeUndefined();
    // The same holds where the browser's player stops: the player is reloaded for the next picture.
    expect(await open(page, "corrupted.mp4", damaged!, { decoder: "video-element" })).toMatchObject({ frameCount: 50 });
    const failures = [];
    for (const frame of [2, 30, 31, 4]) failures.push((await failure(frame))?.message);
    expect([failures[0], failures[3]]).toEqual([undefined, undefined]);
    expect(failures[1]).toMatch(/Frame 30/);
    expect(failures.join()).not.toContain("avc1");
    // Tables at the end of the file and non-square pixels are not errors.
    expect(await open(page, "moov-last.mp4", moovLast!)).toMatchObject({ frameCount: 179, width: 120, height: 144 });
  });
});

test.describe("image sequences and orientation", () => {
  test("[V-PLAY-20] each frame is loaded from the url of its image", async ({ page }) => {
    const path = sharedData("images/bikes/bikes_000.jpg");
    test.skip(path === undefined, "images/bikes of the shared test data is not there");
    const urls = Array.from({ length: 4 }, (_, i) => `/images/bikes_00${i}.jpg`);
    for (const [i, url] of urls.entries()) server.serve(url, path!.replace("_000", `_00${i}`));
    const opened = await page.evaluate((items) => window.framePage.openImages(items, 2), urls);
    expect(opened).toMatchObject({ decoder: "images", frameCount: 4, fps: 2, width: 640, height: 272 });
    const blocks = [[0, 0, 640, 272]] as const;
    const means = await measure(page, { frames: [3, 1, 3], width: 640, height: 272, blocks });
    expect(means[0]).toEqual(means[2]);
    expect(means[0]).not.toEqual(means[1]);
    expect(server.requestCount(urls[3]!)).toBe(1);
  });

  test("an image turned by EXIF and a video turned by its matrix are upright", async ({ page }) => {
    const [image, video] = ["images/exif/Landscape_6.jpg", "video/video_90.mov"].map(sharedData);
    test.skip(image === undefined || video === undefined, "images/exif of the shared test data is not there");
    server.serve("/images/Landscape_6.jpg", image!);
    const opened = await page.evaluate(() => window.framePage.openImages(["/images/Landscape_6.jpg"], 1));
    expect("width" in opened && opened.width > opened.height).toBe(true);
    for (const decoder of decoders) {
      expect(await open(page, "video_90.mov", video!, { decoder })).toMatchObject({ width: 320, height: 568 });
      // Sky at the top: the mean of the upper quarter is brighter than that of the lower one.
      const blocks = [
        [0, 0, 320, 142],
        [0, 426, 320, 568],
      ] as const;
      const [means] = await measure(page, { frames: [0], width: 320, height: 568, blocks });
      expect(means![1]).toBeGreaterThan(means![4]! + 10);
    }
  });
});

/** Those at least as close to another picture as to the wanted one. */
function missed(seen: readonly Recognition[]): Recognition[] {
  return seen.filter(({ position }) => !(position < 0.5));
}

/** The picture shown at a time, counted from the first picture. */
function shownAt({ pts }: Pick<Reference, "pts">, seconds: number): number {
  return pts.findLastIndex((begin) => begin - pts[0]! <= seconds + 1e-6);
}
