import { expect, test } from "vitest";
import type { ReviewEntry } from "#schemas/wire";
import { differencesFrom, type LoadPicture, mostAlikeFirst } from "./likeness.ts";

const entryOf = (trackId: number): ReviewEntry => ({
  datasetId: "a",
  trackId,
  revision: 1,
  confidencePairs: [],
  begin: 0,
  end: 0,
  frameCount: 1,
  boxes: [],
});
const entries = [1, 2, 3, 4, 5].map(entryOf);
const [, second] = entries;

/** Pictures of one color each; that of track 4 cannot be loaded. */
const lights = [0, 250, 100, 240, 0, 110];
const load: LoadPicture = ({ trackId }) => {
  const rgb = new Uint8ClampedArray(16 * 16 * 3).fill(lights[trackId]!);
  return Promise.resolve(trackId === 4 ? undefined : { width: 16, height: 16, rgb });
};
const tracksOf = (sorted: readonly ReviewEntry[]) => sorted.map(({ trackId }) => trackId);

test("the chip itself is first, then those that look alike, and those without a picture are last", async () => {
  const steps: number[] = [];
  const measuring = { signal: new AbortController().signal, load, onProgress: (n: number) => void steps.push(n) };
  const differences = await differencesFrom(second!, entries, measuring);
  expect(tracksOf(mostAlikeFirst(entries, second!, differences))).toEqual([2, 5, 3, 1, 4]);
  expect(steps).toEqual([1, 2, 3, 4, 5]);
});

test("when it is stopped, those compared by then come first, and the others stay in their order", async () => {
  const stop = new AbortController();
  const onProgress = (n: number): void => {
    if (n === 2) stop.abort();
  };
  const late: LoadPicture = async (entry, signal) => {
    if (entry.trackId > 2) await new Promise((resolve) => setTimeout(resolve));
    return await load(entry, signal);
  };
  const differences = await differencesFrom(second!, entries, { signal: stop.signal, load: late, onProgress });
  expect([...differences.keys()]).toEqual(["a/1", "a/2"]);
  expect(tracksOf(mostAlikeFirst(entries, second!, differences))).toEqual([2, 1, 3, 4, 5]);
});
