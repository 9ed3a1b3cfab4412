/** Sorts the rows of one track by frame. */
import { allocateScratch, mark, release } from "../memory/arena";
import { sortKeys } from "../memory/sort";
import {
  boundsOf,
  BOUNDS_BYTES,
  extraOf,
  flagsOf,
  frameOf,
  lengthOf,
  setExtra,
  setFlags,
  setFrame,
  setLength,
} from "./detections";

/** Whether the frames are strictly ascending. */
export function rowsAscend(first: u32, count: u32): bool {
  for (let row = first + 1; row < first + count; row++) {
    if (frameOf(row) <= frameOf(row - 1)) return false;
  }
  return true;
}

/** Sorts `count` rows by frame. Of several rows on one frame only the last is kept. Returns how many rows remain. */
export function sortRows(first: u32, count: u32): u32 {
  const start = mark();
  const keys = allocateScratch((<usize>count) << 3);
  for (let i: u32 = 0; i < count; i++) store<u64>(keys + ((<usize>i) << 3), rowKey(first, i));
  const kept = sortRowKeys(keys, count);
  gatherRows(first, keys, kept);
  release(start);
  return kept;
}

/** A sort key: the frame of row first + i in the high half, i in the low half. */
export function rowKey(first: u32, i: u32): u64 {
  return ((<u64>frameOf(first + i)) << 32) | <u64>i;
}

/** Sorts the row keys of one track. Of several keys on one frame only the last is kept. Returns how many remain. */
export function sortRowKeys(keys: usize, count: u32): u32 {
  sortKeys(keys, count);
  return dropDuplicateRows(keys, count);
}

function dropDuplicateRows(keys: usize, count: u32): u32 {
  let kept: usize = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const key = load<u64>(keys + (i << 3));
    if (i + 1 < <usize>count && key >> 32 == load<u64>(keys + ((i + 1) << 3)) >> 32) continue;
    store<u64>(keys + (kept << 3), key);
    kept++;
  }
  return <u32>kept;
}

/** Moves row first + (low half of key i) to row first + i, for all i, through a copy of each column. */
export function gatherRows(first: u32, keys: usize, count: u32): void {
  const words = allocateScratch((<usize>count) << 3);
  const boxes = allocateScratch((<usize>count) << 5);
  for (let i: u32 = 0; i < count; i++) {
    memory.copy(boxes + ((<usize>i) << 5), boundsOf(source(first, keys, i)), BOUNDS_BYTES);
  }
  memory.copy(boundsOf(first), boxes, (<usize>count) << 5);
  for (let i: u32 = 0; i < count; i++) store<f64>(words + ((<usize>i) << 3), lengthOf(source(first, keys, i)));
  for (let i: u32 = 0; i < count; i++) setLength(first + i, load<f64>(words + ((<usize>i) << 3)));
  for (let i: u32 = 0; i < count; i++) store<u64>(words + ((<usize>i) << 3), extraOf(source(first, keys, i)));
  for (let i: u32 = 0; i < count; i++) setExtra(first + i, load<u64>(words + ((<usize>i) << 3)));
  for (let i: u32 = 0; i < count; i++) store<u64>(words + ((<usize>i) << 3), flagsOf(source(first, keys, i)));
  for (let i: u32 = 0; i < count; i++) setFlags(first + i, <u32>load<u64>(words + ((<usize>i) << 3)));
  for (let i: u32 = 0; i < count; i++) setFrame(first + i, <u32>(load<u64>(keys + ((<usize>i) << 3)) >> 32));
}

function source(first: u32, keys: usize, i: u32): u32 {
  return first + load<u32>(keys + ((<usize>i) << 3));
}
