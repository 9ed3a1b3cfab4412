/**
 * The type table: every type name once, UTF-8, in the order of first use. The position is the type index, which never
 * changes while the core lives. Beside each name lies what the filter says about it.
 */
import { allocate, allocateZeroed } from "../memory/arena";
import { bytesEqual, hashBytes } from "../memory/bytes";
import { heapCopy } from "../memory/heap";
import { sliceLength, sliceStart, Slice } from "../memory/slice";

/** Bytes of an entry: name (Slice), threshold (f64), checked (u32), unused (u32). */
const ENTRY_BYTES: usize = 24;
const THRESHOLD: usize = 8;
const CHECKED: usize = 16;

let entries: usize = 0;
let capacity: u32 = 0;
export let typeCount: u32 = 0;

/** Hash table of type index + 1, twice as large as `capacity`. */
let slots: usize = 0;

let defaultThreshold: f64 = 0;
let defaultChecked: bool = true;

export function clearTypes(): void {
  capacity = 0;
  typeCount = 0;
}

/** The index of a type name, which is added when it is new. The name is copied. */
export function internType(start: usize, length: usize): u32 {
  if (typeCount == capacity) grow();
  const slot = findSlot(start, length);
  const found = load<u32>(slot);
  if (found != 0) return found - 1;
  const type = typeCount++;
  store<u32>(slot, type + 1);
  store<u64>(entryOf(type), heapCopy(start, length));
  setTypeFilter(type, defaultThreshold, defaultChecked);
  return type;
}

export function typeName(type: u32): Slice {
  return load<u64>(entryOf(type));
}

export function typeThreshold(type: u32): f64 {
  return load<f64>(entryOf(type), THRESHOLD);
}

export function isTypeChecked(type: u32): bool {
  return load<u32>(entryOf(type), CHECKED) != 0;
}

export function setTypeFilter(type: u32, threshold: f64, checked: bool): void {
  store<f64>(entryOf(type), threshold, THRESHOLD);
  store<u32>(entryOf(type), <u32>checked, CHECKED);
}

/** What holds for types that are named by nobody, future ones included. */
export function setDefaultTypeFilter(threshold: f64, checked: bool): void {
  defaultThreshold = threshold;
  defaultChecked = checked;
}

function entryOf(type: u32): usize {
  return entries + <usize>type * ENTRY_BYTES;
}

function findSlot(start: usize, length: usize): usize {
  const mask = (capacity << 1) - 1;
  let index = hashBytes(start, length) & mask;
  while (true) {
    const slot = slots + ((<usize>index) << 2);
    const found = load<u32>(slot);
    if (found == 0) return slot;
    const name = typeName(found - 1);
    if (<usize>sliceLength(name) == length && bytesEqual(sliceStart(name), start, length)) return slot;
    index = (index + 1) & mask;
  }
}

function grow(): void {
  capacity = capacity == 0 ? 256 : capacity << 1;
  const moved = allocate(<usize>capacity * ENTRY_BYTES);
  memory.copy(moved, entries, <usize>typeCount * ENTRY_BYTES);
  entries = moved;
  slots = allocateZeroed((<usize>capacity) << 3);
  for (let type: u32 = 0; type < typeCount; type++) {
    const name = typeName(type);
    store<u32>(findSlot(sliceStart(name), sliceLength(name)), type + 1);
  }
}
