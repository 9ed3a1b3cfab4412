/**
 * The path between two points that follows edges, after E. Mortensen and W. Barrett, "Intelligent scissors for image
 * composition", SIGGRAPH 1995: the cheapest path over pixels, where strong edges and steps along them cost little.
 * Found by Dijkstra's algorithm on integer costs, in buckets (R. Dial, 1969), expanded only as far as needed.
 */

import type { Pixels } from "../pixels.ts";
import { edgeField, type EdgeField } from "./edge-field.ts";

export type Step = readonly [x: number, y: number];

/** Maximum cost of a step for a missing edge and for a turn; and the fixed cost of each step. */
const [edgeCost, turnCost, lengthCost] = [70, 26, 4];
/** Weight of an edge pixel off its ridge. */
const offRidgeWeight = 0.6;
/** More than the cost of any step. */
const buckets = 256;
const [none, settled] = [-1, -2];

/** Paths from one pixel of a picture. */
export class LiveWire {
  readonly #field: EdgeField;
  readonly #cost: Int32Array;
  readonly #from: Int32Array;
  /** Doubly linked lists of the pixels in each bucket. */
  readonly #first = new Int32Array(buckets).fill(none);
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  #reached = 0;
  #waiting = 1;

  constructor(picture: Pixels, [x, y]: Step) {
    this.#field = edgeField(picture);
    const { width, height } = picture;
    const count = width * height;
    this.#cost = new Int32Array(count).fill(0x7fffffff);
    this.#from = new Int32Array(count).fill(none);
    this.#next = new Int32Array(count).fill(none);
    this.#previous = new Int32Array(count).fill(none);
    const start = y * width + x;
    this.#cost[start] = 0;
    this.#first[0] = start;
  }

  /** Pixels from the start to this one, both included; it must be on the picture. */
  to([x, y]: Step): Step[] {
    const { width } = this.#field;
    const end = y * width + x;
    this.#settle(end);
    const way: Step[] = [];
    for (let at = end; at !== none; at = this.#from[at]!) way.push([at % width, Math.floor(at / width)]);
    return way.toReversed();
  }

  #settle(end: number): void {
    const { width, height } = this.#field;
    while (this.#waiting > 0 && this.#previous[end] !== settled) {
      const at = this.#first[this.#reached % buckets]!;
      if (at === none) {
        this.#reached++;
        continue;
      }
      this.#take(at);
      this.#previous[at] = settled;
      const [x, y] = [at % width, Math.floor(at / width)];
      for (let dy = -1; dy <= 1; dy++) {
        if (y + dy < 0 || y + dy >= height) continue;
        for (let dx = -1; dx <= 1; dx++) {
          if ((dx === 0 && dy === 0) || x + dx < 0 || x + dx >= width) continue;
          const to = at + dy * width + dx;
          if (this.#previous[to] === settled) continue;
          const cost = this.#cost[at]! + this.#stepCost(at, to, dx, dy);
          if (cost >= this.#cost[to]!) continue;
          if (this.#cost[to] !== 0x7fffffff) this.#take(to);
          this.#cost[to] = cost;
          this.#from[to] = at;
          this.#put(to);
        }
      }
    }
  }

  #stepCost(at: number, to: number, dx: number, dy: number): number {
    const { strength, acrossX, acrossY, isRidge } = this.#field;
    const length = dx !== 0 && dy !== 0 ? Math.SQRT2 : 1;
    // The square root of the strength, since weak edges are better than none.
    const edge = Math.sqrt(strength[to]!) * (isRidge[to] === 1 ? 1 : offRidgeWeight);
    const across =
      (Math.abs(acrossX[to]! * dx + acrossY[to]! * dy) + Math.abs(acrossX[at]! * dx + acrossY[at]! * dy)) /
      (2 * length);
    return Math.round(length * (lengthCost + edgeCost * (1 - edge) + turnCost * across));
  }

  #put(at: number): void {
    const bucket = this.#cost[at]! % buckets;
    const first = this.#first[bucket]!;
    this.#next[at] = first;
    this.#previous[at] = none;
    if (first !== none) this.#previous[first] = at;
    this.#first[bucket] = at;
    this.#waiting++;
  }

  #take(at: number): void {
    const [next, previous] = [this.#next[at]!, this.#previous[at]!];
    if (previous === none) this.#first[this.#cost[at]! % buckets] = next;
    else this.#next[previous] = next;
    if (next !== none) this.#previous[next] = previous;
    this.#waiting--;
  }
}
