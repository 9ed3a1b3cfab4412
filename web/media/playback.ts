/**
 * Playback: the current position, as signals. Its frames are slots (`alignment.ts`), which all cameras share. If the
 * video shows itself it is the clock: the current frame is the one on the screen. If pictures are decoded one by one,
 * the clock is `picture-clock.ts`.
 */
import { batch, computed, signal } from "@preact/signals-core";
import { effect } from "../base/effect.ts";
import type { ReadonlySignal } from "@preact/signals-core";
import type { FrameScheduler } from "../base/raf-scheduler.ts";
import type { PlainOr } from "#core/types";
import type { SlotNumber } from "./alignment.ts";
import { toFlicks } from "./flicks.ts";
import type { Pace } from "./pace.ts";
import { PictureClock } from "./picture-clock.ts";
import type { RunningPlayer } from "./players-in-step.ts";
import type { PlayerEvents } from "./video-player.ts";

export const playbackSpeeds: readonly number[] = [0.25, 0.5, 0.75, 1, 2, 4, 8];

export interface Playback {
  readonly frame: ReadonlySignal<SlotNumber>;
  /** Seconds since frame 0. */
  readonly seconds: ReadonlySignal<number>;
  /** The same time in flicks. */
  readonly flick: ReadonlySignal<number>;
  readonly playing: ReadonlySignal<boolean>;
  /** Playing, but waiting for pictures. */
  readonly buffering: ReadonlySignal<boolean>;
  readonly speed: ReadonlySignal<number>;
  /** 0..1 */
  readonly volume: ReadonlySignal<number>;
  readonly maxFrame: number;
  /** At the last frame it restarts from the first. */
  play(): void;
  pause(): void;
  toggle(): void;
  /** Clamped to 0..maxFrame and rounded; playback continues from there. */
  seek(slot: PlainOr<SlotNumber>): void;
  /** Videos only; throws for images, which have neither speed nor sound. */
  setSpeed(speed: number): void;
  setVolume(volume: number): void;
  dispose(): void;
}

/** @param mayShowItself false: pictures are needed one by one, for effects that an element cannot show */
export function createPlayback(
  source: Pace,
  scheduler: FrameScheduler,
  mayShowItself: ReadonlySignal<boolean> = signal(true),
): Playback {
  const maxFrame = source.frameCount - 1;
  const frame = signal(0 as SlotNumber);
  const playing = signal(false);
  const buffering = signal(false);
  const speed = signal(1);
  const volume = signal(0);
  /** Set while the video shows itself. */
  let running: RunningPlayer | undefined;
  const clock = new PictureClock(source, { frame, buffering, speed });

  const stopTicking = scheduler.add("input", tick);
  const stopListening = source.onReady(() => {
    if (playing.peek()) scheduler.request();
  });
  const stopChoosing = effect(() => {
    void mayShowItself.value;
    if (playing.peek()) run();
  });
  source.lookAhead(0, 0);

  const events: PlayerEvents = {
    onFrame(next) {
      batch(() => {
        frame.value = next as SlotNumber;
        if (next === maxFrame) pause();
      });
    },
    onWaiting: (isWaiting) => (buffering.value = isWaiting),
    onEnded() {
      frame.value = maxFrame as SlotNumber;
      pause();
    },
    onFailed() {
      running = undefined;
      if (playing.peek()) restartClock();
    },
  };

  /** Plays from the current frame on. */
  function run(): void {
    const { player } = source;
    if (player?.isUsable !== true || !mayShowItself.peek()) {
      stopPlayer();
      restartClock();
      return;
    }
    source.lookAhead(frame.peek(), 0);
    running = player;
    buffering.value = false;
    player.play(frame.peek(), speed.peek(), events);
  }

  function stopPlayer(): void {
    running?.pause();
    running = undefined;
  }

  function tick(timeMs: number): void {
    if (!playing.peek() || running !== undefined) return;
    clock.tick(timeMs);
    if (frame.peek() === maxFrame) pause();
    if (playing.peek()) scheduler.request();
  }

  function restartClock(): void {
    clock.restart();
    source.lookAhead(frame.peek(), playing.peek() ? speed.peek() : 0);
    if (playing.peek()) scheduler.request();
  }

  function play(): void {
    if (playing.peek()) return;
    if (frame.peek() === maxFrame) frame.value = 0 as SlotNumber;
    playing.value = true;
    run();
  }

  function pause(): void {
    if (!playing.peek()) return;
    playing.value = false;
    buffering.value = false;
    stopPlayer();
    restartClock();
  }

  return {
    frame,
    seconds: computed(() => source.secondsAt(frame.value)),
    flick: computed(() => toFlicks(source.secondsAt(frame.value))),
    playing,
    buffering,
    speed,
    volume,
    maxFrame,
    play,
    pause,
    toggle: () => (playing.peek() ? pause() : play()),
    seek(target) {
      const rounded = Math.round(target);
      frame.value = Math.min(maxFrame, Math.max(0, Number.isNaN(rounded) ? 0 : rounded)) as SlotNumber;
      buffering.value = false;
      if (playing.peek()) run();
      else restartClock();
    },
    setSpeed(next) {
      requireVideo(source);
      speed.value = Math.min(playbackSpeeds.at(-1)!, Math.max(playbackSpeeds[0]!, next));
      if (running === undefined) restartClock();
      else running.setSpeed(speed.peek());
    },
    setVolume(next) {
      requireVideo(source);
      volume.value = Math.min(1, Math.max(0, next));
    },
    dispose() {
      playing.value = false;
      stopPlayer();
      stopChoosing();
      stopTicking();
      stopListening();
    },
  };
}

function requireVideo({ kind }: Pace): void {
  if (kind !== "video") throw new Error("Method unimplemented");
}
