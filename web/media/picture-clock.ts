/**
 * The playback clock for pictures that are decoded one by one: it follows the screen's refreshes, but never passes what
 * the source has ready. An image sequence waits for every frame; video skips frames that are late.
 */
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import type { SlotNumber } from "./alignment.ts";
import type { Pace } from "./pace.ts";

/** The state that the clock moves. */
export interface Playhead {
  readonly frame: Signal<SlotNumber>;
  /** The clock is paused until enough pictures are ready. */
  readonly buffering: Signal<boolean>;
  readonly speed: ReadonlySignal<number>;
}

/**
 * How early a frame may be shown, as a share of its duration. Browsers round the times of animation frames: if the
 * screen's refresh rate equals the video's, one frame would be shown twice and the next skipped.
 */
const early = 0.1;
/** If a video shows nothing new for this long it is buffering, not just late. */
const maxLateMs = 1000;

export class PictureClock {
  readonly #source: Pace;
  readonly #playhead: Playhead;
  readonly #maxFrame: number;
  /** Where the clock started; `undefined`: it starts at the next tick. */
  #start: { readonly timeMs: number; readonly frame: number } | undefined;
  /** When the current frame was reached. */
  #reachedMs = 0;

  constructor(source: Pace, playhead: Playhead) {
    this.#source = source;
    this.#playhead = playhead;
    this.#maxFrame = source.frameCount - 1;
  }

  /** Continues from the playhead's position at that time. */
  restart(): void {
    this.#start = undefined;
  }

  /** @param timeMs time of an animation frame */
  tick(timeMs: number): void {
    const { buffering, frame } = this.#playhead;
    this.#start ??= this.#startAt(timeMs, frame.peek());
    if (buffering.peek()) this.#waitForPictures(timeMs);
    if (!buffering.peek()) this.#advance(timeMs, this.#start);
  }

  #startAt(timeMs: number, frame: number): { readonly timeMs: number; readonly frame: number } {
    this.#reachedMs = timeMs;
    return { timeMs, frame };
  }

  #waitForPictures(timeMs: number): void {
    const source = this.#source;
    const { buffering, frame } = this.#playhead;
    const current = frame.peek();
    const needed = Math.min(source.aheadCount, this.#maxFrame - current);
    if (source.readyCount(current + 1, needed) < needed) return;
    buffering.value = false;
    this.#start = this.#startAt(timeMs, current);
  }

  #advance(timeMs: number, from: { readonly timeMs: number; readonly frame: number }): void {
    const source = this.#source;
    const { buffering, frame, speed } = this.#playhead;
    const isVideo = source.kind === "video";
    const current = frame.peek();
    const framesPerMs = (source.fps * speed.peek()) / 1000;
    const due = Math.min(this.#maxFrame, from.frame + Math.floor((timeMs - from.timeMs) * framesPerMs + early));
    if (due <= current) return;
    const next = isVideo ? this.#latestReady(current, due) : current + source.readyCount(current + 1, due - current);
    if (next > current) {
      frame.value = next as SlotNumber;
      this.#reachedMs = timeMs;
    }
    const isDry = isVideo ? timeMs - this.#reachedMs > maxLateMs : next < due;
    if (isDry) {
      buffering.value = true;
      source.lookAhead(next, 1);
    } else {
      // Late video is decoded from the clock's position rather than from the last picture.
      source.lookAhead(isVideo ? due : next, speed.peek());
    }
  }

  #latestReady(current: number, due: number): number {
    for (let candidate = due; candidate > current; candidate--) if (this.#source.isReady(candidate)) return candidate;
    return current;
  }
}
