/**
 * Tracks one object by its appearance: a correlation filter updated on every picture, after D. Bolme et al., "Visual
 * object tracking using adaptive correlation filters", CVPR 2010, over several channels and sizes as in M. Danelljan et
 * al., "Accurate scale estimation for robust visual tracking", BMVC 2014. It reports the loss of the object: the
 * response is then much lower than before.
 */
import type { Bounds } from "../bounds.ts";
import type { Pixels } from "../pixels.ts";
import { searchWindow } from "./search-window.ts";

/** Size of the search window, relative to the object. */
const padding = 2.2;
/** Relative sizes to try on the next picture. */
const growths = [1, 0.97, 1.03] as const;
/** How fast the filter follows changes of appearance. */
const learningRate = 0.06;
/** How fast the usual response follows the current one. */
const usualRate = 0.2;
/** The first response is trusted above this height, which is also the required share of the usual response later. */
const minFirst = 0.05;
const usualShare = 0.35;

export interface Found {
  readonly bounds: Bounds;
  /** Height of the response, relative to its recent height: about a tenth when the object is gone. */
  readonly clearness: number;
}

export class CorrelationTracker {
  #centerX: number;
  #centerY: number;
  #width: number;
  #height: number;
  /** The appearance of the object; undefined before the first picture. */
  #filter: Float32Array<ArrayBuffer> | undefined;
  /** Height of the last response, and the usual height. */
  #lastPeak = 0;
  #usual: number | undefined;

  /** @param bounds of the object on the picture, in pixels of that picture */
  constructor(picture: Pixels, bounds: Bounds) {
    this.#centerX = (bounds.x1 + bounds.x2) / 2;
    this.#centerY = (bounds.y1 + bounds.y2) / 2;
    this.#width = Math.max(2, bounds.x2 - bounds.x1);
    this.#height = Math.max(2, bounds.y2 - bounds.y1);
    this.learn(picture);
  }

  /** Where it is on the next picture. The caller decides whether to trust the result, and then calls `learn`. */
  find(picture: Pixels): Found {
    const window = searchWindow();
    window.setFilter(this.#filter!);
    let best: { x: number; y: number; value: number; growth: number } | undefined;
    for (const growth of growths) {
      this.#look(picture, growth);
      const peak = window.respond();
      if (best === undefined || peak.value > best.value) best = { ...peak, growth };
    }
    const { x, y, value, growth } = best!;
    this.#centerX += x * this.#width * growth * padding;
    this.#centerY += y * this.#height * growth * padding;
    this.#width *= growth;
    this.#height *= growth;
    this.#lastPeak = value;
    return { bounds: this.bounds, clearness: value / (this.#usual ?? minFirst / usualShare) };
  }

  get bounds(): Bounds {
    const [x, y, w, h] = [this.#centerX, this.#centerY, this.#width / 2, this.#height / 2];
    return { x1: x - w, y1: y - h, x2: x + w, y2: y + h };
  }

  /** Looks there for the object next, at the size of these bounds. */
  moveTo({ x1, y1, x2, y2 }: Bounds): void {
    [this.#centerX, this.#centerY] = [(x1 + x2) / 2, (y1 + y2) / 2];
    [this.#width, this.#height] = [x2 - x1, y2 - y1];
  }

  /** Updates the filter with the appearance on this picture. */
  learn(picture: Pixels): void {
    const window = searchWindow();
    const hasLearned = this.#filter !== undefined;
    if (this.#filter !== undefined) window.setFilter(this.#filter);
    this.#look(picture, 1);
    this.#filter = window.learn(hasLearned ? learningRate : 1, this.#filter);
    if (hasLearned) this.#usual = this.#lastPeak * usualRate + (this.#usual ?? this.#lastPeak) * (1 - usualRate);
  }

  #look(picture: Pixels, growth: number): void {
    const [width, height] = [this.#width * growth * padding, this.#height * growth * padding];
    searchWindow().look(picture, this.#centerX, this.#centerY, width, height);
  }
}
