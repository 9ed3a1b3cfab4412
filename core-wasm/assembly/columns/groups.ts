/**
 * Groups: few, and edited rarely, so a group is its whole JSON text plus what lists and stores ask for. An entry is never
 * removed; a deleted group is marked dead.
 *
 * | field      | type  | meaning                                |
 * |------------|-------|----------------------------------------|
 * | id         | u32   |                                        |
 * | begin, end | u32   | frames                                 |
 * | isAlive    | u32   | 0 or 1                                 |
 * | json       | Slice | the group as api/v1 sends it, compact  |
 */
import { allocate } from "../memory/arena";
import { createIdMap, idMapGet, idMapSet } from "../memory/id-map";
import { Slice } from "../memory/slice";

export const NO_GROUP: u32 = 0xffffffff;

const ENTRY_BYTES: usize = 24;
const BEGIN: usize = 4;
const END: usize = 8;
const IS_ALIVE: usize = 12;
const JSON: usize = 16;

let entries: usize = 0;
let capacity: u32 = 0;
/** Number of entries, dead ones included. */
export let groupEnd: u32 = 0;
/** Number of living groups. */
export let groupCount: u32 = 0;
let byId: usize = 0;

export function clearGroups(): void {
  capacity = 0;
  groupEnd = 0;
  groupCount = 0;
  byId = createIdMap(0);
}

/** Adds a group, or replaces the text of the living group with this id. */
export function putGroup(id: u32, begin: u32, end: u32, json: Slice): void {
  let group = findGroup(id);
  if (group == NO_GROUP) {
    if (groupEnd == capacity) grow();
    group = groupEnd++;
    idMapSet(byId, id, group);
    store<u32>(entryOf(group), 0, IS_ALIVE);
  }
  const entry = entryOf(group);
  if (load<u32>(entry, IS_ALIVE) == 0) groupCount++;
  store<u32>(entry, id);
  store<u32>(entry, begin, BEGIN);
  store<u32>(entry, end, END);
  store<u32>(entry, 1, IS_ALIVE);
  store<u64>(entry, json, JSON);
}

export function removeGroup(group: u32): void {
  store<u32>(entryOf(group), 0, IS_ALIVE);
  groupCount--;
}

/** Removes the newest entries. Only the id map may refer to them. */
export function truncateGroups(end: u32): void {
  for (let group = end; group < groupEnd; group++) if (isGroupAlive(group)) removeGroup(group);
  groupEnd = end;
}

/** The living group with this id, or NO_GROUP. */
export function findGroup(id: u32): u32 {
  const group = <u32>idMapGet(byId, id);
  return group < groupEnd && isGroupAlive(group) && groupId(group) == id ? group : NO_GROUP;
}

export function isGroupAlive(group: u32): bool {
  return load<u32>(entryOf(group), IS_ALIVE) != 0;
}

export function groupId(group: u32): u32 {
  return load<u32>(entryOf(group));
}

export function groupBegin(group: u32): u32 {
  return load<u32>(entryOf(group), BEGIN);
}

export function groupLast(group: u32): u32 {
  return load<u32>(entryOf(group), END);
}

export function groupJson(group: u32): Slice {
  return load<u64>(entryOf(group), JSON);
}

function entryOf(group: u32): usize {
  return entries + <usize>group * ENTRY_BYTES;
}

function grow(): void {
  capacity = capacity == 0 ? 64 : capacity << 1;
  const moved = allocate(<usize>capacity * ENTRY_BYTES);
  memory.copy(moved, entries, <usize>groupEnd * ENTRY_BYTES);
  entries = moved;
}
