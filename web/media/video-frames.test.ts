import { expect, test } from "vitest";
import type { FrameMap } from "./frame-map.ts";
import type { OpenedVideo } from "./open-container.ts";
import { VideoFrames } from "./video-frames.ts";

/** Creates pictures without a decoder, immediately, and records the order. */
class MadeFrames extends VideoFrames {
  readonly decoder = "webcodecs";
  readonly made: number[] = [];
  open = 0;

  protected override work(wanted: number): Promise<void> {
    this.made.push(wanted);
    this.open++;
    const image = { width: this.width, height: this.height, close: () => void this.open-- };
    this.deliver(wanted, image as ImageBitmap);
    return Promise.resolve();
  }

  protected override release(): void {}
}

function open({ fps = 10, frameCount = 400, side = 100 } = {}): MadeFrames {
  const map: FrameMap = {
    frameCount,
    fps,
    everyPicture: true,
    pictureOf: (frame) => frame,
    frameOf: (picture) => picture,
    secondsAt: (frame) => frame / fps,
  };
  const table = { pts: [0], endSeconds: frameCount / fps };
  const video = { name: "made.mp4", width: side, height: side, table, input: { dispose: () => undefined } };
  return new MadeFrames(video as unknown as OpenedVideo, map);
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("while a video plays six seconds of pictures are kept, nine tenths of them ahead", async () => {
  const frames = open();
  expect(frames.aheadCount, "what it waits for when it has run dry").toBe(10);
  frames.lookAhead(50, 1);
  await settled();
  expect(frames.made).toEqual(Array.from({ length: 54 }, (_, n) => 50 + n));
  for (let frame = 51; frame <= 120; frame++) {
    (await frames.getFrame(frame)).close();
    frames.lookAhead(frame, 1);
    await settled();
  }
  expect(frames.readyCount(120, 100)).toBe(54);
  expect([113, 114].map((frame) => frames.isReady(frame))).toEqual([false, true]);
  expect(frames.made, "none twice").toEqual([...new Set(frames.made)]);
  expect(frames.open).toBe(60);
  frames.dispose();
  expect(frames.open).toBe(0);
});

test("of large pictures fewer are kept: memory has a bound, and the next ones never go", async () => {
  // 16 MB each: 16 of them fit.
  const frames = open({ fps: 60, side: 2000 });
  for (let frame = 0; frame <= 80; frame++) {
    frames.lookAhead(frame, 1);
    await settled();
    expect(frames.readyCount(frame, 100)).toBe(14);
    expect(frames.open).toBeLessThanOrEqual(16);
  }
  expect(frames.made).toEqual([...new Set(frames.made)]);
});

test("nothing is made ahead of a paused video", async () => {
  const frames = open();
  frames.lookAhead(50, 0);
  await settled();
  expect(frames.made).toEqual([]);
});
