/**
 * Object members that have no column wait here until their object ends, and then become one text:
 * `"key":value,"key":value`. It is a stack, since a detection's members come and go while its track collects its own.
 *
 * Where the source has just this text, without white space, and stays, so does the text; otherwise it is copied into
 * the heap.
 */
import { allocate } from "../memory/arena";
import { putBytes } from "../memory/bytes";
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

/** Text of a source is in use, so that the source must stay. */
export let keepsSource: bool = false;
/** The source goes away while it is read, piece by piece, so that text of it must be copied. */
let isPassing: bool = false;

export function forgetSource(): void {
  keepsSource = false;
  isPassing = false;
}

export function letSourcePass(): void {
  isPassing = true;
}

/** JSON text of a source for good, without white space between tokens. */
export function keepText(start: usize, end: usize, hasSpace: bool): Slice {
  if (!hasSpace && !isPassing) {
    keepsSource = true;
    return makeSlice(start, end - start);
  }
  const target = heapReserve(end - start);
  const copied = hasSpace ? copyCompact(target, start, end) : putBytes(target, start, end - start);
  heapCommit(copied);
  return makeSlice(target, copied - target);
}

/** Makes one text of the members from position `first` on and takes them off the stack. */
export function storeMembers(first: u32): Slice {
  if (memberCount == first) return NO_SLICE;
  if (areOneText(first)) {
    const text = keepText(memberStart(first), memberEnd(memberCount - 1), false);
    memberCount = first;
    return text;
  }
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

/** Whether members follow one another in the source with nothing but a comma between them. */
function areOneText(first: u32): bool {
  for (let i = first; i < memberCount; i++) {
    if (hasSpaceInside(i)) return false;
    if (i == first) continue;
    // Texts of the heap have a zero between them.
    const next = memberEnd(i - 1);
    if (memberStart(i) != next + 1 || load<u8>(next) != <u8>Char.COMMA) return false;
  }
  return true;
}

function copyMember(target: usize, member: u32): usize {
  const start = memberStart(member);
  const end = memberEnd(member);
  return hasSpaceInside(member) ? copyCompact(target, start, end) : putBytes(target, start, end - start);
}

function hasSpaceInside(member: u32): bool {
  return load<u32>(entries + <usize>member * ENTRY_BYTES, 8) != 0;
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
