/** Tiles load in the order in which they are seen, coarse ones stay until finer ones arrive, and memory is bounded. */
import { expect, test } from "vitest";
import { type TileAddress, tileKey } from "../base/tile-pyramid.ts";
import { TileCache } from "./tile-cache.ts";

const pyramid = { width: 8192, height: 8192, tileWidth: 256, tileHeight: 256, levels: 6 };
const tileBytes = 256 * 256 * 4;

function setUp(maxBytes = Infinity) {
  const asked: { tile: TileAddress; signal: AbortSignal; answer: (ok?: boolean) => Promise<void> }[] = [];
  const closed: string[] = [];
  let nowMs = 0;
  const cache = new TileCache(
    pyramid,
    (tile, signal) =>
      new Promise((resolve, reject) => {
        const image = { width: 256, height: 256, close: () => closed.push(tileKey(tile)) } as unknown as ImageBitmap;
        const answer = async (ok = true): Promise<void> => {
          if (ok) resolve(image);
          else reject(new Error("no answer"));
          await new Promise((done) => setTimeout(done, 0));
        };
        signal.addEventListener("abort", () => reject(signal.reason as Error));
        asked.push({ tile, signal, answer });
      }),
    { maxBytes, now: () => nowMs },
  );
  return { asked, cache, closed, pass: (ms: number) => (nowMs += ms) };
}

const keysOf = (cache: TileCache): string[] => cache.shown.map(({ key }) => key);
const corner = { left: 0, top: 0, right: 512, bottom: 256, scale: 1 };

test("a coarse tile of the whole view comes first and stays under what has not come yet", async () => {
  const { asked, cache } = setUp();
  let changes = 0;
  cache.onChange(() => (changes += 1));
  cache.look(corner);
  expect(asked.map(({ tile }) => tileKey(tile))).toEqual(["2/0/0", "5/0/0", "5/1/0"]);
  await asked[0]?.answer();
  expect([keysOf(cache), changes]).toEqual([["2/0/0"], 1]);
  await asked[2]?.answer();
  expect(keysOf(cache)).toEqual(["2/0/0", "5/1/0"]);
  expect(cache.shown[1]?.area).toEqual({ left: 256, top: 0, right: 512, bottom: 256 });
});

test("five at a time; what is not seen any more is not fetched", async () => {
  const { asked, cache } = setUp();
  cache.look({ left: 0, top: 0, right: 2048, bottom: 2048, scale: 1 });
  expect(asked.length).toBe(5);
  await asked[0]?.answer();
  expect(asked.length).toBe(6);
  cache.look({ left: 4096, top: 4096, right: 4400, bottom: 4300, scale: 1 });
  await asked[0]?.answer();
  expect(asked.slice(1, 6).every(({ signal }) => signal.aborted)).toBe(true);
  expect(asked.slice(6).map(({ tile }) => tileKey(tile))).toEqual(["2/2/2", "5/16/16", "5/17/16"]);
});

test("what is seen longest ago goes when the bound is reached; what is on the screen stays", async () => {
  const { asked, cache, closed } = setUp(3 * tileBytes);
  cache.look(corner);
  for (const { answer } of asked) await answer();
  expect([closed, cache.bytes]).toEqual([[], 3 * tileBytes]);
  cache.look({ left: 4096, top: 4096, right: 4352, bottom: 4352, scale: 1 });
  for (const { answer } of asked.slice(3)) await answer();
  expect(cache.bytes).toBe(3 * tileBytes);
  expect(closed).toEqual(["2/0/0", "5/0/0"]);
  expect(keysOf(cache)).toEqual(["2/2/2", "5/16/16"]);
  cache.dispose();
  expect(closed.length).toBe(5);
});

test("a tile that cannot be had is asked for again after a while", async () => {
  const { asked, cache, pass } = setUp();
  cache.look(corner);
  for (const { answer } of asked.slice()) await answer(false);
  cache.look(corner);
  expect(asked.length).toBe(3);
  pass(6000);
  cache.look(corner);
  expect(asked.length).toBe(6);
});
