/** Players of several cameras against a simulated clock: they start together, and those that drift are corrected. */
import { signal } from "@preact/signals-core";
import { afterEach, expect, test, vi } from "vitest";
import { alignByTime } from "./alignment.ts";
import { PlayersInStep } from "./players-in-step.ts";
import type { PlayerEvents, VideoPlayer } from "./video-player.ts";

afterEach(() => vi.useRealTimers());

/** A video that needs `cueMs` to reach a picture, and runs at `pace` times the requested speed. */
class FakeVideo {
  readonly shown = signal<number | undefined>(undefined);
  readonly isRunning = signal(false);
  isUsable = true;
  /** Fractional frames. */
  position: number | undefined;
  pace = 1;
  seeks = 0;
  speed = 1;
  #events: PlayerEvents | undefined;
  #isHeld = false;
  #cueLeftMs = 0;
  #target = 0;
  readonly fps: number;
  readonly frameCount: number;
  readonly cueMs: number;

  constructor(fps: number, frameCount: number, cueMs: number) {
    [this.fps, this.frameCount, this.cueMs] = [fps, frameCount, cueMs];
  }

  play(frame: number, speed: number, events: PlayerEvents, isHeld = false): void {
    this.seeks += 1;
    [this.#events, this.speed, this.#isHeld, this.#target] = [events, speed, isHeld, frame];
    this.#cueLeftMs = this.cueMs;
    this.position = undefined;
    this.isRunning.value = true;
  }
  release = (): void => void (this.#isHeld = false);
  setSpeed = (speed: number): void => void (this.speed = speed);
  pause(): void {
    this.isRunning.value = false;
    this.#events = undefined;
  }
  hide = (): void => void (this.shown.value = undefined);

  advance(ms: number): void {
    if (!this.isRunning.peek()) return;
    if (this.position === undefined) {
      this.#cueLeftMs -= ms;
      if (this.#cueLeftMs > 0) return;
      this.position = this.#target;
      this.#tell();
      return;
    }
    if (this.#isHeld) return;
    const before = Math.floor(this.position);
    this.position = Math.min(this.frameCount - 0.01, this.position + (ms / 1000) * this.fps * this.speed * this.pace);
    if (Math.floor(this.position) > before) this.#tell();
    else if (this.position >= this.frameCount - 0.02) this.#events?.onEnded();
  }

  fail(): void {
    this.isUsable = false;
    this.#events?.onFailed();
  }

  #tell(): void {
    this.shown.value = Math.floor(this.position ?? 0);
    this.#events?.onFrame(this.shown.value);
  }
}

const pictures = ({ fps, frameCount }: FakeVideo) => ({
  fps,
  frameCount,
  secondsAt: (frame: number) => frame / fps,
});

function setUp(videos: readonly FakeVideo[], offsets: readonly number[] = []) {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  const alignment = alignByTime(
    videos.map((video, index) => ({ pictures: pictures(video), clock: { offset: offsets[index] ?? 0, drift: 0 } })),
  );
  const group = new PlayersInStep(videos as unknown as VideoPlayer[], alignment, (camera) => videos[camera]?.fps ?? 0);
  const seen: number[] = [];
  const ends: string[] = [];
  const events: PlayerEvents = {
    onFrame: (slot) => void seen.push(slot),
    onWaiting: () => undefined,
    onEnded: () => void ends.push("ended"),
    onFailed: () => void ends.push("failed"),
  };
  const run = (seconds: number): void => {
    for (let ms = 0; ms < seconds * 1000; ms += 5) {
      for (const video of videos) video.advance(5);
      vi.advanceTimersByTime(5);
    }
  };
  /** By how many slots a camera's picture differs from the one that belongs to the slot. */
  const off = (camera: number): number =>
    Math.abs(alignment.positionOf(camera, videos[camera]?.shown.peek() ?? NaN) - (seen.at(-1) ?? NaN));
  return { alignment, group, events, run, off, seen, ends };
}

test("cameras of other rates begin together, however long each needs for its first picture, and stay together", () => {
  const videos = [new FakeVideo(24, 960, 40), new FakeVideo(30, 1200, 400), new FakeVideo(25, 1000, 120)];
  const { group, events, run, off, seen } = setUp(videos);
  group.play(60, 1, events);
  run(0.3);
  expect(videos.map(({ position }) => position)).toEqual([48, undefined, 50]);
  expect(seen).toEqual([]);
  run(5);
  for (let round = 0; round < 40; round += 1) {
    run(0.05);
    for (const camera of videos.keys()) expect(off(camera), `camera ${camera}`).toBeLessThanOrEqual(1.5);
  }
  expect(videos.map(({ seeks }) => seeks)).toEqual([1, 1, 1]);
});

test("one that plays too slowly is brought back by its speed, one that is far off by a seek; a speed is everybody's", () => {
  const videos = [new FakeVideo(30, 3000, 10), new FakeVideo(30, 3000, 10)];
  const { group, events, run, off } = setUp(videos);
  group.play(0, 1, events);
  const [, slow] = videos as [FakeVideo, FakeVideo];
  slow.pace = 0.95;
  run(10);
  expect(off(1)).toBeLessThanOrEqual(2);
  expect(slow.speed).toBeGreaterThan(1);
  expect(slow.seeks).toBe(1);
  slow.pace = 0.3;
  run(1);
  slow.pace = 1;
  run(3);
  expect(slow.seeks).toBeGreaterThan(1);
  expect(off(1)).toBeLessThanOrEqual(1);
  group.setSpeed(2);
  expect(videos.map(({ speed }) => speed)).toEqual([2, 2]);
});

test("a camera that begins later joins, one that ends is hidden, and the last one goes on alone to the end", () => {
  // One of 2 s from the start, one of 4 s starting at 1 s.
  const videos = [new FakeVideo(30, 60, 10), new FakeVideo(20, 80, 10)];
  const { alignment, group, events, run, seen, ends, off } = setUp(videos, [0, 1]);
  group.play(0, 1, events);
  run(0.5);
  expect(videos.map(({ isRunning }) => isRunning.peek())).toEqual([true, false]);
  run(1);
  expect(videos.map(({ isRunning }) => isRunning.peek())).toEqual([true, true]);
  expect(off(1)).toBeLessThanOrEqual(2);
  run(1.5);
  expect(videos.map(({ isRunning }) => isRunning.peek())).toEqual([false, true]);
  run(3);
  expect(ends).toEqual(["ended"]);
  expect(seen.at(-1)).toBeGreaterThanOrEqual(alignment.slotCount - 2);
  expect(seen.every((slot, index) => slot >= (seen[index - 1] ?? 0))).toBe(true);
});

test("where one camera fails, or none has a picture, playback goes on without players", () => {
  const videos = [new FakeVideo(30, 60, 10), new FakeVideo(30, 60, 10)];
  const { group, events, run, ends } = setUp(videos, [0, 5]);
  group.play(100, 1, events);
  expect(ends).toEqual(["failed"]);
  group.play(0, 1, events);
  run(0.2);
  videos[0]?.fail();
  expect(ends).toEqual(["failed", "failed"]);
  expect([group.isUsable, videos[1]?.isRunning.peek()]).toEqual([false, false]);
});
