/** Following an object at which a pointer is held: where to look for it next, and its boxes in the end. */

import type { Hint } from "../../../base/prompt.ts";
import type { BoxBounds } from "../../../base/shape.ts";
import { type Hold, middleOf, type PointerPath, reachMs, withPointer } from "./pointer-path.ts";
import type { Found } from "./write-followed.ts";

/** How far a hand is off its object as a rule, in pixels of the screen. */
const usualNoisePx = 15;
/** The tracked boxes are compared with the pointer's path each time after this many longer frames. */
const comparedEvery = 6;
/**
 * A box further from the pointer's position than this many times the usual error, plus half the object, is another
 * object.
 */
const maxErrors = 3;

export class PointerGuide {
  readonly #path: PointerPath;
  readonly #seen: Found[];
  readonly #startOffset: Hold["off"];
  readonly #noisePx: number;
  #hold: Hold;

  /**
   * @param start the object's box where the pointer took hold of it
   * @param at the pointer's place there
   * @param scale screen pixels of an image pixel
   */
  constructor(path: PointerPath, start: Found, at: Hold["off"], scale: number) {
    this.#path = path;
    this.#seen = [start];
    const middle = middleOf(start.bounds);
    this.#startOffset = { x: at.x - middle.x, y: at.y - middle.y };
    this.#noisePx = usualNoisePx / scale;
    this.#hold = path.holdFrom([], this.#startOffset, this.#noisePx);
  }

  get hold(): Hold {
    return this.#hold;
  }

  /** When the pointer has said where the object is on a frame. `undefined`: not while that is on the screen yet. */
  reactionAt(frame: number): number | undefined {
    const shown = this.#path.shownAt(frame);
    return shown === undefined ? undefined : shown + this.#hold.lagMs + reachMs;
  }

  hintOn(frame: number): Hint {
    const last = this.#seen.at(-1)!;
    const { x, y } = this.#path.middleOn(frame, this.#hold) ?? middleOf(last.bounds);
    const [x1, y1, x2, y2] = last.bounds;
    return { x, y, within: Math.max(x2 - x1, y2 - y1) / 2 + maxErrors * this.#hold.noisePx };
  }

  recordSeen(frame: number, bounds: BoxBounds): void {
    this.#seen.push({ frame, bounds });
    if (this.#seen.length % comparedEvery === 0) this.#compare();
  }

  hasSeen(frame: number): boolean {
    return this.#seen.some((each) => each.frame === frame);
  }

  /** The object as it was seen last, held where the pointer is now. */
  boxAround({ x, y }: Hold["off"]): BoxBounds {
    const [x1, y1, x2, y2] = this.#seen.at(-1)!.bounds;
    const { off } = this.#hold;
    const [w, h] = [(x2 - x1) / 2, (y2 - y1) / 2];
    return [x - off.x - w, y - off.y - h, x - off.x + w, y - off.y + h];
  }

  /** All boxes up to a frame, without the first. Past the end of the pointer's path, only boxes that were seen. */
  boxes(last: number, heldUntilMs: number): readonly Found[] {
    this.#compare();
    const hold = this.#hold;
    const boxes = withPointer(this.#seen, last, (frame) => this.#path.middleOn(frame, hold));
    const lastSeen = this.#seen.at(-1)!.frame;
    return boxes.filter(({ frame }, n) => {
      const shown = this.#path.shownAt(frame);
      return n > 0 && (frame <= lastSeen || (shown !== undefined && shown + hold.lagMs <= heldUntilMs));
    });
  }

  #compare(): void {
    this.#hold = this.#path.holdFrom(this.#seen.slice(1), this.#startOffset, this.#noisePx);
  }
}
