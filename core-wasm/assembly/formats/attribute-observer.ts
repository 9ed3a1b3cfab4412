/** Attributes in JSON: validates an object and records its members in the attribute table, in one pass. */
import { heapCommit, heapReserve } from "../memory/heap";
import { bytesEqual } from "../memory/bytes";
import { makeSlice, sliceLength, sliceStart, Slice } from "../memory/slice";
import { attributeCount, attributeIsTrack, attributeKey, attributeOf, countValue, ValueKind } from "./attribute-table";
import { Char } from "./characters";
import { isRefused } from "./problems";
import {
  at,
  expect,
  hasNext,
  moveTo,
  peek,
  readKey,
  readString,
  skipValue,
  stringEnd,
  stringHasEscapes,
  stringStart,
  take,
} from "./json/scan";
import { putUnescaped } from "./json/strings";

/** The first attribute of the last object: the next object usually has the same ones, in the order of the table. */
let firstAttribute: u32 = 0;

/** Reads the object at the cursor. */
export function readAttributes(isTrack: bool): void {
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  let expected = firstAttribute;
  let isFirst = true;
  do {
    const attribute = takeKey(expected, isTrack) ? expected : readName(isTrack);
    if (isRefused) return;
    if (isFirst) firstAttribute = attribute;
    isFirst = false;
    expected = attribute + 1;
    const byte = peek();
    if (byte == Char.QUOTE) {
      readString();
      if (isRefused) return;
      const text = lastString();
      countValue(attribute, ValueKind.TEXT, sliceStart(text), sliceLength(text));
    } else {
      skipValue();
      if (isRefused) return;
      // Lists, objects and null do not determine a kind of value.
      if (byte == Char.LOWER_T || byte == Char.LOWER_F) countValue(attribute, ValueKind.BOOLEAN, 0, 0);
      else if (byte - Char.ZERO <= 9 || byte == Char.MINUS) countValue(attribute, ValueKind.NUMBER, 0, 0);
    }
  } while (hasNext(Char.CLOSE_BRACE));
}

/** Reads the name of this attribute and the colon, if they come next. */
function takeKey(attribute: u32, isTrack: bool): bool {
  peek();
  if (attribute >= attributeCount() || attributeIsTrack(attribute) != isTrack) return false;
  const key = attributeKey(attribute);
  if (!bytesEqual(sliceStart(key), at, sliceLength(key))) return false;
  moveTo(at + <usize>sliceLength(key));
  return true;
}

/** Reads any name and the colon; returns the attribute. */
function readName(isTrack: bool): u32 {
  readKey();
  if (isRefused) return 0;
  const name = lastString();
  return attributeOf(isTrack, sliceStart(name), sliceLength(name));
}

/** Records the object at `start`, which has been validated before. The cursor does not move. */
export function observeJsonAttributes(isTrack: bool, start: usize): void {
  const before = at;
  moveTo(start);
  readAttributes(isTrack);
  moveTo(before);
}

function lastString(): Slice {
  if (stringHasEscapes) return plainText(stringStart, stringEnd);
  return makeSlice(stringStart, stringEnd - stringStart);
}

/** The text between the quotes of a JSON string; a copy if it has escapes. */
export function plainText(start: usize, end: usize): Slice {
  let p = start;
  while (p < end && load<u8>(p) != Char.BACKSLASH) p++;
  if (p == end) return makeSlice(start, end - start);
  const target = heapReserve(end - start);
  const copied = putUnescaped(target, start, end);
  heapCommit(copied);
  return makeSlice(target, copied - target);
}
