import { signal } from "@preact/signals-core";
import { expect, test } from "vitest";
import type { Picture } from "../base/picture.ts";
import { createPictureFeed } from "./picture-feed.ts";

/** A source whose pictures arrive when the test says so; odd frames cannot be decoded. */
function slowSource() {
  const waiting = new Map<number, () => void>();
  return {
    asked: [] as number[],
    getFrame(this: { asked: number[] }, frame: number): Promise<Picture> {
      this.asked.push(frame);
      return new Promise((resolve, reject) =>
        waiting.set(frame, () =>
          frame % 2 === 1 ? reject(new Error(`no ${frame}`)) : resolve({ frame, close: () => undefined } as never),
        ),
      );
    },
    async finish(frame: number): Promise<void> {
      waiting.get(frame)?.();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
  };
}

function setUp() {
  const source = slowSource();
  const frame = signal(0);
  const screen: (number | undefined)[] = [];
  const feed = createPictureFeed(source, frame);
  const detach = feed.attach((picture) => screen.push((picture as { frame: number } | undefined)?.frame));
  return { source, frame, screen, feed, detach };
}

test("what is shown is the picture on the screen, however far the wish is ahead", async () => {
  const { source, frame, screen, feed } = setUp();
  expect(feed.shown.value).toBeUndefined();
  await source.finish(0);
  expect([feed.shown.value, screen]).toEqual([0, [0]]);
  frame.value = 2;
  frame.value = 4;
  expect(feed.shown.value).toBe(0);
  await source.finish(2);
  expect(feed.shown.value).toBe(2);
  await source.finish(4);
  expect([feed.shown.value, source.asked]).toEqual([4, [0, 2, 4]]);
});

test("a frame that cannot be had empties the screen, and its message goes with the next wish", async () => {
  const { source, frame, screen, feed } = setUp();
  await source.finish(0);
  frame.value = 1;
  await source.finish(1);
  expect([feed.shown.value, feed.error.value?.message, screen]).toEqual([undefined, "no 1", [0, undefined]]);
  frame.value = 2;
  expect(feed.error.value).toBeUndefined();
  expect(feed.shown.value).toBeUndefined();
  await source.finish(2);
  expect([feed.shown.value, screen]).toEqual([2, [0, undefined, 2]]);
});

test("a picture that comes after the screen is gone is closed and shown nowhere", async () => {
  const { source, screen, feed, detach } = setUp();
  detach();
  await source.finish(0);
  expect([feed.shown.value, screen]).toEqual([undefined, []]);
});

test("a screen that comes while a picture for another one is on its way gets one of its own", async () => {
  const { source, feed, detach } = setUp();
  detach();
  const shown: unknown[] = [];
  feed.attach((picture) => shown.push(picture));
  await source.finish(0);
  expect(shown).toEqual([]);
  await source.finish(0);
  expect([shown.length, feed.shown.value]).toEqual([1, 0]);
});

test("a video that shows itself needs no pictures; the last one of it stays until the frame's own has come", async () => {
  const source = slowSource();
  const frame = signal(0);
  const [shown, isRunning] = [signal<number | undefined>(undefined), signal(false)];
  const player = { shown, isRunning, hide: () => (shown.value = undefined) } as never;
  const feed = createPictureFeed({ getFrame: (wanted) => source.getFrame(wanted), player }, frame);
  feed.attach(() => undefined);
  await source.finish(0);
  isRunning.value = true;
  for (const next of [2, 4, 6]) {
    shown.value = next;
    frame.value = next;
    expect(feed.shown.value).toBe(next);
  }
  expect(source.asked).toEqual([0]);
  isRunning.value = false;
  expect([source.asked, feed.shown.value]).toEqual([[0, 6], 6]);
  // A late event of the element.
  shown.value = 8;
  expect(feed.shown.value).toBe(8);
  await source.finish(6);
  expect([feed.shown.value, shown.value]).toEqual([6, undefined]);
});
