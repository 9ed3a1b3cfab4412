import { signal } from "@preact/signals-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playback } from "../../media/playback.ts";
import { followWithAudio } from "./audio-follower.ts";

/** An audio element whose clock goes when the test says so. Node has none. */
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

test("sound goes with the pictures, and is set right when it is more than 0.12 s off", () => {
  const { playing, volume, seconds, audio } = start();
  playing.value = true;
  expect(TestAudio.made, "nothing is loaded before the sound is turned up").toHaveLength(0);
  seconds.value = 2;
  volume.value = 0.5;
  expect(audio()).toMatchObject({ paused: false, volume: 0.5, seeks: [2] });
  for (let frame = 1; frame <= 50; frame++) {
    // The sound's clock is 1 % faster.
    audio().seconds += 0.0404;
    seconds.value = 2 + frame * 0.04;
    expect(Math.abs(audio().seconds - seconds.value)).toBeLessThanOrEqual(0.12);
  }
  expect(audio().seeks, "small differences are left alone: each correction is heard").toEqual([2]);
  // Pictures came late for half a second.
  audio().seconds += 0.5;
  seconds.value += 0.04;
  expect(audio().seeks).toEqual([2, seconds.value]);
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
