/**
 * Combines the self-playing videos of several cameras into one player. The densest one leads: the frame on its screen
 * determines the slot. The others start with it, run slightly faster or slower to correct drift, and seek when they are
 * far off. Each reports which frame it shows, so boxes stay on the right picture even when a camera is late.
 */
import type { Alignment } from "./alignment.ts";
import type { PlayerEvents, VideoPlayer } from "./video-player.ts";

/** The playback clock's interface to a player. Its frames are slots. */
export type RunningPlayer = Pick<VideoPlayer, "isUsable" | "play" | "pause" | "setSpeed">;

/** Longest wait for the first pictures of all cameras; one that is later catches up. */
const startTimeoutMs = 3000;
/** Drift in seconds above which the later camera seeks, and the minimum time between two such seeks. */
const maxOffSeconds = 0.5;
const seekRestMs = 1500;
/** Speed correction per second of drift, and its limit, both as shares of the speed. */
const [catchUp, maxCatchUp] = [1.5, 0.25];
/** Drift below this share of a slot counts as in sync. */
const inStepSlots = 0.2;

export class PlayersInStep implements RunningPlayer {
  readonly #players: readonly VideoPlayer[];
  readonly #alignment: Alignment;
  readonly #fpsOf: (camera: number) => number;
  #events: PlayerEvents | undefined;
  #speed = 1;
  #leader = 0;
  /** Cameras whose first picture is pending; `undefined`: all are running. */
  #awaited: Set<number> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #soughtAtMs: number[] = [];
  #factors: number[] = [];

  /** @param fpsOf frame rate of each camera; the densest leads, since each of its frames is a slot */
  constructor(players: readonly VideoPlayer[], alignment: Alignment, fpsOf: (camera: number) => number) {
    this.#players = players;
    this.#alignment = alignment;
    this.#fpsOf = fpsOf;
  }

  get isUsable(): boolean {
    return this.#players.every(({ isUsable }) => isUsable);
  }

  play(slot: number, speed: number, events: PlayerEvents): void {
    this.pause();
    this.#events = events;
    this.#speed = speed;
    const seen = this.#players.flatMap((_, camera) => (this.#frameAt(camera, slot) === undefined ? [] : [camera]));
    const leader = seen.toSorted((a, b) => this.#fpsOf(b) - this.#fpsOf(a) || this.#lastSlot(b) - this.#lastSlot(a))[0];
    // No camera has a picture at this time, so the clock continues alone.
    if (leader === undefined) return events.onFailed();
    this.#leader = leader;
    this.#awaited = new Set(seen);
    for (const camera of seen) this.#begin(camera, slot, true);
    this.#timer = setTimeout(() => this.#release(), startTimeoutMs);
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#factors = [];
    for (const player of this.#players) if (player.isRunning.peek()) player.setSpeed(speed);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#events = undefined;
    this.#awaited = undefined;
    this.#soughtAtMs = [];
    this.#factors = [];
    for (const player of this.#players) player.pause();
  }

  #frameAt(camera: number, slot: number): number | undefined {
    return this.#alignment.frameAt(camera, slot);
  }

  /** The last slot in which a camera shows anything. */
  #lastSlot(camera: number): number {
    let slot = this.#alignment.slotCount - 1;
    while (slot > 0 && this.#frameAt(camera, slot) === undefined) slot -= 1;
    return slot;
  }

  #begin(camera: number, slot: number, isHeld: boolean): void {
    const frame = this.#frameAt(camera, slot);
    if (frame === undefined) return;
    this.#players[camera]?.play(frame, this.#speed, this.#eventsOf(camera), isHeld);
  }

  #eventsOf(camera: number): PlayerEvents {
    return {
      onFrame: (frame) => {
        if (this.#awaited !== undefined) {
          this.#awaited.delete(camera);
          if (this.#awaited.size === 0) this.#release();
        }
        if (camera === this.#leader) this.#follow(this.#alignment.slotOf(camera, frame));
      },
      onWaiting: (isWaiting) => {
        if (camera === this.#leader) this.#events?.onWaiting(isWaiting);
      },
      onEnded: () => {
        if (camera === this.#leader) this.#end();
        else this.#players[camera]?.pause();
      },
      onFailed: () => {
        const events = this.#events;
        this.pause();
        events?.onFailed();
      },
    };
  }

  /** All have their first picture, or have been waited for long enough. */
  #release(): void {
    clearTimeout(this.#timer);
    this.#awaited = undefined;
    for (const player of this.#players) player.release();
  }

  /** The leader has shown this slot. */
  #follow(slot: number): void {
    if (this.#events === undefined) return;
    if (this.#awaited === undefined) {
      for (const camera of this.#players.keys()) if (camera !== this.#leader) this.#keepUp(camera, slot);
    }
    this.#events.onFrame(slot);
  }

  #keepUp(camera: number, slot: number): void {
    const player = this.#players[camera] as VideoPlayer;
    if (this.#frameAt(camera, slot) === undefined) {
      if (!player.isRunning.peek()) return;
      player.pause();
      player.hide();
      return;
    }
    if (!player.isRunning.peek()) return this.#begin(camera, slot, false);
    const off = this.#slotsOff(camera);
    // It is seeking.
    if (off === undefined) return;
    const now = performance.now();
    const seconds = off / this.#alignment.slotsPerSecond;
    if (Math.abs(seconds) > maxOffSeconds * Math.max(1, this.#speed)) {
      if (now - (this.#soughtAtMs[camera] ?? -Infinity) < seekRestMs) return;
      this.#soughtAtMs[camera] = now;
      this.#begin(camera, slot, false);
      return;
    }
    const share = Math.min(maxCatchUp, Math.max(-maxCatchUp, -seconds * catchUp));
    // Quantized: each change of speed is costly for the browser.
    const factor = Math.abs(off) < inStepSlots ? 1 : 1 + Math.round(share * 50) / 50;
    if (factor === (this.#factors[camera] ?? 1)) return;
    this.#factors[camera] = factor;
    player.setSpeed(this.#speed * factor);
  }

  /** How many slots a camera is currently ahead of the leader. */
  #slotsOff(camera: number): number | undefined {
    const position = this.#players[camera]?.position;
    const leading = this.#players[this.#leader]?.position;
    if (position === undefined || leading === undefined) return undefined;
    return this.#alignment.positionOf(camera, position) - this.#alignment.positionOf(this.#leader, leading);
  }

  /** The leader has no more pictures: one that has some takes over. */
  #end(): void {
    const events = this.#events;
    const after = this.#lastSlot(this.#leader) + 1;
    if (events === undefined || after >= this.#alignment.slotCount) {
      this.pause();
      events?.onEnded();
      return;
    }
    this.play(after, this.#speed, events);
  }
}
