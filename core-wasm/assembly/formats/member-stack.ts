/**
 * Holds object members without a column until their object ends, and then makes one text of them:
 * `"key":value,"key":value`. It is a stack, since a detection's members come and go while its track collects its own.
 *
 * If the source stays in memory and has exactly this text, without white space, the text is used in place; otherwise it
 * is copied into the heap.
 */
import { allocate } from "../memory/arena";
import { putBytes } from "../memory/bytes";
import { heapCommit, heapReserve } from "../memory/heap";
import { makeSlice, NO_SLICE, Slice } from "../memory/slice";
import { Char } from "./characters";
import { copyCompact } from "./json/scan";

/** Bytes of an entry: start (u32), end (u32), whether there is white space to remove (u32). */
const ENTRY_BYTES: usize = 12;

let entries: usize = 0;
let capacity: u32 = 0;
export let memberCount: u32 = 0;

/** Forgets the block; the caller empties the arena. */
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

/** Whether columns refer to text of a source, so that the source must stay. */
export let keepsSource: bool = false;
/** Whether the source is discarded piece by piece while it is read, so that its text must be copied. */
let isTransient: bool = false;

export function forgetSource(): void {
  keepsSource = false;
  isTransient = false;
}

export function discardSource(): void {
  isTransient = true;
}

/** Keeps JSON text of a source, without white space between tokens. */
export function keepText(start: usize, end: usize, hasSpace: bool): Slice {
  if (!hasSpace && !isTransient) {
    keepsSource = true;
    return makeSlice(start, end - start);
  }
  const target = heapReserve(end - start);
  const copied = hasSpace ? copyCompact(target, start, end) : putBytes(target, start, end - start);
  heapCommit(copied);
  return makeSlice(target, copied - target);
}

/** Joins the members from position `first` on into one text and removes them from the stack. */
export function storeMembers(first: u32): Slice {
  if (memberCount == first) return NO_SLICE;
  if (areContiguous(first)) {
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

/** Whether the members follow one another in the source, separated only by commas. */
function areContiguous(first: u32): bool {
  for (let i = first; i < memberCount; i++) {
    if (hasSpaceInside(i)) return false;
    if (i == first) continue;
    // Texts in the heap have a zero between them.
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
