/**
 * Detection columns: one row a stored detection, mostly a keyframe. The rows of a track are neighbors, ascending
 * by frame, at `firstRow .. firstRow + rowCount` (tracks.ts), followed by free rows once the track has grown.
 *
 * | column  | type   | unit, sentinel                                                            |
 * |---------|--------|---------------------------------------------------------------------------|
 * | frame   | u32    | picture index from 0                                                      |
 * | bounds  | 4 f64  | x1, y1, x2, y2 in image pixels, exactly as read                           |
 * | length  | f64    | `fishLength`; NaN: absent                                                 |
 * | extra   | Slice  | further JSON members, comma separated without braces: `"attributes":{},…` |
 * | flags   | u8     | see RowFlag                                                               |
 *
 * Most files have no lengths and no extras. Their columns are not touched past the last row that has one: memory that
 * was never touched costs nothing.
 */
import { RowFlag } from "../border";
import { allocate, refuseMemory } from "../memory/arena";
import { NO_SLICE, Slice } from "../memory/slice";

export const BOUNDS_BYTES: usize = 32;
/** Total over all columns. */
const ROW_BYTES: u32 = 53;
/**
 * Memory cannot hold more. Without this limit, sources could claim so many rows that column sizes (32 bits) wrap
 * around.
 */
const MAX_ROWS: u32 = 0xffffffff / ROW_BYTES;

let frames: usize = 0;
let bounds: usize = 0;
let lengths: usize = 0;
let extras: usize = 0;
let flags: usize = 0;
/** Rows at the beginning whose lengths, or extras, are in memory; later rows have none. */
let lengthEnd: u32 = 0;
let extraEnd: u32 = 0;
let capacity: u32 = 0;
/** Rows in use, including free rows and the rows of deleted tracks. */
export let rowEnd: u32 = 0;

export function clearDetections(): void {
  capacity = 0;
  rowEnd = 0;
  lengthEnd = 0;
  extraEnd = 0;
}

/** Makes room for `more` rows after the last one. Row addresses change. */
export function reserveDetections(more: u32): void {
  const needed = rowEnd + more;
  if (needed <= capacity) return;
  if (needed > MAX_ROWS) refuseMemory(<f64>needed * <f64>ROW_BYTES);
  capacity = capacity == 0 ? needed : max(needed, capacity + (capacity >> 1));
  frames = moveColumn(frames, rowEnd, 4);
  bounds = moveColumn(bounds, rowEnd, BOUNDS_BYTES);
  lengths = moveColumn(lengths, lengthEnd, 8);
  extras = moveColumn(extras, extraEnd, 8);
  flags = moveColumn(flags, rowEnd, 1);
}

function moveColumn(column: usize, rows: u32, width: usize): usize {
  const moved = allocate(<usize>capacity * width);
  memory.copy(moved, column, <usize>rows * width);
  return moved;
}

/** Gives the rows before `end` their place in memory. */
function touchLengths(end: u32): void {
  for (; lengthEnd < end; lengthEnd++) store<f64>(lengths + ((<usize>lengthEnd) << 3), NaN);
}

function touchExtras(end: u32): void {
  for (; extraEnd < end; extraEnd++) store<u64>(extras + ((<usize>extraEnd) << 3), NO_SLICE);
}

/** The caller must have reserved room. */
export function setRowEnd(row: u32): void {
  rowEnd = row;
}

export function frameOf(row: u32): u32 {
  return load<u32>(frames + ((<usize>row) << 2));
}

/** The frame column, for loops over many rows: with the base in a local it is not reloaded for each row. */
export function frameColumn(): usize {
  return frames;
}

export function boundsColumn(): usize {
  return bounds;
}

export function flagColumn(): usize {
  return flags;
}

export function setFrame(row: u32, frame: u32): void {
  store<u32>(frames + ((<usize>row) << 2), frame);
}

/** Address of x1, y1, x2, y2. */
export function boundsOf(row: u32): usize {
  return bounds + ((<usize>row) << 5);
}

export function lengthOf(row: u32): f64 {
  return row < lengthEnd ? load<f64>(lengths + ((<usize>row) << 3)) : NaN;
}

export function setLength(row: u32, length: f64): void {
  if (row >= lengthEnd) {
    if (isNaN(length)) return;
    touchLengths(row + 1);
  }
  store<f64>(lengths + ((<usize>row) << 3), length);
}

export function extraOf(row: u32): Slice {
  return row < extraEnd ? load<u64>(extras + ((<usize>row) << 3)) : NO_SLICE;
}

export function setExtra(row: u32, extra: Slice): void {
  if (row >= extraEnd) {
    if (extra == NO_SLICE) return;
    touchExtras(row + 1);
  }
  store<u64>(extras + ((<usize>row) << 3), extra);
}

export function flagsOf(row: u32): u32 {
  return load<u8>(flags + <usize>row);
}

export function setFlags(row: u32, value: u32): void {
  store<u8>(flags + <usize>row, value);
}

export function isKeyframe(row: u32): bool {
  return (flagsOf(row) & RowFlag.NOT_KEYFRAME) == 0;
}

/** Copies whole rows; the ranges may overlap. */
export function copyRows(target: u32, source: u32, count: u32): void {
  memory.copy(frames + ((<usize>target) << 2), frames + ((<usize>source) << 2), (<usize>count) << 2);
  memory.copy(boundsOf(target), boundsOf(source), (<usize>count) << 5);
  const begin = min(target, source);
  const end = max(target, source) + count;
  if (begin < lengthEnd) {
    touchLengths(end);
    memory.copy(lengths + ((<usize>target) << 3), lengths + ((<usize>source) << 3), (<usize>count) << 3);
  }
  if (begin < extraEnd) {
    touchExtras(end);
    memory.copy(extras + ((<usize>target) << 3), extras + ((<usize>source) << 3), (<usize>count) << 3);
  }
  memory.copy(flags + <usize>target, flags + <usize>source, count);
}

export function copyRow(target: u32, source: u32): void {
  copyRows(target, source, 1);
}

/** Clears a row's length and extras; its bounds keep their old values. */
// @ts-ignore: decorator
@inline
export function initRow(row: u32, frame: u32, rowFlags: u32): void {
  setFrame(row, frame);
  setLength(row, NaN);
  setExtra(row, NO_SLICE);
  setFlags(row, rowFlags);
}
