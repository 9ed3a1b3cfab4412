import { expect, test } from "vitest";
import { openImageSequence } from "./image-sequence-source.ts";
import type { ImageItem, ImageLoader } from "./image-sequence-source.ts";

/** A loader whose loads the test completes; `decoded` pictures are 10 x 10. */
function manualLoader(): ImageLoader & {
  readonly asked: string[];
  readonly aborted: string[];
  finish(url: string): Promise<void>;
  fail(url: string): Promise<void>;
} {
  const waiting = new Map<string, { resolve(blob: Blob): void; reject(reason: unknown): void }>();
  const asked: string[] = [];
  const aborted: string[] = [];
  return {
    asked,
    aborted,
    load(item: ImageItem, signal: AbortSignal) {
      asked.push(item.url);
      const { promise, resolve, reject } = Promise.withResolvers<Blob>();
      waiting.set(item.url, { resolve, reject });
      signal.addEventListener("abort", () => {
        aborted.push(item.url);
        reject(signal.reason);
      });
      return promise;
    },
    decode: async (blob) =>
      (await blob.text()) === "broken"
        ? Promise.reject(new Error("not an image"))
        : { width: 10, height: 10, close: () => undefined },
    async finish(url) {
      waiting.get(url)?.resolve(new Blob([url]));
      await settle();
    },
    async fail(url) {
      waiting.get(url)?.reject(new Error("503 Service Unavailable"));
      await settle();
    },
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

function itemsNamed(count: number): ImageItem[] {
  return Array.from({ length: count }, (_, i) => ({ url: `${i}`, fileName: `image-${i}.png` }));
}

async function opened(count: number, fps: number, loader = manualLoader()) {
  const opening = openImageSequence({ items: itemsNamed(count), fps, loader });
  await settle();
  await loader.finish("0");
  return { loader, source: await opening };
}

test("a frame is the picture of its own item, whatever order files arrive in", async () => {
  const { loader, source } = await opened(5, 1);
  const [third, second] = [source.getFrame(3), source.getFrame(2)];
  await loader.finish("2");
  await loader.finish("3");
  expect([(await third).frame, (await second).frame]).toEqual([3, 2]);
  expect(source.fileNameAt(3)).toBe("image-3.png");
  expect([source.width, source.frameCount, source.durationSeconds]).toEqual([10, 5, 5]);
});

test("[V-PLAY-15] six seconds of frames are kept, nine tenths of them ahead", async () => {
  const { loader, source } = await opened(500, 10);
  source.lookAhead(100, 0);
  for (let round = 0; round < 200; round++) {
    const next = loader.asked[round];
    if (next === undefined) break;
    await loader.finish(next);
  }
  const around = loader.asked.map(Number).filter((frame) => frame > 60);
  expect(Math.min(...around)).toBe(94);
  expect(Math.max(...around)).toBe(154);
  expect(around.length).toBe(61);
  // The next frames are loaded first.
  expect(around.slice(0, 3)).toEqual([100, 101, 102]);
  source.dispose();
});

test("loads that are no longer near the position are called off", async () => {
  const { loader, source } = await opened(500, 10);
  await settle();
  source.lookAhead(300, 0);
  expect(loader.aborted.length).toBeGreaterThan(0);
  expect(loader.aborted.every((url) => Number(url) < 60)).toBe(true);
  await settle();
  expect(loader.asked).toContain("300");
});

test("one second ahead is decoded and counts as ready", async () => {
  const { loader, source } = await opened(100, 4);
  source.lookAhead(10, 1);
  expect(source.aheadCount).toBe(4);
  expect(source.readyCount(11, 4)).toBe(0);
  for (let round = 0; round < 40 && loader.asked[round] !== undefined; round++)
    await loader.finish(loader.asked[round]!);
  expect(source.readyCount(11, 4)).toBe(4);
  expect(source.isReady(20)).toBe(false);
});

test("a file that does not come is an error of its frame only, and can be asked for again", async () => {
  const { loader, source } = await opened(3, 1);
  const refused = source.getFrame(1);
  // Asserted below; until then it must not count as unhandled.
  refused.catch(() => undefined);
  const other = source.getFrame(2);
  await loader.fail("1");
  await expect(refused).rejects.toMatchObject({
    code: "request",
    message: expect.stringContaining("image-1.png") as string,
  });
  expect(source.isReady(1)).toBe(true);
  await loader.finish("2");
  expect((await other).frame).toBe(2);
  const again = source.getFrame(1);
  await loader.finish("1");
  expect((await again).frame).toBe(1);
});

test("a file that is not an image says so", async () => {
  const loader = { ...manualLoader(), load: () => Promise.resolve(new Blob(["broken"])) };
  await expect(openImageSequence({ items: itemsNamed(1), fps: 1, loader })).rejects.toMatchObject({
    code: "image-format",
  });
  await expect(openImageSequence({ items: [], fps: 1, loader })).rejects.toMatchObject({ code: "no-pictures" });
});

test("an aborted request is rejected with the reason, and a frame that does not exist with its range", async () => {
  const { source } = await opened(3, 1);
  const controller = new AbortController();
  const waiting = source.getFrame(2, { signal: controller.signal });
  controller.abort(new Error("went elsewhere"));
  await expect(waiting).rejects.toThrow("went elsewhere");
  await expect(source.getFrame(3)).rejects.toThrow("Frame 3 does not exist: the frames are 0 to 2.");
});
