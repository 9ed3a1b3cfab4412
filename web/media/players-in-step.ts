/**
 * The videos of several cameras that show themselves, as one player. The densest leads: the frame on its screen
 * determines the slot. The others start with it, run a little faster or slower when they are off, and are re-seeked
 * when they are far off. Each reports which frame it shows, so boxes stay on the picture they belong to even when a
 * camera is late.
 */
import type { Alignment } from "./alignment.ts";
import type { PlayerEvents, VideoPlayer } from "./video-player.ts";

/** What the clock of playback asks of a player. Its frames are slots. */
export type RunningPlayer = Pick<VideoPlayer, "isUsable" | "play" | "pause" | "setSpeed">;

/** Longest wait for the first pictures of all cameras; one that is later catches up. */
const startPatienceMs = 3000;
/** Seconds two cameras may be apart before the later one is re-seeked, and the minimum time between two such seeks. */
const mostOffSeconds = 0.5;
const seekRestMs = 1500;
/** Faster or slower by this share of what it is off in a second, at most by the second number. */
const [catchUp, mostCatchUp] = [1.5, 0.25];
/** Off by less than this share of a slot counts as in step. */
const inStepSlots = 0.2;

export class PlayersInStep implements RunningPlayer {
  readonly #players: readonly VideoPlayer[];
  readonly #alignment: Alignment;
  readonly #fpsOf: (camera: number) => number;
  #events: PlayerEvents | undefined;
  #speed = 1;
  #leader = 0;
  /** Cameras whose first picture is awaited; `undefined`: all run. */
  #awaited: Set<number> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #soughtAtMs: number[] = [];
  #factors: number[] = [];

  /** @param fpsOf frames a second of each camera: the densest leads, since each of its frames is a slot */
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
    // At a time without a picture on any camera, the clock continues alone.
    if (leader === undefined) return events.onFailed();
    this.#leader = leader;
    this.#awaited = new Set(seen);
    for (const camera of seen) this.#begin(camera, slot, true);
    this.#timer = setTimeout(() => this.#release(), startPatienceMs);
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

  /** All have their first picture, or it is no use to wait longer. */
  #release(): void {
    clearTimeout(this.#timer);
    this.#awaited = undefined;
    for (const player of this.#players) player.release();
  }

  /** The leader shows this slot. */
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
    // It is on its way to a picture.
    if (off === undefined) return;
    const now = performance.now();
    const seconds = off / this.#alignment.slotsPerSecond;
    if (Math.abs(seconds) > mostOffSeconds * Math.max(1, this.#speed)) {
      if (now - (this.#soughtAtMs[camera] ?? -Infinity) < seekRestMs) return;
      this.#soughtAtMs[camera] = now;
      this.#begin(camera, slot, false);
      return;
    }
    const share = Math.min(mostCatchUp, Math.max(-mostCatchUp, -seconds * catchUp));
    // In few steps: each change of the speed costs the browser something.
    const factor = Math.abs(off) < inStepSlots ? 1 : 1 + Math.round(share * 50) / 50;
    if (factor === (this.#factors[camera] ?? 1)) return;
    this.#factors[camera] = factor;
    player.setSpeed(this.#speed * factor);
  }

  /** By how many slots a camera is before the leader, at this moment. */
  #slotsOff(camera: number): number | undefined {
    const own = this.#players[camera]?.position;
    const leading = this.#players[this.#leader]?.position;
    if (own === undefined || leading === undefined) return undefined;
    return this.#alignment.positionOf(camera, own) - this.#alignment.positionOf(this.#leader, leading);
  }

  /** The leader has no more pictures: another player that has some takes over. */
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
