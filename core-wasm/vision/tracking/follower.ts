/** Tracks one object from picture to picture, and reports when it is lost. */
import { areaOf, type Bounds } from "../bounds.ts";
import type { Pixels } from "../pixels.ts";
import { CorrelationTracker } from "./correlation-tracker.ts";
import { PoseTracker } from "./pose.ts";
import type { Point, Similarity } from "./similarity.ts";

/** Consecutive frames that an object may be unclear on before it is lost. */
const maxUnclear = 4;
/** Minimum share of a box inside the picture. */
const minInside = 0.3;
/** Clearness below which a box is a guess. */
export const usualClearness = 0.35;

/** The same for an object that is found again. */
const reacquiredClearness = 0.5;

/** Where a person says that the object is, and how far off that may be, in pixels of the picture. */
export interface Hint {
  readonly x: number;
  readonly y: number;
  readonly within: number;
}

export type Step =
  /**
   * `revoked`: how many of the last boxes are withdrawn; 0 while the object is still there. `motion`: from the first
   * picture, if shapes are carried.
   */
  | {
      readonly bounds: Bounds;
      readonly clearness: number;
      readonly motion?: Similarity | undefined;
      readonly revoked: 0;
    }
  | {
      readonly bounds?: undefined;
      readonly clearness?: undefined;
      readonly motion?: undefined;
      readonly revoked: number;
    };

export interface FollowerOptions {
  readonly minClearness?: number;
  /** Whether to find how the object turns and grows, so that its shapes can be carried along. */
  readonly isCarrying?: boolean;
  /** Of the object on the first picture; default: the ellipse in its bounds. */
  readonly outline?: readonly Point[];
}

export class Follower {
  readonly #tracker: CorrelationTracker;
  readonly #pose: PoseTracker | undefined;
  readonly #minClearness: number;
  #unclear = 0;
  #isLost = false;

  /** @param bounds of the object on the picture, in pixels of that picture */
  constructor(picture: Pixels, bounds: Bounds, options: FollowerOptions = {}) {
    const { minClearness = usualClearness, isCarrying = false, outline } = options;
    this.#tracker = new CorrelationTracker(picture, bounds);
    this.#pose = isCarrying ? new PoseTracker(picture, bounds, outline) : undefined;
    this.#minClearness = minClearness;
  }

  /** How many of the last boxes are guesses. */
  get unclear(): number {
    return this.#unclear;
  }

  next(picture: Pixels): Step {
    const { bounds, clearness } = this.#tracker.find(picture);
    const isClear = clearness >= this.#minClearness;
    if (isClear) this.#tracker.learn(picture);
    this.#unclear = isClear ? 0 : this.#unclear + 1;
    // The boxes before this one were guesses as well.
    if (this.#unclear > maxUnclear || fractionInside(bounds, picture) < minInside) {
      return { revoked: Math.max(0, this.#unclear - 1) };
    }
    return { bounds, clearness, motion: this.#pose?.next(picture, bounds), revoked: 0 };
  }

  /**
   * The same where a person points at it: a match too far from there is another object, and a lost object is searched
   * for there. Never gives up. Without bounds, the object is not visible.
   */
  nextNear(picture: Pixels, hint: Hint): Bounds | undefined {
    const before = this.#tracker.bounds;
    const found = this.#isLost ? undefined : this.#locate(picture, hint, this.#minClearness);
    if (found !== undefined) return found;
    const there = movedTo(before, hint);
    this.#tracker.moveTo(there);
    const again = this.#locate(picture, hint, reacquiredClearness);
    this.#isLost = again === undefined;
    if (again === undefined) this.#tracker.moveTo(there);
    return again;
  }

  #locate(picture: Pixels, hint: Hint, minClearness: number): Bounds | undefined {
    const { bounds, clearness } = this.#tracker.find(picture);
    const off = Math.hypot((bounds.x1 + bounds.x2) / 2 - hint.x, (bounds.y1 + bounds.y2) / 2 - hint.y);
    if (clearness < minClearness || off > hint.within || fractionInside(bounds, picture) < minInside) return undefined;
    this.#tracker.learn(picture);
    return bounds;
  }
}

function movedTo({ x1, y1, x2, y2 }: Bounds, { x, y }: Hint): Bounds {
  const [w, h] = [(x2 - x1) / 2, (y2 - y1) / 2];
  return { x1: x - w, y1: y - h, x2: x + w, y2: y + h };
}

function fractionInside(bounds: Bounds, { width, height }: Pixels): number {
  const [x1, y1] = [Math.max(0, bounds.x1), Math.max(0, bounds.y1)];
  const [x2, y2] = [Math.min(width, bounds.x2), Math.min(height, bounds.y2)];
  return x2 <= x1 || y2 <= y1 ? 0 : areaOf({ x1, y1, x2, y2 }) / areaOf(bounds);
}
