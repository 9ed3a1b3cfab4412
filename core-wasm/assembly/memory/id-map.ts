/**
 * A map from u32 keys to u32 values: open addressing, linear probing, at most half full, no removal of single keys.
 *
 * A map is the address of four words: table, mask, count, unused. The table has 8 bytes per slot: key, value + 1 (0:
 * empty).
 */
import { allocate, allocateZeroed } from "./arena";
import { hashNumber } from "./hash";

const NOT_FOUND: i32 = -1;

/** Creates an empty map with room for `expected` keys before it grows. */
export function createIdMap(expected: u32): usize {
  let slots: u32 = 64;
  while (slots < expected << 1) slots <<= 1;
  const map = allocate(16);
  store<u32>(map, <u32>allocateZeroed(<usize>slots << 3));
  store<u32>(map, slots - 1, 4);
  store<u32>(map, 0, 8);
  return map;
}

/** Removes all keys. */
export function idMapClear(map: usize): void {
  memory.fill(<usize>load<u32>(map), 0, (<usize>load<u32>(map, 4) + 1) << 3);
  store<u32>(map, 0, 8);
}

/** The value for a key, or -1. */
export function idMapGet(map: usize, key: u32): i32 {
  const slot = findSlot(map, key);
  return <i32>load<u32>(slot, 4) - 1;
}

export function idMapSet(map: usize, key: u32, value: u32): void {
  const slot = findSlot(map, key);
  const isNew = load<u32>(slot, 4) == 0;
  store<u32>(slot, key);
  store<u32>(slot, value + 1, 4);
  if (!isNew) return;
  const count = load<u32>(map, 8) + 1;
  store<u32>(map, count, 8);
  if (count << 1 > load<u32>(map, 4)) grow(map);
}

/** The slot of the key, or the empty slot where it belongs. */
function findSlot(map: usize, key: u32): usize {
  const table = <usize>load<u32>(map);
  const mask = load<u32>(map, 4);
  let index = hashNumber(key) & mask;
  while (true) {
    const slot = table + (<usize>index << 3);
    if (load<u32>(slot, 4) == 0 || load<u32>(slot) == key) return slot;
    index = (index + 1) & mask;
  }
}

function grow(map: usize): void {
  const oldTable = <usize>load<u32>(map);
  const oldSlots = load<u32>(map, 4) + 1;
  store<u32>(map, <u32>allocateZeroed(<usize>oldSlots << 4));
  store<u32>(map, (oldSlots << 1) - 1, 4);
  for (let i: usize = 0; i < <usize>oldSlots; i++) {
    const value = load<u32>(oldTable + (i << 3), 4);
    if (value == 0) continue;
    const key = load<u32>(oldTable + (i << 3));
    const slot = findSlot(map, key);
    store<u32>(slot, key);
    store<u32>(slot, value, 4);
  }
}
