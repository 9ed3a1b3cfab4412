import { signal } from "@preact/signals-core";
import { expect, test } from "vitest";
import { createFrameScheduler } from "../base/raf-scheduler.ts";
import type { FrameCallback } from "../base/raf-scheduler.ts";
import { flicksPerSecond } from "./flicks.ts";
import type { Pace } from "./pace.ts";
import { createPlayback } from "./playback.ts";
import type { PlayerEvents, VideoPlayer } from "./video-player.ts";

/** A source whose frames become ready, and a clock that ticks, only when the test says so. */
function setUp(
  kind: Pace["kind"],
  frameCount: number,
  fps: number,
  readyFrames: Iterable<number> = [],
  /** Simulates how the browser rounds animation frame times. */
  rounded: (ms: number) => number = (ms) => ms,
  player?: VideoPlayer,
) {
  const ready = new Set(readyFrames);
  const listeners = new Set<() => void>();
  const source: Pace = {
    kind,
    frameCount,
    fps,
    durationSeconds: frameCount / fps,
    player,
    aheadCount: fps,
    secondsAt: (frame) => frame / fps,
    isReady: (frame) => ready.has(frame),
    readyCount(frame, max) {
      let count = 0;
      while (count < max && ready.has(frame + count)) count++;
      return count;
    },
    lookAhead: () => undefined,
    onReady(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const mayShowItself = signal(true);
  let waiting: FrameCallback[] = [];
  let nowMs = 0;
  const scheduler = createFrameScheduler({
    requestAnimationFrame: (callback) => waiting.push(callback),
    cancelAnimationFrame: () => undefined,
  });
  return {
    playback: createPlayback(source, scheduler, mayShowItself),
    mayShowItself,
    makeReady(frames: Iterable<number>) {
      for (const frame of frames) ready.add(frame);
      for (const listener of listeners) listener();
    },
    /** Runs animation frames, 60 per second, for this long. */
    run(seconds: number) {
      const end = nowMs + seconds * 1000;
      for (; nowMs < end - 1e-6; nowMs += 1000 / 60) {
        const due = waiting;
        waiting = [];
        for (const callback of due) callback(rounded(nowMs));
      }
    },
    /** Requested animation frames that have not run yet. */
    waitingCount: () => waiting.length,
  };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test("[V-PLAY-09] play advances one frame per 1/frameRate seconds, scaled by the speed", () => {
  const { playback, run } = setUp("video", 1000, 10, upTo(1000));
  playback.play();
  run(2.05);
  expect(playback.frame.value).toBe(20);
  expect(playback.seconds.value).toBe(2);
  playback.setSpeed(0.5);
  run(2.05);
  expect(playback.frame.value).toBe(30);
  playback.setSpeed(8);
  run(1.01);
  expect(playback.frame.value).toBe(110);
});

test.each([60, 50, 30, 25, 24])(
  "at %i pictures a second none is shown twice as long as it ought to be, and none left out",
  (fps) => {
    const { playback, run } = setUp("video", 400, fps, upTo(400), (ms) => Math.floor(ms * 10) / 10);
    const shown: number[] = [];
    playback.play();
    while (playback.playing.value) {
      run(1 / 60);
      shown.push(playback.frame.value);
    }
    const durations = upTo(399)
      .slice(1)
      .map((frame) => shown.filter((each) => each === frame).length);
    expect(Math.min(...durations), "animation frames").toBe(Math.floor(60 / fps));
    expect(Math.max(...durations), "animation frames").toBe(Math.ceil(60 / fps));
  },
);

test("[V-PLAY-18] the timeline flick constant is 705600000 per second", () => {
  expect(flicksPerSecond).toBe(705_600_000);
  const { playback } = setUp("video", 100, 30);
  expect(playback.flick.value).toBe(0);
  playback.seek(45);
  expect(playback.flick.value).toBe(1.5 * 705_600_000);
});

test('[V-PLAY-21] setting the volume or the speed on an image viewer throws "Method unimplemented"', () => {
  const { playback } = setUp("image-sequence", 10, 10);
  expect(() => playback.setVolume(0.5)).toThrow("Method unimplemented");
  expect(() => playback.setSpeed(2)).toThrow("Method unimplemented");
  expect([playback.volume.value, playback.speed.value]).toEqual([0, 1]);
});

test("[V-PLAY-10] play stops after the last frame, and from there starts again at the first", () => {
  const { playback, run, waitingCount } = setUp("video", 5, 10, upTo(5));
  playback.play();
  run(1);
  expect(playback.frame.value).toBe(4);
  expect(playback.playing.value).toBe(false);
  expect(waitingCount()).toBe(0);
  playback.play();
  expect(playback.frame.value).toBe(0);
  run(0.25);
  expect(playback.frame.value).toBe(2);
});

test("[V-PLAY-11] seeking clamps to 0..maxFrame", () => {
  const { playback } = setUp("video", 5, 10);
  expect(playback.maxFrame).toBe(4);
  for (const [target, frame] of [
    [-3, 0],
    [99, 4],
    [2.4, 2],
    [Infinity, 4],
    [NaN, 0],
  ] as const) {
    playback.seek(target);
    expect(playback.frame.value).toBe(frame);
  }
});

test("[V-PLAY-12] pause stops playback; a seek while playing goes on from there", () => {
  const { playback, run } = setUp("video", 1000, 10, upTo(1000));
  playback.play();
  run(1.05);
  playback.seek(500);
  run(0.55);
  expect(playback.frame.value).toBe(505);
  playback.pause();
  run(1);
  expect(playback.frame.value).toBe(505);
  expect(playback.seconds.value).toBe(50.5);
  expect(playback.playing.value).toBe(false);
});

test("[V-PLAY-13, V-PLAY-14] an image sequence buffers at a frame that is not there, until the next second has loaded", () => {
  const { playback, makeReady, run } = setUp("image-sequence", 100, 10, upTo(6));
  playback.play();
  run(2);
  expect(playback.frame.value).toBe(5);
  expect(playback.buffering.value).toBe(true);
  makeReady([6, 7, 8, 9, 10, 11, 12, 13, 14]);
  run(1);
  expect(playback.frame.value).toBe(5);
  expect(playback.buffering.value).toBe(true);
  makeReady([15]);
  run(0.55);
  expect(playback.buffering.value).toBe(false);
  expect(playback.frame.value).toBe(10);
});

test("at the end an image sequence waits only for the frames that are left", () => {
  const { playback, makeReady, run } = setUp("image-sequence", 8, 10, upTo(6));
  playback.play();
  run(2);
  makeReady([6, 7]);
  run(1);
  expect(playback.frame.value).toBe(7);
  expect(playback.playing.value).toBe(false);
});

test("video leaves out pictures that come too late, and waits only when nothing comes at all", () => {
  const { playback, makeReady, run } = setUp("video", 100, 10, [0, 1, 2, 7]);
  playback.play();
  run(0.65);
  expect(playback.frame.value).toBe(2);
  run(0.15);
  expect(playback.frame.value).toBe(7);
  expect(playback.buffering.value).toBe(false);
  run(2);
  expect(playback.frame.value).toBe(7);
  expect(playback.buffering.value).toBe(true);
  makeReady(upTo(40));
  run(0.55);
  expect(playback.buffering.value).toBe(false);
  expect(playback.frame.value).toBe(12);
});

/** A video whose shown frame the test controls. */
function ownPlayer() {
  const asked: (readonly [what: string, frame?: number, speed?: number])[] = [];
  let events: PlayerEvents | undefined;
  const isRunning = signal(false);
  const player = {
    shown: signal<number | undefined>(undefined),
    isRunning,
    isUsable: true,
    play(frame: number, speed: number, to: PlayerEvents) {
      asked.push(["play", frame, speed]);
      events = to;
      isRunning.value = true;
    },
    setSpeed: (speed: number) => void asked.push(["speed", speed]),
    pause() {
      asked.push(["pause"]);
      isRunning.value = false;
    },
    hide: () => undefined,
    dispose: () => undefined,
  };
  return { player: player as typeof player & VideoPlayer, asked, events: () => events! };
}

test("a video that shows itself is the clock; it stops at the last frame, and goes on from a seek at another speed", () => {
  const { player, asked, events } = ownPlayer();
  const { playback, run, waitingCount } = setUp("video", 100, 10, upTo(100), (ms) => ms, player);
  playback.play();
  run(1);
  expect([playback.frame.value, waitingCount()], "no clock of the page's own").toEqual([0, 0]);
  events().onFrame(7);
  events().onWaiting(true);
  expect([playback.frame.value, playback.buffering.value]).toEqual([7, true]);
  playback.seek(40);
  playback.setSpeed(2);
  events().onFrame(41);
  expect([playback.frame.value, playback.buffering.value]).toEqual([41, false]);
  events().onWaiting(true);
  events().onFrame(42);
  expect([playback.frame.value, playback.buffering.value], "late news of the last picture").toEqual([42, true]);
  events().onWaiting(false);
  expect(playback.buffering.value).toBe(false);
  events().onFrame(99);
  expect([playback.frame.value, playback.playing.value]).toEqual([99, false]);
  expect(asked).toEqual([["play", 0, 1], ["play", 40, 1], ["speed", 2], ["pause"]]);
});

test("where a video cannot show itself any more, its pictures go on one by one from where it was", () => {
  const { player, asked, events } = ownPlayer();
  const { playback, run, mayShowItself } = setUp("video", 100, 10, upTo(100), (ms) => ms, player);
  playback.play();
  events().onFrame(20);
  mayShowItself.value = false;
  run(1.05);
  expect(playback.frame.value).toBe(30);
  mayShowItself.value = true;
  expect(asked.at(-1)).toEqual(["play", 30, 1]);
  player.isUsable = false;
  events().onFailed();
  run(1.05);
  expect(playback.frame.value).toBe(40);
  playback.pause();
  playback.play();
  expect(asked.filter(([what]) => what === "play")).toHaveLength(2);
});
