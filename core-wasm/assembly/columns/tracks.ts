/**
 * Track columns: one entry a track, in the order of creation. An entry is 64 bytes, since a track is mostly read as a
 * whole. A deleted track keeps its entry, marked dead; its id may come back with a new entry.
 *
 * | field       | type  | meaning                                                                         |
 * |-------------|-------|---------------------------------------------------------------------------------|
 * | id          | u32   | 0 .. MAX_TRACK_ID                                                               |
 * | firstRow    | u32   | first detection row                                                             |
 * | rowCount    | u32   | stored detections                                                               |
 * | rowRoom     | u32   | rows reserved from firstRow on, >= rowCount                                     |
 * | begin, end  | u32   | frames of the first and last detection; as read when there are none             |
 * | pairs       | Slice | confidence pairs, best first                                                    |
 * | attributes  | Slice | JSON object text; absent: `{}`                                                  |
 * | extra       | Slice | further JSON members, comma separated without braces                            |
 * | shownType   | u32   | type index the track is shown under with the current filter, or HIDDEN          |
 * | isAlive     | u32   | 0 or 1                                                                          |
 * | isFilteredOut | u32 | 1: fails the attribute filters, which the host judges                           |
 */
import { allocate } from "../memory/arena";
import { createIdMap, idMapClear, idMapGet, idMapSet } from "../memory/id-map";
import { Slice } from "../memory/slice";
import { sortKeys } from "../memory/sort";

export const MAX_TRACK_ID: u32 = 0xfffffffe;
export const HIDDEN: u32 = 0xffffffff;
export const NO_TRACK: u32 = 0xffffffff;

const ENTRY_BITS: usize = 6;
const FIRST_ROW: usize = 4;
const ROW_COUNT: usize = 8;
const ROW_ROOM: usize = 12;
const BEGIN: usize = 16;
const END: usize = 20;
const PAIRS: usize = 24;
const ATTRIBUTES: usize = 32;
const EXTRA: usize = 40;
const SHOWN_TYPE: usize = 48;
const IS_ALIVE: usize = 52;
const IS_FILTERED_OUT: usize = 56;

let entries: usize = 0;
let capacity: u32 = 0;
/** Number of entries, dead ones included. */
export let trackEnd: u32 = 0;
/** Number of living tracks. */
export let trackCount: u32 = 0;
/** Number of detections of living tracks. */
export let detectionCount: u32 = 0;
let byId: usize = 0;
/** The largest track id used since the last load, or -1. Ids of deleted tracks are not reused. */
let largestUsedId: i64 = -1;

/** Living tracks by ascending id, built on demand. */
let order: usize = 0;
let orderCapacity: u32 = 0;
let orderIsStale: bool = true;

export function clearTracks(): void {
  capacity = 0;
  orderCapacity = 0;
  trackEnd = 0;
  trackCount = 0;
  detectionCount = 0;
  largestUsedId = -1;
  byId = createIdMap(0);
  orderIsStale = true;
}

export function reserveTracks(more: u32): void {
  const needed = trackEnd + more;
  if (needed <= capacity) return;
  capacity = max(needed, capacity + (capacity >> 1));
  const moved = allocate((<usize>capacity) << ENTRY_BITS);
  memory.copy(moved, entries, (<usize>trackEnd) << ENTRY_BITS);
  entries = moved;
  if (needed <= trackEnd << 1) return;
  // Created once for all expected tracks: a map that grows step by step abandons its old tables.
  byId = createIdMap(needed);
  for (let track: u32 = 0; track < trackEnd; track++) idMapSet(byId, idOf(track), track);
}

/** Adds a living track without rows. The caller must have reserved room, and the id must be free. */
export function appendTrack(id: u32, firstRow: u32): u32 {
  const track = trackEnd++;
  const entry = entryOf(track);
  memory.fill(entry, 0, 1 << ENTRY_BITS);
  store<u32>(entry, id);
  store<u32>(entry, firstRow, FIRST_ROW);
  store<u32>(entry, HIDDEN, SHOWN_TYPE);
  store<u32>(entry, 1, IS_ALIVE);
  idMapSet(byId, id, track);
  largestUsedId = max(largestUsedId, <i64>id);
  trackCount++;
  orderIsStale = true;
  return track;
}

export function markDead(track: u32): void {
  store<u32>(entryOf(track), 0, IS_ALIVE);
  trackCount--;
  detectionCount -= rowCountOf(track);
  orderIsStale = true;
}

/** The entry of the last track with this id, which is deleted, or NO_TRACK. */
export function findDeletedTrack(id: u32): u32 {
  const track = <u32>idMapGet(byId, id);
  return track < trackEnd && !isAlive(track) && idOf(track) == id ? track : NO_TRACK;
}

/** Restores a deleted track as it was. */
export function revive(track: u32): void {
  store<u32>(entryOf(track), 1, IS_ALIVE);
  trackCount++;
  detectionCount += rowCountOf(track);
  orderIsStale = true;
}

/** Removes the newest entries. Only the id map may refer to them. */
export function truncateTracks(end: u32): void {
  for (let track = end; track < trackEnd; track++) if (isAlive(track)) markDead(track);
  trackEnd = end;
}

/** The living track with this id, or NO_TRACK. */
export function findTrack(id: u32): u32 {
  const track = <u32>idMapGet(byId, id);
  return track < trackEnd && isAlive(track) && idOf(track) == id ? track : NO_TRACK;
}

/** New tracks get ids above this one. */
export function largestId(): i64 {
  return largestUsedId;
}

/** Used to roll back a transaction, whose ids were never visible. */
export function setLargestId(id: i64): void {
  largestUsedId = id;
}

/** How often entries have been renumbered. Check it before using anything stored by entry number. */
export let trackPackings: u32 = 0;

/** Removes the entries of dead tracks. Entry numbers change; the caller updates everything that stores them. */
export function packTracks(): void {
  trackPackings++;
  idMapClear(byId);
  let next: u32 = 0;
  for (let track: u32 = 0; track < trackEnd; track++) {
    if (!isAlive(track)) continue;
    memory.copy(entryOf(next), entryOf(track), 1 << ENTRY_BITS);
    idMapSet(byId, idOf(next), next);
    next++;
  }
  trackEnd = next;
  orderIsStale = true;
}

/** The living track at `position`, by ascending id. */
export function trackAt(position: u32): u32 {
  if (orderIsStale) sortTracks();
  return load<u32>(order + ((<usize>position) << 3));
}

function sortTracks(): void {
  if (orderCapacity < trackCount) {
    orderCapacity = capacity;
    order = allocate((<usize>orderCapacity) << 3);
  }
  let p = order;
  for (let track: u32 = 0; track < trackEnd; track++) {
    if (!isAlive(track)) continue;
    // Sorted by id; the low half holds the entry, which `trackAt` reads.
    store<u64>(p, ((<u64>idOf(track)) << 32) | <u64>track);
    p += 8;
  }
  sortKeys(order, trackCount);
  orderIsStale = false;
}

function entryOf(track: u32): usize {
  return entries + ((<usize>track) << ENTRY_BITS);
}

export function isAlive(track: u32): bool {
  return load<u32>(entryOf(track), IS_ALIVE) != 0;
}

export function idOf(track: u32): u32 {
  return load<u32>(entryOf(track));
}

export function firstRowOf(track: u32): u32 {
  return load<u32>(entryOf(track), FIRST_ROW);
}

export function rowCountOf(track: u32): u32 {
  return load<u32>(entryOf(track), ROW_COUNT);
}

export function endRowOf(track: u32): u32 {
  return firstRowOf(track) + rowCountOf(track);
}

export function rowRoomOf(track: u32): u32 {
  return load<u32>(entryOf(track), ROW_ROOM);
}

/** Sets the first row and the number of rows reserved. */
export function setRowRange(track: u32, firstRow: u32, room: u32): void {
  store<u32>(entryOf(track), firstRow, FIRST_ROW);
  store<u32>(entryOf(track), room, ROW_ROOM);
}

export function setRowCount(track: u32, count: u32): void {
  detectionCount += count - rowCountOf(track);
  store<u32>(entryOf(track), count, ROW_COUNT);
}

export function beginOf(track: u32): u32 {
  return load<u32>(entryOf(track), BEGIN);
}

export function endOf(track: u32): u32 {
  return load<u32>(entryOf(track), END);
}

export function setFrameRange(track: u32, begin: u32, end: u32): void {
  store<u32>(entryOf(track), begin, BEGIN);
  store<u32>(entryOf(track), end, END);
}

export function pairsOf(track: u32): Slice {
  return load<u64>(entryOf(track), PAIRS);
}

export function setPairs(track: u32, pairs: Slice): void {
  store<u64>(entryOf(track), pairs, PAIRS);
}

export function attributesOf(track: u32): Slice {
  return load<u64>(entryOf(track), ATTRIBUTES);
}

export function setAttributes(track: u32, attributes: Slice): void {
  store<u64>(entryOf(track), attributes, ATTRIBUTES);
}

export function trackExtraOf(track: u32): Slice {
  return load<u64>(entryOf(track), EXTRA);
}

export function setTrackExtra(track: u32, extra: Slice): void {
  store<u64>(entryOf(track), extra, EXTRA);
}

export function shownTypeOf(track: u32): u32 {
  return load<u32>(entryOf(track), SHOWN_TYPE);
}

export function setShownType(track: u32, type: u32): void {
  store<u32>(entryOf(track), type, SHOWN_TYPE);
}

export function isFilteredOut(track: u32): bool {
  return load<u32>(entryOf(track), IS_FILTERED_OUT) != 0;
}

export function markFilteredOut(track: u32, isOut: bool): void {
  store<u32>(entryOf(track), <u32>isOut, IS_FILTERED_OUT);
}

// For loops over many tracks: keep the column in a local, and `trackIn` gives an entry to pass to the functions below.

export function trackColumn(): usize {
  return entries;
}

export function trackIn(column: usize, track: u32): usize {
  return column + ((<usize>track) << ENTRY_BITS);
}

export function idAt(entry: usize): u32 {
  return load<u32>(entry);
}

export function beginAt(entry: usize): u32 {
  return load<u32>(entry, BEGIN);
}

export function endAt(entry: usize): u32 {
  return load<u32>(entry, END);
}

export function shownTypeAt(entry: usize): u32 {
  return load<u32>(entry, SHOWN_TYPE);
}

/** The last frame with a detection of a living track, or -1. */
export function lastFrame(): i32 {
  let last: i32 = -1;
  for (let track: u32 = 0; track < trackEnd; track++) {
    if (isAlive(track) && rowCountOf(track) != 0) last = max(last, <i32>endOf(track));
  }
  return last;
}
