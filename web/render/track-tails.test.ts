import { expect, test } from "vitest";
import type { DrawList, FrameNumber, ShownTracks } from "#core/types";
import { defaultTailRange, TrackTails, type Tails, type TailRange } from "./track-tails.ts";

/** Boxes of 10 px around given centers, by frame and track. Records the requested frames. */
class TestCore implements Pick<ShownTracks, "frameQuery"> {
  readonly asked: number[] = [];
  readonly #centers: (frame: number) => Readonly<Record<number, readonly [number, number]>>;

  constructor(centers: (frame: number) => Readonly<Record<number, readonly [number, number]>>) {
    this.#centers = centers;
  }

  frameQuery(frame: FrameNumber, origin: readonly [number, number] = [0, 0]): DrawList {
    this.asked.push(frame);
    const tracks = Object.entries(this.#centers(frame));
    const bounds = tracks.flatMap(([, [x, y]]) => [x - 5, y - 5, x + 5, y + 5]);
    return {
      count: tracks.length,
      bounds: Float32Array.from(bounds, (value, i) => value - origin[i % 2]!),
      originX: origin[0],
      originY: origin[1],
      hasGeometry: false,
      typeIndices: new Uint32Array(tracks.length),
      flags: new Uint32Array(tracks.length),
      trackIds: Uint32Array.from(tracks, ([id]) => Number(id)),
    };
  }
}

const origin = { x: 0, y: 0 };

function tailsAt(core: TestCore, frame: number, range?: TailRange, tails = new TrackTails()): Tails {
  const { trackIds } = core.frameQuery(frame as FrameNumber);
  core.asked.length = 0;
  return tails.compute(core, frame as FrameNumber, trackIds, origin, range);
}

/** `from x -> to x` of each segment of the given entry. */
function spans(tails: Tails, entry: number): string[] {
  const found: string[] = [];
  for (let i = 0; i < tails.segmentCount; i++) {
    const [x1, , x2, , owner] = tails.values.slice(i * 8, i * 8 + 8);
    if (owner === entry) found.push(`${x1}-${x2}`);
  }
  return found;
}

const runner = new TestCore((frame) => ({ 7: [frame, 50] }));

test("[V-CANVAS-07] the track-tail defaults in the layer are 10 frames before and 5 after", () => {
  expect(defaultTailRange).toEqual({ before: 10, after: 5 });
  const found = spans(tailsAt(runner, 30), 0);
  expect(found).toHaveLength(15);
  expect(found[0]).toBe("20-21");
  expect(found.at(-1)).toBe("34-35");
});

test("as many frames before and after as one asks for, none before the first", () => {
  expect(spans(tailsAt(runner, 30, { before: 2, after: 1 }), 0)).toEqual(["28-29", "29-30", "30-31"]);
  expect(spans(tailsAt(runner, 1, { before: 20, after: 0 }), 0)).toEqual(["0-1"]);
  expect(tailsAt(runner, 30, { before: 0, after: 0 }).segmentCount).toBe(0);
});

test("only tracks of the frame have tails, and a tail goes on over a gap in its track", () => {
  const core = new TestCore((frame) => ({
    ...(frame !== 8 && { 1: [frame, 0] as const }),
    ...(frame < 10 && { 2: [100 + frame, 0] as const }),
    3: [7, 7],
  }));
  const tails = tailsAt(core, 10, { before: 4, after: 1 });
  expect(spans(tails, 0)).toEqual(["6-7", "7-9", "9-10", "10-11"]);
  // A stationary track has no tail.
  expect(tails.segmentCount).toBe(4);
});

test("it fades with the distance in time", () => {
  const tails = tailsAt(runner, 30, { before: 4, after: 4 });
  const strengths = Array.from({ length: tails.segmentCount }, (_, i) => tails.values[i * 8 + 5]!);
  const [before, after] = [strengths.slice(0, 4), strengths.slice(4)];
  expect(before).toEqual(before.toSorted((a, b) => a - b));
  expect(after).toEqual(after.toSorted((a, b) => b - a));
  expect(Math.min(...strengths)).toBeGreaterThan(0);
});

test("a step asks for one more frame; what has changed is asked for again", () => {
  const core = new TestCore((frame) => ({ 7: [frame, 50] }));
  const tails = new TrackTails();
  tailsAt(core, 30, { before: 20, after: 10 }, tails);
  expect(core.asked).toHaveLength(31);
  tailsAt(core, 31, { before: 20, after: 10 }, tails);
  expect(core.asked).toEqual([41]);
  tails.forget();
  tailsAt(core, 31, { before: 20, after: 10 }, tails);
  expect(core.asked).toHaveLength(31);
});
