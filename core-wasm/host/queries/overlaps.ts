/**
 * Stored boxes of the same type that repeat or overlap each other on a frame. They are sorted once; then one sweep along x
 * per frame finds the pairs, so that crowds stay cheap.
 */
import type { CoreInstance } from "../instance.ts";
import { detectionColumns, listTracks } from "./columns.ts";

/** All stored boxes by frame, type, left border, and then so that equal ones are adjacent, by ascending track id. */
export interface SortedBoxes {
  readonly frames: Uint32Array;
  readonly types: Uint32Array;
  readonly ids: Uint32Array;
  /** x1, y1, x2, y2 of each. */
  readonly bounds: Float64Array;
}

/** Copies: they stay valid when the columns move. */
export function sortBoxes(core: CoreInstance): SortedBoxes {
  const columns = detectionColumns(core);
  const list = listTracks(core);
  let count = 0;
  for (let track = 0; track < list.count; track++) count += list.ends[track]! - list.firsts[track]!;
  const [rows, owners, left] = [new Uint32Array(count), new Uint32Array(count), new Float32Array(count)];
  const [frameOf, typeOf] = [new Uint32Array(count), new Uint32Array(count)];
  for (let track = 0, entry = 0; track < list.count; track++) {
    const type = list.types[track]!;
    for (let row = list.firsts[track]!; row < list.ends[track]!; row++, entry++) {
      rows[entry] = row;
      owners[entry] = track;
      left[entry] = columns.bounds[row * 4]!;
      frameOf[entry] = columns.frames[row]!;
      typeOf[entry] = type;
    }
  }
  // Rounded to 32 bits, which keeps the order and takes half as long; the few that become equal are sorted below.
  const order = sortedBy([sortableBits(left), typeOf, frameOf], count);
  const sideOf = (entry: number, side: number): number => columns.bounds[rows[entry]! * 4 + side]!;
  const compare = (a: number, b: number): number =>
    sideOf(a, 0) - sideOf(b, 0) ||
    sideOf(a, 1) - sideOf(b, 1) ||
    sideOf(a, 2) - sideOf(b, 2) ||
    sideOf(a, 3) - sideOf(b, 3) ||
    list.ids[owners[a]!]! - list.ids[owners[b]!]!;

  // Sorted, so that the sweeps read sequentially.
  const [frames, types, ids] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  const bounds = new Float64Array(count * 4);
  const put = (from: number, to: number): void => {
    for (let at = from; at < to; at++) {
      const entry = order[at]!;
      frames[at] = frameOf[entry]!;
      types[at] = typeOf[entry]!;
      ids[at] = list.ids[owners[entry]!]!;
      for (let side = 0, box = rows[entry]! * 4; side < 4; side++) bounds[at * 4 + side] = columns.bounds[box + side]!;
    }
  };
  put(0, count);
  for (let start = 0, end = 1; start < count; start = end, end++) {
    const x = Math.fround(bounds[start * 4]!);
    while (
      end < count &&
      Math.fround(bounds[end * 4]!) === x &&
      types[end] === types[start] &&
      frames[end] === frames[start]
    )
      end++;
    if (end - start === 1) continue;
    order.subarray(start, end).sort(compare);
    put(start, end);
  }
  return { frames, types, ids, bounds };
}

/**
 * Boxes that are equal to one of a track with a smaller id on the same frame, each once. By ascending frame.
 * @param skipped ids of tracks that do not count
 * @param visit gets the track, the first track with the same box, and the frame
 */
export function visitRepeatedBoxes(
  boxes: SortedBoxes,
  skipped: ReadonlySet<number>,
  visit: (id: number, original: number, frame: number) => void,
): void {
  const { frames, ids } = boxes;
  let original = -1;
  for (let at = 0; at < ids.length; at++) {
    if (at > 0 && !isRepeated(boxes, at - 1, at)) original = -1;
    const id = ids[at]!;
    if (skipped.has(id)) continue;
    if (original < 0) original = id;
    else visit(id, original, frames[at]!);
  }
}

/**
 * Pairs of boxes that overlap and are not equal, the smaller id first. By ascending frame.
 * @param minIou minimum of the pairs that are visited
 */
export function visitOverlappingPairs(
  boxes: SortedBoxes,
  minIou: number,
  visit: (a: number, b: number, frame: number, iou: number) => void,
): void {
  const { frames, types, ids, bounds } = boxes;
  const count = ids.length;
  // The first box after those that are equal.
  let other = 0;
  for (let at = 0; at < count; at++) {
    if (other <= at) {
      other = at + 1;
      while (other < count && isRepeated(boxes, at, other)) other++;
    }
    const a = at * 4;
    // An overlap is at most as wide as from the other box's left border to the right one of this, and must have this part of
    // its width. The small part more is for rounding.
    const right = bounds[a + 2]! - Math.max(0, bounds[a + 2]! - bounds[a]!) * minIou * (1 - 1e-9);
    for (let next = other; next < count; next++) {
      const b = next * 4;
      if (frames[next] !== frames[at] || types[next] !== types[at] || bounds[b]! > right) break;
      const iou = iouOf(bounds, a, b);
      if (iou < minIou || iou === 0) continue;
      visit(Math.min(ids[at]!, ids[next]!), Math.max(ids[at]!, ids[next]!), frames[at]!, iou);
    }
  }
}

function isRepeated({ frames, types, bounds }: SortedBoxes, one: number, other: number): boolean {
  const [a, b] = [one * 4, other * 4];
  return (
    bounds[a] === bounds[b] &&
    bounds[a + 1] === bounds[b + 1] &&
    bounds[a + 2] === bounds[b + 2] &&
    bounds[a + 3] === bounds[b + 3] &&
    frames[one] === frames[other] &&
    types[one] === types[other]
  );
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

/** Bits that sort like the numbers: for negative ones all are flipped, for others the sign. */
function sortableBits(numbers: Float32Array): Uint32Array {
  const bits = new Uint32Array(numbers.buffer);
  return bits.map((own, index) => {
    // -0 is 0.
    if (numbers[index] === 0) return 0x80000000;
    return own >>> 31 === 1 ? ~own : own | 0x80000000;
  });
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
