/**
 * The attributes seen during a read: every name once for tracks and once for detections, with the kinds of its values.
 * The host derives attribute definitions from it (api/v1 section 21.2).
 *
 * New names and values are copied into the heap.
 */
import { allocate } from "../memory/arena";
import { bytesEqualHere } from "../memory/bytes";
import { heapCommit, heapCopy, heapReserve } from "../memory/heap";
import { makeSlice, Slice, sliceLength, sliceStart } from "../memory/slice";
import { Char } from "./characters";
import { ESCAPE_GROWTH, putJsonString } from "./json/strings";
import { clearTextMap, createTextMap, moveText, putTextInMap, saltAt, textAt, textMapCount } from "../memory/text-map";

export namespace ValueKind {
  export const NUMBER: u32 = 0;
  export const BOOLEAN: u32 = 1;
  export const TEXT: u32 = 2;
}

/** An attribute with more different texts than this is not offered as a list of choices. */
const MAX_VALUES: u32 = 200;

/**
 * Size of an attribute's entry: uses by ValueKind, number of different texts (u32 each); its name in JSON (Slice);
 * unused.
 */
const COUNTS_BITS: usize = 5;
const DIFFERENT: usize = 12;
const KEY: usize = 16;

/** Attribute names, salted with 1 for tracks, 0 for detections. */
let names: usize = 0;
let counts: usize = 0;
let countsCapacity: u32 = 0;

/** Text values, salted with their attribute. */
let values: usize = 0;
/** One u32 per value: how often it occurred. */
let useCounts: usize = 0;
let usesCapacity: u32 = 0;

/** Forgets the blocks; the caller empties the arena. */
export function dropAttributes(): void {
  names = 0;
  values = 0;
  countsCapacity = 0;
  usesCapacity = 0;
}

/** Starts a read. */
export function clearAttributes(): void {
  if (names == 0) {
    names = createTextMap();
    values = createTextMap();
  } else {
    clearTextMap(names);
    clearTextMap(values);
  }
}

export function attributeCount(): u32 {
  return textMapCount(names);
}

/** The index of an attribute by name. A new name is added. */
export function attributeOf(isTrack: bool, start: usize, length: usize): u32 {
  const before = textMapCount(names);
  const attribute = putTextInMap(names, <u32>isTrack, start, length);
  if (attribute == before) {
    moveText(names, attribute, heapCopy(start, length));
    if (attribute == countsCapacity) {
      counts = widen(counts, countsCapacity, 1 << COUNTS_BITS);
      countsCapacity = countsCapacity * 2 + 64;
    }
    memory.fill(attributeCounts(attribute), 0, 1 << COUNTS_BITS);
    store<u64>(attributeCounts(attribute), keyOf(start, length), KEY);
  }
  return attribute;
}

/** If the text starts with the attribute's name and a blank, the address after the name; otherwise 0. */
export function attributeNameEnd(attribute: u32, isTrack: bool, start: usize): usize {
  if (attribute >= attributeCount() || attributeIsTrack(attribute) != isTrack) return 0;
  const name = attributeName(attribute);
  const end = start + <usize>sliceLength(name);
  return load<u8>(end) == Char.SPACE && bytesEqualHere(sliceStart(name), start, sliceLength(name)) ? end : 0;
}

/** How much a value counts: 1, or -1 when values are read again to undo their counting. */
let valueWeight: u32 = 1;

export function setValueWeight(weight: i32): void {
  valueWeight = weight;
}

/** Counts a value; only ValueKind.TEXT needs the text. */
export function countValue(attribute: u32, kind: u32, start: usize, length: usize): void {
  const counter = attributeCounts(attribute) + ((<usize>kind) << 2);
  store<u32>(counter, load<u32>(counter) + valueWeight);
  if (kind == ValueKind.TEXT) countText(attribute, start, length);
}

export function attributeName(attribute: u32): Slice {
  return textAt(names, attribute);
}

/** `"name":`, as written in a JSON object. */
export function attributeKey(attribute: u32): Slice {
  return load<u64>(attributeCounts(attribute), KEY);
}

function keyOf(start: usize, length: usize): Slice {
  const target = heapReserve(length * <u32>ESCAPE_GROWTH + 3);
  const end = putJsonString(target, start, length, false);
  store<u8>(end, Char.COLON);
  heapCommit(end + 1);
  return makeSlice(target, end + 1 - target);
}

export function attributeIsTrack(attribute: u32): bool {
  return saltAt(names, attribute) != 0;
}

/** Address of the uses by ValueKind. */
export function attributeCounts(attribute: u32): usize {
  return counts + ((<usize>attribute) << COUNTS_BITS);
}

/** Whether all texts of the attribute were recorded. */
export function hasAllValues(attribute: u32): bool {
  return load<u32>(attributeCounts(attribute), DIFFERENT) <= MAX_VALUES;
}

export function valueCount(): u32 {
  return textMapCount(values);
}

export function valueText(value: u32): Slice {
  return textAt(values, value);
}

export function valueAttribute(value: u32): u32 {
  return saltAt(values, value);
}

export function valueUses(value: u32): u32 {
  return load<u32>(useCounts + ((<usize>value) << 2));
}

function countText(attribute: u32, start: usize, length: usize): void {
  const different = attributeCounts(attribute) + DIFFERENT;
  if (load<u32>(different) > MAX_VALUES) return;
  const before = textMapCount(values);
  const value = putTextInMap(values, attribute, start, length);
  if (value == before) {
    moveText(values, value, heapCopy(start, length));
    store<u32>(different, load<u32>(different) + 1);
    if (value == usesCapacity) {
      useCounts = widen(useCounts, usesCapacity, 4);
      usesCapacity = usesCapacity * 2 + 64;
    }
    store<u32>(useCounts + ((<usize>value) << 2), 0);
  }
  const use = useCounts + ((<usize>value) << 2);
  store<u32>(use, load<u32>(use) + valueWeight);
}

/** A copy of a block with room for `capacity * 2 + 64` entries. */
function widen(block: usize, capacity: u32, entryBytes: usize): usize {
  const moved = allocate(<usize>(capacity * 2 + 64) * entryBytes);
  memory.copy(moved, block, <usize>capacity * entryBytes);
  return moved;
}
