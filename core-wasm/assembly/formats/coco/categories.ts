/**
 * The categories of a COCO document, for reading and for writing: position in the list, id, type and names of keypoints.
 * The host fills the table; there are few of them, and their rules are words more than bytes.
 *
 * | field         | type  | meaning                                                            |
 * |---------------|-------|--------------------------------------------------------------------|
 * | type          | u32   | type index, or NO_TYPE: the category has no name                   |
 * | firstKeypoint | u32   | position of its first keypoint name                                |
 * | keypointEnd   | u32   | position after its last one                                        |
 * | id            | f64   | what is written for it                                             |
 */
import { allocate } from "../../memory/arena";
import { heapCopy } from "../../memory/heap";
import { makeSlice, NO_SLICE, Slice, sliceLength, sliceStart } from "../../memory/slice";
import { createTextMap, findText, findTextNear, NOT_IN_MAP, putTextInMap, textMapCount } from "../../memory/text-map";
import { internPlainName } from "../type-names";

export const NO_CATEGORY: u32 = 0xffffffff;
export const NO_TYPE: u32 = 0xffffffff;

const ENTRY_BYTES: usize = 24;
const FIRST_KEYPOINT: usize = 4;
const KEYPOINT_END: usize = 8;
const ID: usize = 16;

/** Id texts as written in the document; the index is the category's position. */
let ids: usize = 0;
let entries: usize = 0;
let capacity: u32 = 0;
export let categoryCount: u32 = 0;

/** Keypoint names (Slices), in the order of the categories. */
let keypointNames: usize = 0;
let keypointCapacity: u32 = 0;
let keypointCount: u32 = 0;

/**
 * KWCOCO's keypoint categories, by which annotations name individual keypoints: id texts, and the names (Slices) in the
 * same order.
 */
let pointIds: usize = 0;
let pointNames: usize = 0;
let pointNameCapacity: u32 = 0;

/** Starts with an empty table. */
export function openCategories(): void {
  ids = createTextMap();
  pointIds = createTextMap();
  pointNameCapacity = 0;
  capacity = 0;
  categoryCount = 0;
  keypointCapacity = 0;
  keypointCount = 0;
}

/** Adds a category; `id` is the text of its id, `type` a type index or NO_TYPE. */
export function addCategory(idStart: usize, idLength: usize, type: u32, id: f64): void {
  if (categoryCount == capacity) {
    capacity = capacity * 2 + 64;
    entries = grown(entries, capacity, categoryCount, ENTRY_BYTES);
  }
  const text = heapCopy(idStart, idLength);
  // A repeated id is stored under a salt that is never looked up.
  const isNew = findText(ids, 0, idStart, idLength) == NOT_IN_MAP;
  putTextInMap(ids, isNew ? 0 : categoryCount + 1, sliceStart(text), idLength);
  const entry = entryOf(categoryCount++);
  store<u32>(entry, type);
  store<u32>(entry, keypointCount, FIRST_KEYPOINT);
  store<u32>(entry, keypointCount, KEYPOINT_END);
  store<f64>(entry, id, ID);
}

/** The type index for a category name, with the type prefix of an additive import. */
export function internCategory(start: usize, length: usize): u32 {
  return internPlainName(start, length);
}

/** Adds the name of the next keypoint of the last category. */
export function addKeypoint(start: usize, length: usize): void {
  if (keypointCount == keypointCapacity) {
    keypointCapacity = keypointCapacity * 2 + 64;
    keypointNames = grown(keypointNames, keypointCapacity, keypointCount, 8);
  }
  store<u64>(keypointNames + ((<usize>keypointCount) << 3), heapCopy(start, length));
  keypointCount++;
  store<u32>(entryOf(categoryCount - 1), keypointCount, KEYPOINT_END);
}

/**
 * Adds a keypoint category: the text of its id, followed by its name. Of several with the same id the first one counts.
 */
export function addKeypointCategory(start: usize, idLength: usize, nameLength: usize): void {
  const before = textMapCount(pointIds);
  const text = heapCopy(start, idLength + nameLength);
  if (putTextInMap(pointIds, 0, sliceStart(text), idLength) != before) return;
  if (before == pointNameCapacity) {
    pointNameCapacity = pointNameCapacity * 2 + 64;
    pointNames = grown(pointNames, pointNameCapacity, before, 8);
  }
  store<u64>(pointNames + ((<usize>before) << 3), makeSlice(sliceStart(text) + idLength, nameLength));
}

/** The name of a keypoint category by the text of its id, or NO_SLICE. */
export function keypointCategoryName(id: Slice): Slice {
  const index = findText(pointIds, 0, sliceStart(id), sliceLength(id));
  return index == NOT_IN_MAP ? NO_SLICE : load<u64>(pointNames + ((<usize>index) << 3));
}

function grown(block: usize, newCapacity: u32, used: u32, width: usize): usize {
  const moved = allocate(<usize>newCapacity * width);
  memory.copy(moved, block, <usize>used * width);
  return moved;
}

/** The position of the category with this id text, or NO_CATEGORY. */
export function findCategory(start: usize, length: usize): u32 {
  lastFound = findTextNear(ids, lastFound, start, length);
  return lastFound;
}

let lastFound: u32 = 0;

export function categoryType(category: u32): u32 {
  return load<u32>(entryOf(category));
}

export function categoryId(category: u32): f64 {
  return load<f64>(entryOf(category), ID);
}

export function keypointCountOf(category: u32): u32 {
  return load<u32>(entryOf(category), KEYPOINT_END) - load<u32>(entryOf(category), FIRST_KEYPOINT);
}

export function keypointName(category: u32, index: u32): Slice {
  const position = load<u32>(entryOf(category), FIRST_KEYPOINT) + index;
  return load<u64>(keypointNames + ((<usize>position) << 3));
}

function entryOf(category: u32): usize {
  return entries + <usize>category * ENTRY_BYTES;
}
