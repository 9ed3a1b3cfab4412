import { afterEach, expect, test, vi } from "vitest";
import { createFrameScheduler } from "./raf-scheduler.ts";
import type { FrameCallback, FrameClock } from "./raf-scheduler.ts";

/** Animation frames controlled by the test. */
function manualClock(): FrameClock & { tick(timeMs: number): void; readonly waiting: number } {
  let queue = new Map<number, FrameCallback>();
  let next = 1;
  return {
    requestAnimationFrame(callback) {
      queue.set(next, callback);
      return next++;
    },
    cancelAnimationFrame: (handle) => void queue.delete(handle),
    tick(timeMs) {
      const due = queue;
      queue = new Map();
      for (const callback of due.values()) callback(timeMs);
    },
    get waiting() {
      return queue.size;
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

test("phases run in order, whatever the order of registration", () => {
  const clock = manualClock();
  const scheduler = createFrameScheduler(clock);
  const log: string[] = [];
  scheduler.add("draw", () => log.push("draw"));
  scheduler.add("query", () => log.push("query"));
  scheduler.add("input", (timeMs) => log.push(`input ${timeMs}`));
  scheduler.request();
  clock.tick(16);
  expect(log).toEqual(["input 16", "query", "draw"]);
});

test("many requests are one frame, and none is run without a request", () => {
  const clock = manualClock();
  const scheduler = createFrameScheduler(clock);
  let frames = 0;
  scheduler.add("draw", () => frames++);
  scheduler.request();
  scheduler.request();
  expect(clock.waiting).toBe(1);
  clock.tick(0);
  clock.tick(16);
  expect(frames).toBe(1);
});

test("a request made during a frame is the next frame", () => {
  const clock = manualClock();
  const scheduler = createFrameScheduler(clock);
  let frames = 0;
  scheduler.add("query", () => {
    frames++;
    if (frames < 3) scheduler.request();
  });
  scheduler.request();
  clock.tick(0);
  expect(frames).toBe(1);
  clock.tick(16);
  clock.tick(32);
  clock.tick(48);
  expect(frames).toBe(3);
});

test("a callback that throws is reported and does not stop the others", () => {
  const reported: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
  const clock = manualClock();
  const scheduler = createFrameScheduler(clock);
  let drawn = false;
  scheduler.add("query", () => {
    throw new Error("broken layer");
  });
  scheduler.add("draw", () => (drawn = true));
  scheduler.request();
  clock.tick(0);
  expect(drawn).toBe(true);
  expect(reported).toEqual([new Error("broken layer")]);
});

test("callbacks taken out and a disposed scheduler run no more", () => {
  const clock = manualClock();
  const scheduler = createFrameScheduler(clock);
  let frames = 0;
  const remove = scheduler.add("input", () => frames++);
  scheduler.add("draw", () => frames++);
  remove();
  scheduler.request();
  clock.tick(0);
  expect(frames).toBe(1);
  scheduler.request();
  scheduler.dispose();
  scheduler.request();
  expect(clock.waiting).toBe(0);
});
