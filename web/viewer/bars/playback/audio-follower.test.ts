import { signal } from "@preact/signals-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playback } from "../../../media/playback.ts";
import { followWithAudio } from "./audio-follower.ts";

/** An audio element whose clock the test controls. Node has none. */
class TestAudio {
  static made: TestAudio[] = [];
  readonly seeks: number[] = [];
  volume = 1;
  playbackRate = 1;
  paused = true;
  seeking = false;
  seconds = 0;

  constructor() {
    TestAudio.made.push(this);
  }

  get currentTime(): number {
    return this.seconds;
  }

  set currentTime(seconds: number) {
    this.seeks.push(seconds);
    this.seconds = seconds;
  }

  play(): Promise<void> {
    this.paused = false;
    return Promise.resolve();
  }

  pause(): void {
    this.paused = true;
  }

  removeAttribute(): void {}
}

beforeEach(() => {
  TestAudio.made = [];
  vi.stubGlobal("Audio", TestAudio);
});
afterEach(() => vi.unstubAllGlobals());

function start() {
  const parts = {
    playing: signal(false),
    buffering: signal(false),
    speed: signal(1),
    volume: signal(0),
    seconds: signal(0),
  };
  const sound = followWithAudio("sound.mp4", parts as unknown as Playback, () => undefined);
  return { ...parts, sound, audio: () => TestAudio.made[0]! };
}

test("sound goes with the pictures; a little off, it goes faster or slower, and far off it seeks", () => {
  const { playing, volume, seconds, audio } = start();
  playing.value = true;
  expect(TestAudio.made, "nothing is loaded before the sound is turned up").toHaveLength(0);
  seconds.value = 2;
  volume.value = 0.5;
  expect(audio()).toMatchObject({ paused: false, volume: 0.5, seeks: [2] });
  const rates = new Set<number>();
  for (let frame = 1; frame <= 2000; frame++) {
    // The audio clock runs 1 % fast.
    audio().seconds += 0.0404 * audio().playbackRate;
    seconds.value = 2 + frame * 0.04;
    expect(Math.abs(audio().seconds - seconds.value)).toBeLessThanOrEqual(0.13);
    rates.add(audio().playbackRate);
  }
  expect(audio().seeks, "each seek is heard").toEqual([2]);
  expect(Math.min(...rates)).toBeCloseTo(0.88, 2);
  expect(Math.max(...rates)).toBe(1);
  // The pictures lagged by a second.
  audio().seconds += 1;
  seconds.value += 0.04;
  expect(audio().seeks).toEqual([2, seconds.value]);
  expect(audio().playbackRate).toBe(1);
});

test("a seek aims ahead by what the last ones took", () => {
  const { playing, volume, speed, seconds, audio } = start();
  speed.value = 2;
  volume.value = 1;
  seconds.value = 10;
  playing.value = true;
  // Audible after 0.3 s, during which twice as much of the video played.
  audio().seeking = true;
  seconds.value = 10.6;
  audio().seeking = false;
  seconds.value = 10.61;
  expect(audio().seeks).toEqual([10, 10.61 + 0.61]);
  audio().seeking = true;
  seconds.value = 11.2;
  audio().seeking = false;
  seconds.value = 11.21;
  expect(audio().seeks, "it met the picture").toHaveLength(2);
  // When no seek hits its target the seeks become rare: slightly late sound is better than none.
  for (let frame = 1; frame <= 100; frame++) {
    audio().seconds = (seconds.value += 0.08) - 0.4 * frame ** 0.1;
  }
  expect(audio().seeks.length).toBeLessThan(6);
});

test("sound stops with the pictures: paused, waiting for pictures, at speeds that browsers do not play", () => {
  const { playing, buffering, speed, volume, seconds, audio } = start();
  volume.value = 1;
  playing.value = true;
  expect(audio().paused).toBe(false);
  buffering.value = true;
  expect(audio().paused).toBe(true);
  seconds.value = 7;
  buffering.value = false;
  expect(audio()).toMatchObject({ paused: false, seconds: 7 });
  speed.value = 2;
  expect(audio()).toMatchObject({ paused: false, playbackRate: 2 });
  speed.value = 8;
  expect(audio().paused).toBe(true);
  speed.value = 1;
  expect(audio().paused).toBe(false);
  playing.value = false;
  expect(audio().paused).toBe(true);
});
