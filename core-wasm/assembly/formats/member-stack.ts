/**
 * Object members that have no column wait here until their object ends, and are then copied into the heap as one text:
 * `"key":value,"key":value`. It is a stack, since a detection's members come and go while its track collects its own.
 */
import { allocate } from "../memory/arena";
import { heapCommit, heapReserve } from "../memory/heap";
import { makeSlice, NO_SLICE, Slice } from "../memory/slice";
import { Char } from "./characters";
import { copyCompact } from "./json/scan";

/** Bytes of an entry: start (u32), end (u32), whether there is white space to take out (u32). */
const ENTRY_BYTES: usize = 12;

let entries: usize = 0;
let capacity: u32 = 0;
export let memberCount: u32 = 0;

/** Forgets the block; the arena is emptied by the caller. */
export function dropMemberStack(): void {
  capacity = 0;
  memberCount = 0;
}

/** Adds the member between `start` and `end`, key included. */
export function pushMember(start: usize, end: usize, hasSpace: bool): void {
  if (memberCount == capacity) grow();
  const entry = entries + <usize>memberCount * ENTRY_BYTES;
  store<u32>(entry, <u32>start);
  store<u32>(entry, <u32>end, 4);
  store<u32>(entry, <u32>hasSpace, 8);
  memberCount++;
}

/** Forgets the members from position `first` on. */
export function popMembers(first: u32): void {
  memberCount = first;
}

/** Copies the members from position `first` on and takes them off the stack. */
export function storeMembers(first: u32): Slice {
  if (memberCount == first) return NO_SLICE;
  let bytes: usize = 0;
  for (let i = first; i < memberCount; i++) bytes += memberEnd(i) - memberStart(i) + 1;
  const target = heapReserve(bytes);
  let p = target;
  for (let i = first; i < memberCount; i++) {
    if (p != target) store<u8>(p++, Char.COMMA);
    p = copyMember(p, i);
  }
  heapCommit(p);
  memberCount = first;
  return makeSlice(target, p - target);
}

function copyMember(target: usize, member: u32): usize {
  const start = memberStart(member);
  const end = memberEnd(member);
  const hasSpace = load<u32>(entries + <usize>member * ENTRY_BYTES, 8) != 0;
  if (hasSpace) return copyCompact(target, start, end);
  memory.copy(target, start, end - start);
  return target + (end - start);
}

function memberStart(member: u32): usize {
  return load<u32>(entries + <usize>member * ENTRY_BYTES);
}

function memberEnd(member: u32): usize {
  return load<u32>(entries + <usize>member * ENTRY_BYTES, 4);
}

function grow(): void {
  capacity = capacity == 0 ? 64 : capacity << 1;
  const moved = allocate(<usize>capacity * ENTRY_BYTES);
  memory.copy(moved, entries, <usize>memberCount * ENTRY_BYTES);
  entries = moved;
}
