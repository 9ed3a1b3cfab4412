/**
 * When a track has several annotations on one frame, the one with the greatest id counts, wherever it is in the file.
 * Files usually list annotations by ascending id, so that the last one counts anyway; only otherwise are rows ranked by
 * id here.
 *
 * An id that is not a number >= 0 is less than all others; equal ids are ordered by position in the file.
 */
import { gatherRows } from "../../columns/row-order";
import { frameOf, rowEnd } from "../../columns/detections";
import { allocate, allocateScratch, mark, release } from "../../memory/arena";
import { sortKeys } from "../../memory/sort";
import { assignRow, importedRow, scatterRows, trackOfRow } from "../import/rows";

/** By imported row: the id as an ascending number (u64); 0: none. */
let keys: usize = 0;
let lastKey: u64 = 0;
export let idsAscend: bool = true;
/** By imported row, in reading order: how many annotations precede it by id (u32). */
let ranks: usize = 0;

/** Starts a read of this many annotations. */
export function openOrder(annotations: u32): void {
  keys = allocate((<usize>annotations) << 3);
  lastKey = 0;
  idsAscend = true;
}

/** Records the id of the annotation that becomes a row; NaN: it has none. */
export function recordAnnotationId(row: u32, id: f64): void {
  // The bits of numbers >= 0 sort like the numbers.
  const key: u64 = id >= 0 ? reinterpret<u64>(id + 0) + 1 : 0;
  if (key < lastKey) idsAscend = false;
  lastKey = key;
  store<u64>(keys + ((<usize>importedRow(row)) << 3), key);
}

/** Whether one row's annotation has a greater id than another's. */
export function sortsAfter(row: u32, other: u32): bool {
  const key = load<u64>(keys + ((<usize>importedRow(row)) << 3));
  return key >= load<u64>(keys + ((<usize>importedRow(other)) << 3));
}

/** The rank by id of the annotation that was read as this row; valid after `orderRows`. */
export function rankOf(row: u32): u32 {
  return idsAscend ? importedRow(row) : load<u32>(ranks + ((<usize>importedRow(row)) << 2));
}

/** Sorts the rows of this read, from the given one on, by annotation id. */
export function orderRows(first: u32): void {
  if (idsAscend) return;
  const count = <usize>(rowEnd - first);
  ranks = allocate(count << 2);
  const start = mark();
  const order = allocateScratch(count << 2);
  const sorted = allocateScratch(count << 3);
  const tracks = allocateScratch(count << 2);
  // A key has room for half an id and a position, so there are two rounds: by the lower halves, then by the upper ones.
  for (let i: usize = 0; i < count; i++) store<u64>(sorted + (i << 3), (keyAt(i) << 32) | <u64>i);
  sortKeys(sorted, count);
  for (let i: usize = 0; i < count; i++) {
    const row = load<u32>(sorted + (i << 3));
    store<u32>(order + (i << 2), row);
    store<u64>(sorted + (i << 3), (keyAt(row) & 0xffffffff00000000) | <u64>i);
  }
  sortKeys(sorted, count);
  for (let i: usize = 0; i < count; i++) {
    const row = load<u32>(order + ((<usize>load<u32>(sorted + (i << 3))) << 2));
    store<u32>(ranks + ((<usize>row) << 2), <u32>i);
    store<u32>(tracks + (i << 2), trackOfRow(first + row));
    store<u64>(sorted + (i << 3), ((<u64>frameOf(first + row)) << 32) | <u64>row);
  }
  gatherRows(first, sorted, <u32>count);
  for (let i: usize = 0; i < count; i++) assignRow(first + <u32>i, load<u32>(tracks + (i << 2)));
  scatterRows();
  release(start);
}

function keyAt(position: usize): u64 {
  return load<u64>(keys + (position << 3));
}
