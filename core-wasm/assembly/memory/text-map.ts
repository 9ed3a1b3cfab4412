/**
 * A map from texts to dense indices in the order of first use: type names, attribute names and values, image names. A
 * salt (any number) separates the texts of different owners in one map.
 *
 * A map is the address of four words: entries, slots, capacity, count. An entry has 16 bytes: text (Slice), salt, hash.
 * The map does not copy the bytes of a text.
 */
import { allocate, allocateZeroed } from "./arena";
import { bytesEqual } from "./bytes";
import { hashBytes, hashNumber } from "./hash";
import { makeSlice, Slice, sliceLength, sliceStart } from "./slice";

const SLOTS: usize = 4;
const CAPACITY: usize = 8;
const COUNT: usize = 12;

const ENTRY_BITS: usize = 4;
const SALT: usize = 8;
const HASH: usize = 12;
const FIRST_CAPACITY: u32 = 64;

export const NOT_IN_MAP: u32 = 0xffffffff;

export function createTextMap(): usize {
  const map = allocate(16);
  store<u32>(map, <u32>allocate((<usize>FIRST_CAPACITY) << ENTRY_BITS));
  store<u32>(map, <u32>allocateZeroed((<usize>FIRST_CAPACITY) << 3), SLOTS);
  store<u32>(map, FIRST_CAPACITY, CAPACITY);
  store<u32>(map, 0, COUNT);
  return map;
}

export function clearTextMap(map: usize): void {
  store<u32>(map, 0, COUNT);
  memory.fill(load<u32>(map, SLOTS), 0, (<usize>load<u32>(map, CAPACITY)) << 3);
}

export function textMapCount(map: usize): u32 {
  return load<u32>(map, COUNT);
}

export function textAt(map: usize, index: u32): Slice {
  return load<u64>(entryOf(map, index));
}

/** Points an entry to a copy of its text elsewhere. */
export function moveText(map: usize, index: u32, text: Slice): void {
  store<u64>(entryOf(map, index), text);
}

export function saltAt(map: usize, index: u32): u32 {
  return load<u32>(entryOf(map, index), SALT);
}

/** The index of a text, or NOT_IN_MAP. */
export function findText(map: usize, salt: u32, start: usize, length: usize): u32 {
  return load<u32>(slotOf(map, salt, start, length, hashOf(salt, start, length))) - 1;
}

/**
 * Like `findText` without a salt, for texts that usually repeat or follow in the same order: tries the index found
 * last and the one after it first.
 */
export function findTextNear(map: usize, before: u32, start: usize, length: usize): u32 {
  if (isTextAt(map, before, start, length)) return before;
  if (isTextAt(map, before + 1, start, length)) return before + 1;
  return findText(map, 0, start, length);
}

function isTextAt(map: usize, index: u32, start: usize, length: usize): bool {
  if (index >= load<u32>(map, COUNT)) return false;
  const entry = entryOf(map, index);
  const text = load<u64>(entry);
  if (sliceLength(text) != <u32>length || load<u32>(entry, SALT) != 0) return false;
  return bytesEqual(sliceStart(text), start, length);
}

/** The index of a text. A new text is added. */
export function putTextInMap(map: usize, salt: u32, start: usize, length: usize): u32 {
  const hash = hashOf(salt, start, length);
  const slot = slotOf(map, salt, start, length, hash);
  const found = load<u32>(slot);
  if (found != 0) return found - 1;
  const index = load<u32>(map, COUNT);
  const entry = entryOf(map, index);
  store<u64>(entry, makeSlice(start, length));
  store<u32>(entry, salt, SALT);
  store<u32>(entry, hash, HASH);
  store<u32>(slot, index + 1);
  store<u32>(map, index + 1, COUNT);
  if (index + 1 == load<u32>(map, CAPACITY)) grow(map);
  return index;
}

function hashOf(salt: u32, start: usize, length: usize): u32 {
  return hashBytes(start, length) + hashNumber(salt);
}

function entryOf(map: usize, index: u32): usize {
  return <usize>load<u32>(map) + ((<usize>index) << ENTRY_BITS);
}

/** There are twice as many slots as entries; a slot holds index + 1, or 0. */
function slotOf(map: usize, salt: u32, start: usize, length: usize, hash: u32): usize {
  const slots = <usize>load<u32>(map, SLOTS);
  const mask = (load<u32>(map, CAPACITY) << 1) - 1;
  let place = hash & mask;
  while (true) {
    const slot = slots + ((<usize>place) << 2);
    const found = load<u32>(slot);
    if (found == 0) return slot;
    const entry = entryOf(map, found - 1);
    const text = load<u64>(entry);
    const isSame =
      load<u32>(entry, HASH) == hash &&
      load<u32>(entry, SALT) == salt &&
      sliceLength(text) == <u32>length &&
      bytesEqual(sliceStart(text), start, length);
    if (isSame) return slot;
    place = (place + 1) & mask;
  }
}

function grow(map: usize): void {
  const count = load<u32>(map, COUNT);
  const entries = <usize>load<u32>(map);
  const capacity = load<u32>(map, CAPACITY) << 1;
  const moved = allocate((<usize>capacity) << ENTRY_BITS);
  memory.copy(moved, entries, (<usize>count) << ENTRY_BITS);
  store<u32>(map, <u32>moved);
  store<u32>(map, <u32>allocateZeroed((<usize>capacity) << 3), SLOTS);
  store<u32>(map, capacity, CAPACITY);
  for (let index: u32 = 0; index < count; index++) {
    const entry = entryOf(map, index);
    const text = load<u64>(entry);
    const slot = slotOf(map, load<u32>(entry, SALT), sliceStart(text), sliceLength(text), load<u32>(entry, HASH));
    store<u32>(slot, index + 1);
  }
}
