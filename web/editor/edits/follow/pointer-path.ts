/**
 * Infers an object's position from a pointer that is held on it: the hand follows the picture with a delay, trembles,
 * and does not hold the object at its center. All three are worked out from frames on which the object was seen.
 */

import type { BoxBounds } from "../../../base/shape.ts";
import type { Found } from "./write-followed.ts";

/** How late a hand usually is, and how much that varies between people. */
const usualLag = { ms: 140, variesMs: 60 };
const lags = Array.from({ length: 31 }, (_, n) => n * 10);
/** Positions this far apart in time count for a place with a weight of exp(-1/2). */
const smoothingMs = 60;
/** Further away they do not count. */
export const reachMs = 2 * smoothingMs;
/** The hand trembles alike on neighboring frames: this many count as one. */
const correlatedFrames = 20;
/** The most recent frames, from which the current lag of the hand is estimated. */
const recentFrames = 240;
/** This many agreeing frames outweigh the position where the object was grabbed. */
const grabWeightFrames = 12;

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Sample extends Place {
  readonly ms: number;
}

export interface Hold {
  readonly lagMs: number;
  /** From the middle of the object to the pointer. */
  readonly off: Place;
  /** How far the pointer is off as a rule, all this taken into account. */
  readonly noisePx: number;
}

export class PointerPath {
  readonly #samples: Sample[] = [];
  /** When each frame came on the screen, in the order of both. */
  readonly #shown: { readonly frame: number; readonly ms: number }[] = [];

  /** In the order of time. */
  moved(ms: number, { x, y }: Place): void {
    const last = this.#samples.at(-1);
    if (last === undefined || ms > last.ms) this.#samples.push({ ms, x, y });
  }

  /** A frame came on the screen; one before the last is left out. */
  recordShown(ms: number, frame: number): void {
    const last = this.#shown.at(-1);
    if (last === undefined || (frame > last.frame && ms > last.ms)) this.#shown.push({ frame, ms });
  }

  get lastFrame(): number | undefined {
    return this.#shown.at(-1)?.frame;
  }

  /** When a frame was on the screen; also where playback left it out. `undefined`: not yet. */
  shownAt(frame: number): number | undefined {
    const next = firstFrom(this.#shown, (each) => each.frame >= frame);
    const [before, after] = [this.#shown[next - 1], this.#shown[next]];
    if (after === undefined) return undefined;
    if (before === undefined) return after.ms;
    return before.ms + ((after.ms - before.ms) * (frame - before.frame)) / (after.frame - before.frame);
  }

  /**
   * Where the pointer was, trembling taken out: a line through the positions around, the nearest counting most. Where
   * none is within reach, because the page was busy, on the straight line between the two next to it.
   */
  at(ms: number): Place | undefined {
    const samples = this.#samples;
    const [first, last] = [samples[0], samples.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const time = Math.max(first.ms, Math.min(last.ms, ms));
    const start = firstFrom(samples, (each) => each.ms >= time - reachMs);
    if (samples[start]!.ms > time + reachMs) return onLine(samples[start - 1]!, samples[start]!, time);
    let [w, wt, wtt, wx, wy, wtx, wty] = [0, 0, 0, 0, 0, 0, 0];
    for (let n = start; n < samples.length; n++) {
      const { ms: at, x, y } = samples[n]!;
      const t = at - time;
      if (t > reachMs) break;
      const weight = Math.exp(-0.5 * (t / smoothingMs) ** 2);
      w += weight;
      wt += weight * t;
      wtt += weight * t * t;
      wx += weight * x;
      wy += weight * y;
      wtx += weight * t * x;
      wty += weight * t * y;
    }
    const spread = w * wtt - wt * wt;
    // All positions at one time: their mean.
    if (spread < 1e-6 * w * w) return { x: wx / w, y: wy / w };
    return { x: (wtt * wx - wt * wtx) / spread, y: (wtt * wy - wt * wty) / spread };
  }

  /** @param noisePx the usual error of a hand, used until enough boxes were seen */
  holdFrom(seen: readonly Found[], start: Hold["off"], noisePx: number): Hold {
    const lately = seen.slice(-recentFrames).flatMap(({ frame, bounds }) => {
      const ms = this.shownAt(frame);
      return ms === undefined ? [] : [{ ms, ...middleOf(bounds) }];
    });
    const lastMs = this.#samples.at(-1)?.ms ?? 0;
    let best: (Hold & { readonly cost: number }) | undefined;
    for (const lagMs of lags) {
      const offs = lately.flatMap(({ ms, x, y }) => {
        const at = ms + lagMs <= lastMs ? this.at(ms + lagMs) : undefined;
        return at === undefined ? [] : [{ x: at.x - x, y: at.y - y }];
      });
      // Where it was taken hold of counts as much as a few frames.
      const mean = (of: (off: Place) => number): number =>
        (grabWeightFrames * of(start) + offs.reduce((sum, off) => sum + of(off), 0)) / (grabWeightFrames + offs.length);
      const off = { x: mean(({ x }) => x), y: mean(({ y }) => y) };
      const square = offs.reduce((sum, { x, y }) => sum + ((x - off.x) ** 2 + (y - off.y) ** 2) / 2, 0);
      const variance = (grabWeightFrames * noisePx ** 2 + square) / (grabWeightFrames + offs.length);
      const misfit = (offs.length / correlatedFrames) * Math.log(variance);
      const cost = misfit + 0.5 * ((lagMs - usualLag.ms) / usualLag.variesMs) ** 2;
      if (best === undefined || cost < best.cost) best = { lagMs, off, noisePx: Math.sqrt(variance), cost };
    }
    return best!;
  }

  /** Where the middle of the object is on a frame, by the pointer alone. `undefined`: that frame was not shown. */
  middleOn(frame: number, { lagMs, off }: Hold): Place | undefined {
    const ms = this.shownAt(frame);
    const at = ms === undefined ? undefined : this.at(ms + lagMs);
    return at && { x: at.x - off.x, y: at.y - off.y };
  }
}

/**
 * The boxes of all frames from the first that was seen: seen boxes as they are, and between them boxes from the
 * pointer's path, bent so that it begins and ends at the seen ones.
 */
export function withPointer(
  seen: readonly Found[],
  last: number,
  pointer: (frame: number) => Place | undefined,
): readonly Found[] {
  const boxes: Found[] = [];
  for (const [n, before] of seen.entries()) {
    boxes.push(before);
    const after = seen[n + 1];
    const end = after?.frame ?? last + 1;
    for (let frame = before.frame + 1; frame < end; frame++) {
      const share = after === undefined ? 0 : (frame - before.frame) / (after.frame - before.frame);
      const between = (of: (box: Found) => number): number =>
        of(before) + share * ((after === undefined ? of(before) : of(after)) - of(before));
      const off = (axis: "x" | "y") => (box: Found) => {
        const place = pointer(box.frame);
        return place === undefined ? 0 : middleOf(box.bounds)[axis] - place[axis];
      };
      const at = pointer(frame);
      if (at === undefined) continue;
      const [x, y] = [at.x + between(off("x")), at.y + between(off("y"))];
      const w = between(({ bounds }) => bounds[2] - bounds[0]) / 2;
      const h = between(({ bounds }) => bounds[3] - bounds[1]) / 2;
      boxes.push({ frame, bounds: [x - w, y - h, x + w, y + h] });
    }
  }
  return boxes;
}

export function middleOf([x1, y1, x2, y2]: BoxBounds): Place {
  return { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
}

function onLine(before: Sample, after: Sample, ms: number): Place {
  const share = (ms - before.ms) / (after.ms - before.ms);
  return { x: before.x + share * (after.x - before.x), y: before.y + share * (after.y - before.y) };
}

/** The first index from which `isThere` is true, in a list ordered by it. */
function firstFrom<T>(ordered: readonly T[], isThere: (each: T) => boolean): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isThere(ordered[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
