/**
 * Stored boxes of the same type that repeat or overlap each other on a frame. They are sorted once; then one sweep along x
 * per frame finds the pairs, so that crowds stay cheap.
 */
import type { CoreInstance } from "../instance.ts";
import { detectionColumns, listTracks, type TrackList } from "./columns.ts";

/** All stored boxes by frame, type, left border, and then so that equal ones are adjacent, by ascending track id. */
export interface SortedBoxes {
  readonly frames: Uint32Array;
  readonly types: Uint32Array;
  readonly ids: Uint32Array;
  /** x1, y1, x2, y2 of each. */
  readonly bounds: Float64Array;
}

/**
 * Copies: they stay valid when the columns move. Each box goes to the others of its frame and type first, which reads the
 * columns in order; these few are then sorted in the processor's cache.
 */
export function sortBoxes(core: CoreInstance): SortedBoxes {
  const columns = detectionColumns(core);
  const list = listTracks(core);
  const { keyOf, starts } = groupBoxes(columns.frames, list);
  const count = starts.at(-1)!;
  const boxes: SortedBoxes = {
    frames: new Uint32Array(count),
    types: new Uint32Array(count),
    ids: new Uint32Array(count),
    bounds: new Float64Array(count * 4),
  };
  const { frames, types, ids, bounds } = boxes;
  const next = starts.slice();
  for (let track = 0; track < list.count; track++) {
    for (let row = list.firsts[track]!; row < list.ends[track]!; row++) {
      const at = next[keyOf(track, row)]!++;
      frames[at] = columns.frames[row]!;
      types[at] = list.types[track]!;
      ids[at] = list.ids[track]!;
      for (let side = 0; side < 4; side++) bounds[at * 4 + side] = columns.bounds[row * 4 + side]!;
    }
  }
  sortGroups(boxes, starts);
  return boxes;
}

interface BoxGroups {
  /** The group of a track's row: by ascending frame, then by type. */
  readonly keyOf: (track: number, row: number) => number;
  /** Where each group starts, and where the last one ends. */
  readonly starts: Uint32Array;
}

/** A group for each frame and type, or only for those that have boxes if most have none. */
function groupBoxes(frames: Uint32Array, { count: trackCount, firsts, ends, types }: TrackList): BoxGroups {
  const order = new Map([...new Set(types)].toSorted((a, b) => a - b).map((type, index) => [type, index]));
  const typeOf = types.map((type) => order.get(type)!);
  const wholeKeyOf = (track: number, row: number): number => frames[row]! * order.size + typeOf[track]!;
  let [count, last] = [0, -1];
  for (let track = 0; track < trackCount; track++) {
    count += ends[track]! - firsts[track]!;
    // Rows ascend by frame.
    if (ends[track]! > firsts[track]!) last = Math.max(last, wholeKeyOf(track, ends[track]! - 1));
  }
  const eachKey = (visit: (key: number) => void): void => {
    for (let track = 0; track < trackCount; track++)
      for (let row = firsts[track]!; row < ends[track]!; row++) visit(wholeKeyOf(track, row));
  };
  const isSparse = last > count * 4 + 0x10000;
  const ranks = new Map<number, number>();
  if (isSparse) {
    const keys = new Float64Array(count);
    let at = 0;
    eachKey((key) => (keys[at++] = key));
    for (const key of keys.sort()) if (!ranks.has(key)) ranks.set(key, ranks.size);
  }
  const rankOf = isSparse ? (key: number): number => ranks.get(key)! : (key: number): number => key;
  const starts = new Uint32Array((isSparse ? ranks.size : last + 1) + 1);
  eachKey((key) => starts[rankOf(key) + 1]!++);
  for (let group = 1; group < starts.length; group++) starts[group]! += starts[group - 1]!;
  return { keyOf: (track, row) => rankOf(wholeKeyOf(track, row)), starts };
}

/** Up to this many, moving entries takes less time than calling a comparison for `sort`. */
const maxInserted = 64;

/** Sorts each group, which has ascending track ids so far, by its boxes. */
function sortGroups({ ids, bounds }: SortedBoxes, starts: Uint32Array): void {
  const compare = (a: number, b: number): number =>
    bounds[a * 4]! - bounds[b * 4]! ||
    bounds[a * 4 + 1]! - bounds[b * 4 + 1]! ||
    bounds[a * 4 + 2]! - bounds[b * 4 + 2]! ||
    bounds[a * 4 + 3]! - bounds[b * 4 + 3]!;
  const largest = starts.reduce((most, start, group) => Math.max(most, start - (starts[group - 1] ?? 0)), 0);
  const [order, oldIds] = [new Uint32Array(largest), new Uint32Array(largest)];
  const oldBounds = new Float64Array(largest * 4);
  for (let group = 1; group < starts.length; group++) {
    const start = starts[group - 1]!;
    const size = starts[group]! - start;
    if (size < 2) continue;
    for (let at = 0; at < size; at++) {
      let free = at;
      if (size <= maxInserted)
        for (; free > 0 && compare(order[free - 1]!, start + at) > 0; free--) order[free] = order[free - 1]!;
      order[free] = start + at;
    }
    if (size > maxInserted) order.subarray(0, size).sort(compare);
    for (let at = 0; at < size; at++) {
      oldIds[at] = ids[start + at]!;
      for (let side = 0; side < 4; side++) oldBounds[at * 4 + side] = bounds[(start + at) * 4 + side]!;
    }
    for (let at = 0; at < size; at++) {
      const from = order[at]! - start;
      ids[start + at] = oldIds[from]!;
      for (let side = 0; side < 4; side++) bounds[(start + at) * 4 + side] = oldBounds[from * 4 + side]!;
    }
  }
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
