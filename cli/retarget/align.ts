/**
 * Aligns the new pictures with the old ones, as one path (Viterbi): each new picture is an old one or none of them.
 * Going forwards is free, jumping costs, and similar pictures are cheap. This only finds where to look;
 * `counterparts.ts` decides whether it is exactly that picture.
 */
import { type Comparable, correlation } from "./likeness.ts";

/** Costs in units of 1 - correlation of one picture. */
const costs = { none: 0.15, change: 0.12, jump: 0.4, unevenStep: 0.002 } as const;
/** How many old pictures one step may skip; more is a jump. */
const maxStep = 4;
/** Limit of comparisons: with more pictures, only every n-th is aligned. */
const maxCells = 9e6;

/**
 * The old frame of each new one, or -1. In a long video, frames between the examined ones are interpolated.
 * @param rate the usual number of old pictures per new one
 */
export function alignPictures(old: Comparable, fresh: Comparable, rate: number): { way: Int32Array; stride: number } {
  const stride = Math.max(1, Math.ceil(Math.sqrt((old.count * fresh.count) / maxCells)));
  const olds = framesAt(old.count, stride);
  const news = framesAt(fresh.count, stride);
  const coarse = findShortestPath(old, fresh, olds, news, rate);
  if (stride === 1) return { way: coarse, stride };
  const way = new Int32Array(fresh.count).fill(-1);
  for (let at = 0; at + 1 < news.length; at++) {
    const [a, b] = [coarse[at]!, coarse[at + 1]!];
    if (a < 0 || b < a || b - a > maxStep) continue;
    const [from, to] = [news[at]!, news[at + 1]!];
    for (let frame = from; frame <= to; frame++)
      way[frame] = Math.min(old.count - 1, Math.round((a + ((b - a) * (frame - from)) / (to - from)) * stride));
  }
  return { way, stride };
}

const framesAt = (count: number, stride: number): Int32Array =>
  Int32Array.from({ length: Math.ceil(count / stride) }, (_, at) => at * stride);

function findShortestPath(
  old: Comparable,
  fresh: Comparable,
  olds: Int32Array,
  news: Int32Array,
  rate: number,
): Int32Array {
  const width = olds.length;
  // State `width` means: no old picture.
  let before = new Float32Array(width + 1);
  let now = new Float32Array(width + 1);
  // How each state was reached: 0 to longestStep forwards, or one of these.
  const [jumped, fromNone] = [254, 255];
  const reached = new Uint8Array(news.length * (width + 1));
  const jumpedFrom = new Int32Array(news.length);
  for (const [row, frame] of news.entries()) {
    const base = row * (width + 1);
    let cheapest = 0;
    if (row > 0) for (let at = 1; at < width; at++) if (before[at]! < before[cheapest]!) cheapest = at;
    jumpedFrom[row] = cheapest;
    const isFlat = fresh.deviation[frame] === 0;
    for (let at = 0; at < width; at++) {
      const seen = isFlat ? 1 : 1 - correlation(old, olds[at]!, fresh, frame);
      if (row === 0) {
        now[at] = seen;
        continue;
      }
      let best = before[width]! + costs.change;
      let how = fromNone;
      const jump = before[cheapest]! + costs.jump;
      if (jump < best) [best, how] = [jump, jumped];
      for (let step = 0; step <= maxStep && step <= at; step++) {
        const cost = before[at - step]! + costs.unevenStep * Math.abs(step - rate);
        if (cost < best) [best, how] = [cost, step];
      }
      now[at] = best + seen;
      reached[base + at] = how;
    }
    const stay = row === 0 ? 0 : before[width]!;
    const leave = row === 0 ? Infinity : before[cheapest]! + costs.change;
    now[width] = Math.min(stay, leave) + costs.none;
    reached[base + width] = leave < stay ? jumped : fromNone;
    [before, now] = [now, before];
  }
  return wayBack(before, reached, jumpedFrom, { width, jumped, fromNone });
}

interface Marks {
  readonly width: number;
  readonly jumped: number;
  readonly fromNone: number;
}

function wayBack(end: Float32Array, reached: Uint8Array, jumpedFrom: Int32Array, marks: Marks): Int32Array {
  const { width, jumped, fromNone } = marks;
  const way = new Int32Array(jumpedFrom.length).fill(-1);
  let state = 0;
  for (let at = 1; at <= width; at++) if (end[at]! < end[state]!) state = at;
  for (let row = way.length - 1; row >= 0; row--) {
    way[row] = state === width ? -1 : state;
    if (row === 0) break;
    const how = reached[row * (width + 1) + state]!;
    if (how === fromNone) state = width;
    else if (how === jumped) state = jumpedFrom[row]!;
    else state -= how;
  }
  return way;
}
