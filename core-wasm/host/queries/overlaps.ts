/**
 * Pairs of stored boxes of the same type that overlap on a frame: one sweep along x per frame, so that crowds stay
 * cheap.
 */
import type { CoreInstance } from "../instance.ts";
import { detectionColumns, listTracks } from "./columns.ts";

/** The smaller id comes first. `isSame`: the bounds are equal. */
type VisitPair = (a: number, b: number, frame: number, iou: number, isSame: boolean) => void;

/**
 * By ascending frame.
 * @param minIou minimum for pairs to be visited; pairs of equal boxes always are
 */
export function visitSameTypePairs(core: CoreInstance, minIou: number, visit: VisitPair): void {
  const columns = detectionColumns(core);
  const list = listTracks(core);
  let count = 0;
  for (let track = 0; track < list.count; track++) count += list.ends[track]! - list.firsts[track]!;
  const [rows, owners, left] = [new Uint32Array(count), new Uint32Array(count), new Float64Array(count)];
  for (let track = 0, entry = 0; track < list.count; track++) {
    for (let row = list.firsts[track]!; row < list.ends[track]!; row++, entry++) {
      rows[entry] = row;
      owners[entry] = track;
      left[entry] = columns.bounds[row * 4]!;
    }
  }
  const frameOf = rows.map((row) => columns.frames[row]!);
  const typeOf = owners.map((owner) => list.types[owner]!);
  const order = sortedBy([...sortableWords(left), typeOf, frameOf], count);

  // Sorted, so that the sweep below reads sequentially.
  const frames = order.map((entry) => frameOf[entry]!);
  const types = order.map((entry) => typeOf[entry]!);
  const ids = order.map((entry) => list.ids[owners[entry]!]!);
  const bounds = new Float64Array(count * 4);
  for (let at = 0; at < count; at++) {
    const row = rows[order[at]!]! * 4;
    for (let side = 0; side < 4; side++) bounds[at * 4 + side] = columns.bounds[row + side]!;
  }
  for (let at = 0; at < count; at++) {
    const a = at * 4;
    const right = bounds[a + 2]!;
    for (let next = at + 1; next < count; next++) {
      const b = next * 4;
      if (frames[next] !== frames[at] || types[next] !== types[at] || bounds[b]! > right) break;
      const iou = iouOf(bounds, a, b);
      const isSame =
        bounds[a] === bounds[b] &&
        bounds[a + 1] === bounds[b + 1] &&
        right === bounds[b + 2] &&
        bounds[a + 3] === bounds[b + 3];
      if (!isSame && (iou < minIou || iou === 0)) continue;
      visit(Math.min(ids[at]!, ids[next]!), Math.max(ids[at]!, ids[next]!), frames[at]!, iou, isSame);
    }
  }
}

/** The numbers 0 .. count - 1 sorted by their keys, the last list of keys first: a radix sort, so it is stable. */
function sortedBy(keys: readonly Uint32Array[], count: number): Uint32Array {
  let [order, next] = [Uint32Array.from({ length: count }, (_, entry) => entry), new Uint32Array(count)];
  const ends = new Uint32Array(0x10000);
  for (const key of keys) {
    for (const shift of [0, 16]) {
      ends.fill(0);
      for (let entry = 0; entry < count; entry++) ends[(key[entry]! >>> shift) & 0xffff]!++;
      // All have the same digit, as is usual for high digits.
      if (count === 0 || ends[(key[0]! >>> shift) & 0xffff] === count) continue;
      for (let digit = 0, start = 0; digit < ends.length; digit++) {
        const found = ends[digit]!;
        ends[digit] = start;
        start += found;
      }
      for (let at = 0; at < count; at++) {
        const entry = order[at]!;
        next[ends[(key[entry]! >>> shift) & 0xffff]!++] = entry;
      }
      [order, next] = [next, order];
    }
  }
  return order;
}

/** Low and high halves that sort like the numbers: for negative ones all bits are flipped, for others the sign. */
function sortableWords(numbers: Float64Array): readonly [low: Uint32Array, high: Uint32Array] {
  const words = new Uint32Array(numbers.buffer);
  const [low, high] = [new Uint32Array(numbers.length), new Uint32Array(numbers.length)];
  for (let index = 0; index < numbers.length; index++) {
    // -0 is 0.
    const isZero = numbers[index] === 0;
    const [lowBits, highBits] = isZero ? [0, 0] : [words[index * 2]!, words[index * 2 + 1]!];
    const isNegative = highBits >>> 31 === 1;
    low[index] = isNegative ? ~lowBits : lowBits;
    high[index] = isNegative ? ~highBits : highBits | 0x80000000;
  }
  return [low, high];
}

function iouOf(bounds: Float64Array, a: number, b: number): number {
  const width = Math.min(bounds[a + 2]!, bounds[b + 2]!) - Math.max(bounds[a]!, bounds[b]!);
  const height = Math.min(bounds[a + 3]!, bounds[b + 3]!) - Math.max(bounds[a + 1]!, bounds[b + 1]!);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (areaOf(bounds, a) + areaOf(bounds, b) - common);
}

function areaOf(bounds: Float64Array, at: number): number {
  return Math.max(0, bounds[at + 2]! - bounds[at]!) * Math.max(0, bounds[at + 3]! - bounds[at + 1]!);
}
