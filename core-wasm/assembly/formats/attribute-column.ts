/**
 * The values of one attribute as a column, decoded from the JSON text stored with tracks and detections. Columns are
 * built on demand for filters and timelines, and live in the transfer block: the host copies what it needs.
 *
 * A column of n values is n f64, followed by n kinds (u8, see ColumnKind).
 */
import { extraOf } from "../columns/detections";
import { attributesOf, endRowOf, firstRowOf, isAlive, rowCountOf } from "../columns/tracks";
import { bytesEqual } from "../memory/bytes";
import { heapCommit, heapCopy, heapReserve } from "../memory/heap";
import { Slice, sliceLength, sliceStart } from "../memory/slice";
import { clearTextMap, createTextMap, moveText, putTextInMap, textAt, textMapCount } from "../memory/text-map";
import { openTransfer, transferStart } from "../memory/transfer";
import { detectionAttributes } from "./attribute-values";
import { Char } from "./characters";
import { at, hasNext, isNullNext, moveTo, openText, peek, readBoolean, readKey, readNumber, skipValue } from "./json/scan";
import { stringEnd, stringStart, take } from "./json/scan";
import { putUnescaped } from "./json/strings";

/** The kind of a column's value; the same numbers are in host/queries/attribute-column.ts. */
namespace ColumnKind {
  /** No value, or null. */
  export const NONE: u32 = 0;
  export const NUMBER: u32 = 1;
  /** 0 or 1. */
  export const BOOLEAN: u32 = 2;
  /** The value is an index for `columnText`. */
  export const TEXT: u32 = 3;
  /** A list or an object. */
  export const OTHER: u32 = 4;
}

/** Texts of the column, and the names that columns have been made for. */
let texts: usize = 0;
let names: usize = 0;

/** Names of the members that lead to the value, outermost first; 0: no further name. */
const path: usize = memory.data(24, 8);
let pathLength: u32 = 0;

/** Forgets the blocks; the caller empties the arena. */
export function dropAttributeColumn(): void {
  texts = 0;
}

/** Starts the path to an attribute, from the attributes object of a track or detection inwards. */
export function openPath(): void {
  if (texts == 0) {
    texts = createTextMap();
    names = createTextMap();
  }
  pathLength = 0;
}

/** Appends a member name, given in the transfer block. */
export function addToPath(start: usize, length: usize): void {
  const known = textMapCount(names);
  const index = putTextInMap(names, 0, start, length);
  if (index == known) moveText(names, index, heapCopy(start, length));
  store<u64>(path + ((<usize>pathLength) << 3), textAt(names, index));
  pathLength++;
}

/**
 * Builds the column for the tracks `first` .. `end` - 1: one value per track for a track attribute, otherwise one per
 * detection of living tracks. Returns the number of values.
 */
export function makeColumn(isTrack: bool, first: u32, end: u32): u32 {
  clearTextMap(texts);
  let count: u32 = isTrack ? end - first : 0;
  if (!isTrack) {
    for (let track = first; track < end; track++) if (isAlive(track)) count += rowCountOf(track);
  }
  openTransfer(<usize>count * 9);
  let value = transferStart;
  let kind = transferStart + ((<usize>count) << 3);
  for (let track = first; track < end; track++) {
    if (isTrack) {
      store<u8>(kind++, isAlive(track) ? trackValue(track) : ColumnKind.NONE);
      store<f64>(value, found);
      value += 8;
    } else if (isAlive(track)) {
      for (let row = firstRowOf(track), endRow = endRowOf(track); row < endRow; row++) {
        const object = detectionAttributes(extraOf(row));
        store<u8>(kind++, object == 0 ? ColumnKind.NONE : valueIn(object));
        store<f64>(value, found);
        value += 8;
      }
    }
  }
  return count;
}

export function columnText(index: u32): Slice {
  return textAt(texts, index);
}

/** The value whose kind `valueIn` returned. */
let found: f64 = 0;

function trackValue(track: u32): u32 {
  const attributes = attributesOf(track);
  if (attributes == 0) return ColumnKind.NONE;
  openText(sliceStart(attributes), sliceLength(attributes));
  return valueIn(sliceStart(attributes));
}

/** Follows the path from an object; returns the kind of the value and sets `found`. */
function valueIn(object: usize): u32 {
  let value = object;
  for (let i: u32 = 0; i < pathLength; i++) {
    if (load<u8>(value) != Char.OPEN_BRACE) return ColumnKind.NONE;
    value = memberOf(value, load<u64>(path + ((<usize>i) << 3)));
    if (value == 0) return ColumnKind.NONE;
  }
  moveTo(value);
  const byte = peek();
  if (byte == Char.QUOTE) {
    skipValue();
    found = <f64>textIndex();
    return ColumnKind.TEXT;
  }
  if (byte == Char.OPEN_BRACE || byte == Char.OPEN_BRACKET) return ColumnKind.OTHER;
  if (isNullNext()) return ColumnKind.NONE;
  const truth = readBoolean();
  found = truth < 0 ? readNumber() : <f64>truth;
  return truth < 0 ? ColumnKind.NUMBER : ColumnKind.BOOLEAN;
}

/**
 * The address of a member's value; 0: no such member. Of members with the same name the last one counts, as in JSON.
 */
function memberOf(object: usize, name: Slice): usize {
  let value: usize = 0;
  moveTo(object + 1);
  if (take(Char.CLOSE_BRACE)) return 0;
  do {
    readKey();
    const isMatch = stringIs(name);
    peek();
    if (isMatch) value = at;
    skipValue();
  } while (hasNext(Char.CLOSE_BRACE));
  return value;
}

/** Whether the last string read is this text. */
function stringIs(text: Slice): bool {
  const length = sliceLength(text);
  if (<u32>(stringEnd - stringStart) == length) return bytesEqual(stringStart, sliceStart(text), length);
  // An escaped string is longer than its text.
  if (<u32>(stringEnd - stringStart) < length || !hasEscape()) return false;
  const plain = heapReserve(stringEnd - stringStart);
  const plainLength = putUnescaped(plain, stringStart, stringEnd) - plain;
  return <u32>plainLength == length && bytesEqual(plain, sliceStart(text), length);
}

/** The index of the last string read among the texts of the column. */
function textIndex(): u32 {
  if (!hasEscape()) return putTextInMap(texts, 0, stringStart, stringEnd - stringStart);
  const plain = heapReserve(stringEnd - stringStart);
  const end = putUnescaped(plain, stringStart, stringEnd);
  const known = textMapCount(texts);
  const index = putTextInMap(texts, 0, plain, end - plain);
  if (index == known) heapCommit(end);
  return index;
}

function hasEscape(): bool {
  let p = stringStart;
  while (p < stringEnd && load<u8>(p) != Char.BACKSLASH) p++;
  return p < stringEnd;
}
