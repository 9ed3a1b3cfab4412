/** Tracks one object from picture to picture, and reports when it is lost. */
import { areaOf, type Bounds } from "../bounds.ts";
import type { Pixels } from "../pixels.ts";
import { CorrelationTracker } from "./correlation-tracker.ts";

/** Consecutive frames that an object may be unclear on before it is lost. */
const mostUnclear = 4;
/** Minimum share of a box inside the picture. */
const leastInside = 0.3;
/** Clearness below which a box is a guess. */
export const usualClearness = 0.35;

export type Step =
  /** `takenBack`: how many of the last boxes are withdrawn; 0 while the object is still there. */
  | { readonly bounds: Bounds; readonly clearness: number; readonly takenBack: 0 }
  | { readonly bounds?: undefined; readonly clearness?: undefined; readonly takenBack: number };

export class Follower {
  readonly #tracker: CorrelationTracker;
  readonly #leastClearness: number;
  #unclear = 0;

  /** @param bounds of the object on the picture, in pixels of that picture */
  constructor(picture: Pixels, bounds: Bounds, leastClearness = usualClearness) {
    this.#tracker = new CorrelationTracker(picture, bounds);
    this.#leastClearness = leastClearness;
  }

  /** How many of the last boxes are guesses. */
  get unclear(): number {
    return this.#unclear;
  }

  next(picture: Pixels): Step {
    const { bounds, clearness } = this.#tracker.find(picture);
    const isClear = clearness >= this.#leastClearness;
    if (isClear) this.#tracker.learn(picture);
    this.#unclear = isClear ? 0 : this.#unclear + 1;
    // The boxes before this one were guesses as well.
    if (this.#unclear > mostUnclear || shareInside(bounds, picture) < leastInside) {
      return { takenBack: Math.max(0, this.#unclear - 1) };
    }
    return { bounds, clearness, takenBack: 0 };
  }
}

function shareInside(bounds: Bounds, { width, height }: Pixels): number {
  const [x1, y1] = [Math.max(0, bounds.x1), Math.max(0, bounds.y1)];
  const [x2, y2] = [Math.min(width, bounds.x2), Math.min(height, bounds.y2)];
  return x2 <= x1 || y2 <= y1 ? 0 : areaOf({ x1, y1, x2, y2 }) / areaOf(bounds);
}
