/** Which times a dataset's alignment uses. */
import { expect, test } from "vitest";
import type { TimeAlignment } from "#schemas";
import type { FrameSource } from "../../web/media/frame-source.ts";
import { alignCameras } from "../../web/viewer/open/align-cameras.ts";

/** Two frames per second by their numbers, one per second by their timestamps. */
function source(names: readonly string[]): FrameSource {
  return {
    frameCount: names.length,
    fps: 2,
    kind: "image-sequence",
    decoder: "images",
    width: 1,
    height: 1,
    durationSeconds: names.length,
    aheadCount: 1,
    secondsAt: (frame) => frame,
    // Like real sources, it depends on `this`.
    fileNameAt(frame) {
      return this.frameCount > 0 ? names[frame] : undefined;
    },
    getFrame: () => Promise.reject(new Error("not asked for")),
    isReady: () => true,
    readyCount: (_, max) => max,
    lookAhead: () => undefined,
    onReady: () => () => undefined,
    dispose: () => undefined,
  };
}

const sources = [
  source(["20240131_120000_000.png", "20240131_120000_250.png", "20240131_120001_000.png"]),
  source(["20240131_120000_500.png", "20240131_120001_000.png", "20240131_120001_500.png"]),
];

function align(timeAlignment: TimeAlignment | undefined, of = sources) {
  const cameras = ["left", "right"].map((name) => ({ name })) as never;
  const aligned = alignCameras({ cameras, timeAlignment }, of);
  const slots = Array.from({ length: aligned.slotCount }, (_, slot) => slot);
  return slots.map((slot) => [aligned.frameAt(0, slot), aligned.frameAt(1, slot)]);
}

test("without an alignment frames of the same number belong together", () => {
  expect(align(undefined)).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
});

test("by frame, by timestamps with an offset, by times in the names of files", () => {
  const cameras = { right: { offset: 0.5 } };
  expect(align({ mode: "frame", cameras })).toEqual([
    [0, undefined],
    [1, 0],
    [2, 1],
    [undefined, 2],
  ]);
  const byTimestamp = align({ mode: "timestamp", cameras: { right: { offset: 1 } } });
  expect(byTimestamp).toHaveLength(7);
  expect([byTimestamp[0], byTimestamp[2], byTimestamp[4], byTimestamp[6]]).toEqual([
    [0, undefined],
    [1, 0],
    [2, 1],
    [undefined, 2],
  ]);
  expect(align({ mode: "manual", cameras: { right: { offset: 1 } } })).toEqual(byTimestamp);
  expect(align({ mode: "capture-time", cameras: {} })).toEqual([
    [0, undefined],
    [1, 0],
    [2, 1],
    [undefined, 2],
  ]);
});

test("names without times on one camera: all go by the numbers of their frames", () => {
  const plain = [sources[0]!, source(["a.png", "b.png", "c.png"])];
  expect(align({ mode: "capture-time", cameras: {} }, plain)).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
});
